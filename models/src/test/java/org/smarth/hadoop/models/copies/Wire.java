/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.smarth.hadoop.models.copies;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.namenode.ha.AbstractNNFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcInvocationHandler;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Hooks;

/** Between one command and the NameNode: counts calls, and disturbs them. */
public final class Wire {
  /** Who is told of calls that are done, and does what others do meanwhile. */
  interface Listener {
    /** Before that call. */
    void calling(String method, String path);

    /** After it. */
    void called(String method, String path);

    /** @return the number of the item whose file in HDFS that is, or -1. */
    int itemAt(String path);

    /** @return the item whose local file that is, or null. */
    Item itemAt(File file);

    void disturb(Disturbance disturbance);
  }

  private static final Map<String, Wire> WIRES = new ConcurrentHashMap<>();
  private static final Set<String> CALLS = Set.of("create", "append", "rename",
      "rename2", "delete", "complete", "concat", "mkdirs", "addBlock",
      "getFileInfo", "setTimes", "setOwner", "setPermission", "truncate",
      "recoverLease", "isFileClosed", "getBlockLocations", "getListing");
  /** What who cleans up asks before. */
  private static final Set<String> LOOKS =
      Set.of("getFileInfo", "isFileClosed");

  private final InetSocketAddress namenode;
  private final Program.Command command;
  private final Listener listener;
  private final Set<Runnable> hooks = Hooks.all();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final Set<Disturbance> done = ConcurrentHashMap.newKeySet();
  /** What creates a file after it was to be deleted, by its path. */
  private final Map<String, Callable<Object>> late =
      new ConcurrentHashMap<>();
  private int calls;
  private final Map<Integer, Integer> fileCalls = new HashMap<>();
  private volatile boolean dead;
  /** Whether that is by a disturbance, perhaps while it cleans up. */
  private volatile boolean killed;
  private volatile boolean interrupted;
  private volatile boolean cleanupFailed;

  Wire(String name, InetSocketAddress namenode, Program.Command command,
      Listener listener) {
    this.namenode = namenode;
    this.command = command;
    this.listener = listener;
    WIRES.put(name, this);
  }

  static Wire of(String name) {
    return WIRES.get(name);
  }

  boolean isDead() {
    return dead;
  }

  boolean isKilled() {
    return killed;
  }

  boolean isInterrupted() {
    return interrupted;
  }

  /** @return whether a file could not be deleted when that was wanted. */
  boolean hasCleanupFailed() {
    return cleanupFailed;
  }

  CountDownLatch getCancelled() {
    return cancelled;
  }

  private synchronized Disturbance next(String method, Object[] args) {
    if (!CALLS.contains(method)) {
      return null;
    }
    int call = calls++;
    int item = listener.itemAt(path(args));
    int fileCall = item < 0 ? -1 : fileCalls.merge(item, 1, Integer::sum) - 1;
    return command.disturbances().stream().filter(d ->
        d.at() == Disturbance.At.CALL && d.position() == call
            || d.at() == Disturbance.At.FILE_CALL && d.item() == item
                && d.position() == fileCall).findFirst().orElse(null);
  }

  private static String path(Object[] args) {
    return args != null && args.length > 0 ? args[0] + "" : "";
  }

  /**
   * The command has read or written that much of a local file.
   *
   * @throws IOException if it is killed
   */
  void atByte(File file, long position) throws IOException {
    checkAlive();
    Item item = listener.itemAt(file);
    for (Disturbance disturbance : command.disturbances()) {
      if (item == null || disturbance.at() != Disturbance.At.BYTE
          || disturbance.item() != item.number()
          || position < disturbance.position() * (long) item.size() / 100
          || !done.add(disturbance)) {
        continue;
      }
      switch (disturbance.kind()) {
      case KILL:
      case KILL_AFTER:
        killed = true;
        dead = true;
        break;
      case INTERRUPT:
      case INTERRUPT_AFTER:
      case INTERRUPT_LATE:
        if (!interrupt()) {
          // Nothing that is done here hears of it.
          Thread.currentThread().interrupt();
        }
        break;
      default:
        listener.disturb(disturbance);
      }
      checkAlive();
    }
  }

  /** @throws IOException if the command is killed */
  void checkAlive() throws IOException {
    if (dead) {
      throw new IOException("killed");
    }
  }

  private static String name(Method method, Object[] args) {
    return method.getName() + (args == null || args.length == 0
        || !(args[0] instanceof String) ? "" : " " + args[0]);
  }

  private Object call(ClientProtocol delegate, Method method, Object[] args)
      throws Throwable {
    String name = name(method, args);
    Disturbance disturbance = dead ? null : next(method.getName(), args);
    if (disturbance == null) {
      checkAlive(delegate, name);
      return done(delegate, method, args);
    }
    Disturbance.Kind kind = disturbance.kind();
    if (kind.isInterrupt()) {
      return interrupted(delegate, method, args, kind);
    }
    if (kind.isAfter()) {
      done(delegate, method, args);
    } else if (kind.isFailure()) {
      useId(delegate);
    }
    switch (kind) {
    case FAIL:
    case FAIL_AFTER:
      cleanupFailed |= LOOKS.contains(method.getName())
          || kind == Disturbance.Kind.FAIL
              && method.getName().equals("delete");
      throw new RemoteException(IOException.class.getName(),
          "injected: " + name);
    case FAILOVER:
      throw new RemoteException(StandbyException.class.getName(), name);
    case FAILOVER_AFTER:
      throw new SocketException("no answer: " + name);
    case KILL:
    case KILL_AFTER:
      killed = true;
      dead = true;
      throw killed(name);
    default:
      listener.disturb(disturbance);
      return done(delegate, method, args);
    }
  }

  private static RemoteException killed(String name) {
    return new RemoteException(IOException.class.getName(), "killed: " + name);
  }

  private void checkAlive(ClientProtocol delegate, String name)
      throws IOException {
    if (dead) {
      useId(delegate);
      throw killed(name);
    }
  }

  /** The id of a call is for the next one that a thread makes. */
  private static void useId(ClientProtocol delegate) throws IOException {
    delegate.getStats();
  }

  private Object interrupted(ClientProtocol delegate, Method method,
      Object[] args, Disturbance.Kind kind) throws Throwable {
    boolean after = kind.isAfter();
    Object result = after ? done(delegate, method, args) : null;
    if (!interrupt()) {
      if (!after) {
        useId(delegate);
      }
      if (kind == Disturbance.Kind.INTERRUPT_LATE
          && method.getName().equals("create")) {
        late.put(path(args), () -> method.invoke(delegate, args));
      }
      // As Hadoop's client does: else the call is made again, and done.
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("call interrupted: "
          + name(method, args));
    }
    if (after) {
      return result;
    }
    checkAlive(delegate, name(method, args));
    return done(delegate, method, args);
  }

  /**
   * Ends the process as a signal does.
   *
   * @return whether that is done; false if this thread was interrupted
   */
  private boolean interrupt() {
    synchronized (this) {
      if (!interrupted) {
        interrupted = true;
        startHook();
      }
    }
    try {
      cancelled.await();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void startHook() {
    Thread hook = new Thread(() -> {
      if (!Hooks.run(hooks)) {
        // Nothing holds the process up.
        dead = true;
      }
      cancelled.countDown();
    }, "hook");
    hook.setDaemon(true);
    hook.start();
  }

  private Object done(ClientProtocol delegate, Method method, Object[] args)
      throws Throwable {
    Object result;
    listener.calling(method.getName(), path(args));
    try {
      result = method.invoke(delegate, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    listener.called(method.getName(), path(args));
    if (method.getName().equals("delete")) {
      Callable<Object> create = late.remove(path(args));
      if (create != null) {
        create.call();
      }
    }
    return result;
  }

  void kill() {
    dead = true;
  }

  /** Makes the proxies of a client's HA pair. */
  public static final class Provider<T>
      extends AbstractNNFailoverProxyProvider<T> {
    private final ProxyInfo<T> proxy;

    public Provider(Configuration conf, URI uri, Class<T> xface,
        HAProxyFactory<T> factory) throws IOException {
      super(conf, uri, xface, factory);
      Wire wire = WIRES.get(uri.getHost());
      ClientProtocol delegate = (ClientProtocol) factory.createProxy(conf,
          wire.namenode, xface, UserGroupInformation.getCurrentUser(), false);
      proxy = new ProxyInfo<>(xface.cast(Proxy.newProxyInstance(
          Wire.class.getClassLoader(),
          new Class<?>[] {xface, Closeable.class},
          new Handler(wire, delegate))), "namenode");
    }

    @Override
    public ProxyInfo<T> getProxy() {
      return proxy;
    }

    @Override
    public void performFailover(T currentProxy) {
      // There is one, which answers the next time.
    }

    @Override
    public boolean useLogicalURI() {
      return true;
    }

    @Override
    public void close() {
      RPC.stopProxy(((Handler) Proxy.getInvocationHandler(proxy.proxy))
          .delegate);
    }
  }

  /** So that a call that is made again has the same id. */
  private static final class Handler implements RpcInvocationHandler {
    private final Wire wire;
    private final ClientProtocol delegate;

    Handler(Wire wire, ClientProtocol delegate) {
      this.wire = wire;
      this.delegate = delegate;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args)
        throws Throwable {
      if (method.getDeclaringClass() == Closeable.class) {
        return null;
      }
      if (method.getDeclaringClass() == Object.class) {
        return method.invoke(this, args);
      }
      return wire.call(delegate, method, args);
    }

    @Override
    public Client.ConnectionId getConnectionId() {
      return RPC.getConnectionIdForProxy(delegate);
    }

    @Override
    public void close() {
      RPC.stopProxy(delegate);
    }
  }
}
