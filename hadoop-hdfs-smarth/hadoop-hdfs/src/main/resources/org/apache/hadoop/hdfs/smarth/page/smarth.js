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

// Fills smarth.html with what /jmx says, every ten seconds. Names come from the
// cluster, so they only ever become the text of an element.
(function () {
  "use strict";

  var REFRESH_MILLIS = 10000;
  var BEANS = "Hadoop:service=NameNode,name=";

  // Dark is slow. Lightness alone tells them apart, also to the colour-blind.
  var COLOURS = ["#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"];
  var LIGHT_FROM = 3;

  // What Fallback says of each count.
  var BY_STOCK = {
    NoCaller: "not asked for by the RPC of a client",
    FavoredNodes: "the client names datanodes that it favors",
    NoRecords: "no speed of the client's host is known",
    LocalWriter: "the client's own host is a datanode",
    UnknownDatanode: "fewer speeds than pipelines are known: the turn of another datanode",
    Exploration: "the client does not try datanodes by itself: the turn of any",
    NoCandidate: "all known datanodes limp or are excluded",
    Refused: "none of the fastest had room, load and storage types as needed"
  };

  function byId(id) {
    return document.getElementById(id);
  }

  function element(tag, text, className) {
    var made = document.createElement(tag);
    if (text !== undefined) {
      made.textContent = text;
    }
    if (className) {
      made.className = className;
    }
    return made;
  }

  function replace(id, made) {
    var parent = byId(id);
    var top = parent.scrollTop;
    var left = parent.scrollLeft;
    parent.textContent = "";
    parent.appendChild(made);
    parent.scrollTop = top;
    parent.scrollLeft = left;
  }

  function show(id, text) {
    byId(id).textContent = text;
    byId(id).hidden = !text;
  }

  function megabytes(bytesPerSecond) {
    var value = bytesPerSecond / 1e6;
    return value >= 9.95 ? String(Math.round(value)) : value.toFixed(1);
  }

  function duration(seconds) {
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? Math.floor(seconds / 60) + " min"
        : Math.floor(seconds / 3600) + " h";
  }

  // Of rows of texts and numbers, which go to the right.
  function table(titles, rows) {
    var made = element("table", undefined, "table table-condensed");
    var head = made.createTHead().insertRow();
    titles.forEach(function (title, column) {
      head.appendChild(element("th", title,
          rows.length > 0 && typeof rows[0][column] === "number" ? "number" : ""));
    });
    var body = made.appendChild(element("tbody"));
    rows.forEach(function (row) {
      var line = body.insertRow();
      row.forEach(function (value) {
        var isNumber = typeof value === "number";
        line.appendChild(element("td",
            isNumber ? value.toLocaleString("en") : value,
            isNumber ? "number" : ""));
      });
    });
    return made;
  }

  // ---- The heat map --------------------------------------------------------

  // From the slowest to the fastest in steps of equal ratio.
  function scaleOf(map) {
    var low = Infinity;
    var high = 0;
    map.rows.forEach(function (row) {
      row.bytesPerSecond.forEach(function (speed) {
        if (speed !== null) {
          low = Math.min(low, speed);
          high = Math.max(high, speed);
        }
      });
    });
    var ratio = Math.max(high / low, 2);
    var bottom = high / ratio;
    return {
      step: function (speed) {
        var step = Math.floor(
            Math.log(speed / bottom) / Math.log(ratio) * COLOURS.length);
        return Math.min(Math.max(step, 0), COLOURS.length - 1);
      },
      from: function (step) {
        return bottom * Math.pow(ratio, step / COLOURS.length);
      }
    };
  }

  function colour(made, step) {
    made.style.backgroundColor = COLOURS[step];
    made.style.color = step >= LIGHT_FROM ? "#000" : "#fff";
    return made;
  }

  function legend(scale) {
    var made = element("div");
    made.appendChild(element("span", "MB/s:"));
    COLOURS.forEach(function (unused, step) {
      made.appendChild(colour(element("span", megabytes(scale.from(step))
          + " to " + megabytes(scale.from(step + 1))), step));
    });
    made.appendChild(element("span", "L: the datanode limps for this client"));
    return made;
  }

  function cell(map, row, index, scale) {
    var speed = row.bytesPerSecond[index];
    var column = map.columns[index];
    if (speed === null) {
      var unknown = element("td", "", "unknown");
      unknown.title = row.client + ", " + column.name + ": not known";
      return unknown;
    }
    var limping = row.limping[index];
    var isRack = map.columnsAre === "racks";
    var mark = limping === 0 ? "" : isRack ? " " + limping + "L" : " L";
    var made = colour(element("td", megabytes(speed) + mark,
        limping > 0 ? "limps" : ""), scale.step(speed));
    made.title = row.client + ", " + column.name
        + (isRack ? ", mean of " + row.measured[index] + " datanodes" : "")
        + ": " + megabytes(speed) + " MB/s"
        + (limping === 0 ? "" : isRack ? ", " + limping + " limp" : ", limps");
    return made;
  }

  // Racks above their datanodes, which are sorted by rack.
  function rackRow(map) {
    var row = element("tr");
    row.appendChild(element("th"));
    var last = null;
    map.columns.forEach(function (column) {
      if (last !== null && last.title === column.rack) {
        last.colSpan++;
      } else {
        last = element("th", column.rack, "rack");
        last.title = column.rack;
        row.appendChild(last);
      }
    });
    return row;
  }

  function heatMap(map, scale) {
    var made = element("table");
    var head = made.createTHead();
    if (map.columnsAre === "datanodes") {
      head.appendChild(rackRow(map));
    }
    var names = head.insertRow();
    names.appendChild(element("th"));
    map.columns.forEach(function (column) {
      var name = element("th");
      name.appendChild(element("span", column.name));
      name.title = column.rack ? column.name + " on " + column.rack
          : column.name + ": " + column.datanodes + " datanodes";
      names.appendChild(name);
    });
    var body = made.appendChild(element("tbody"));
    map.rows.forEach(function (row) {
      var line = body.insertRow();
      line.appendChild(element("th", row.client));
      map.columns.forEach(function (unused, index) {
        line.appendChild(cell(map, row, index, scale));
      });
    });
    return made;
  }

  function heatMapNote(map) {
    var note = map.clientsAreHosts ? ""
        : "Client hosts have numbers here, as anybody may read this page. ";
    note += map.columnsAre === "racks"
        ? "A column is a rack: the mean of its datanodes, and how many limp. "
        : "";
    note += map.omittedClients > 0 ? map.omittedClients.toLocaleString("en")
        + " client hosts that were measured longer ago are left out. " : "";
    note += map.omittedColumns > 0
        ? map.omittedColumns + " smaller racks are left out. " : "";
    return note + "A datanode limps for a client if it is slower than "
        + map.limpingFraction + " of the median of the client's datanodes.";
  }

  // ---- The parts of the page -----------------------------------------------

  function placement(info) {
    var map = JSON.parse(info.HeatMap);
    if (map.rows.length === 0) {
      show("heat-map-note", "No speed is known yet.");
      replace("legend", element("div"));
      replace("heat-map", element("div"));
    } else {
      var scale = scaleOf(map);
      show("heat-map-note", heatMapNote(map));
      replace("legend", legend(scale));
      replace("heat-map", heatMap(map, scale));
    }
    replace("slow", table(
        ["Datanode", "Rack", "MB/s, median", "Client hosts", "Limps for"],
        JSON.parse(info.SlowDatanodes).map(function (slow) {
          return [slow.name, slow.rack, Number(megabytes(slow.medianBytesPerSecond)),
            slow.clients, slow.limpingFor];
        })));
    var totals = document.createDocumentFragment();
    [[info.ClientHosts, "client hosts"], [info.ClientPairs, "pairs with a datanode"],
      [info.LimpingPairs, "of them limping"],
      [info.ForwardingDatanodes, "datanodes that forward"],
      [info.Hops, "hops between datanodes"]].forEach(function (total) {
        var item = totals.appendChild(element("li"));
        item.appendChild(element("strong", Number(total[0]).toLocaleString("en")));
        item.appendChild(document.createTextNode(" " + total[1]));
        totals.appendChild(document.createTextNode(" "));
      });
    replace("totals", totals);
  }

  function noPlacement() {
    ["heat-map", "legend", "slow", "choices", "totals"].forEach(function (id) {
      byId(id).textContent = "";
    });
    show("heat-map-note", "");
  }

  function choices(counts) {
    var rows = [["by speed", "", counts.FirstBySpeed]];
    var all = counts.FirstBySpeed;
    Object.keys(counts).sort().forEach(function (name) {
      var why = name.replace(/^FirstByStock/, "");
      if (why !== name) {
        rows.push(["as in stock", BY_STOCK[why] || why, counts[name]]);
        all += counts[name];
      }
    });
    rows.forEach(function (row) {
      row.push(all === 0 ? "" : (100 * row[2] / all).toFixed(1) + " %");
    });
    rows[0][1] = counts.FirstTriedAgain
        + " of them datanodes that limped, to try them again";
    replace("choices", table(["Chosen", "Why", "Blocks", "Share"], rows));
  }

  function draining(bean) {
    if (!bean) {
      show("draining-note", "This NameNode does not tell.");
      byId("draining").textContent = "";
      return;
    }
    var oldest = JSON.parse(bean.OldestDrainingBlocks);
    var note = bean.DrainingBlocks === 0 ? "None." : bean.DrainingBlocks
        + (bean.DrainingBlocks === 1 ? " block" : " blocks") + ", the oldest for " + duration(bean.OldestDrainingSeconds) + ".";
    note += bean.DrainingBlocks > oldest.length
        ? " The " + oldest.length + " oldest are shown." : "";
    show("draining-note", note);
    replace("draining", oldest.length === 0 ? element("div") : table(
        ["Block", "Since", "Replicas to come", "From"],
        oldest.map(function (block) {
          return [block.block, duration(block.ageSeconds), block.replicas,
            block.datanodes.join(", ")];
        })));
  }

  function some(names, size) {
    return names.join(", ") + (size > names.length ? ", ..." : "");
  }

  // Whether SMARTH is on, and who has not heard it yet.
  function switched(bean) {
    var notYet = bean.DatanodesNotYet === 0 ? ""
        : " Datanodes that have not heard it yet: " + bean.DatanodesNotYet
            + " (" + some(JSON.parse(bean.NotYetNamed), bean.DatanodesNotYet)
            + ").";
    if (bean.On) {
      return notYet && "SMARTH is on." + notYet;
    }
    return "SMARTH is off: " + bean.OffBecause + ". New blocks are placed and"
        + " written as by stock. Datanodes that have heard it: "
        + bean.DatanodesFollowing + "." + notYet;
  }

  // The builds of datanodes, if they are not all the namenode's.
  function builds(bean) {
    var others = JSON.parse(bean.DatanodeBuilds).filter(function (build) {
      return build.build !== bean.Build;
    }).map(function (build) {
      return build.datanodes + " of " + build.build + " ("
          + some(build.named, build.datanodes) + ")";
    });
    if (bean.DatanodesOfEarlierBuilds > 0) {
      others.push(bean.DatanodesOfEarlierBuilds + " of an earlier one, which"
          + " stay on");
    }
    if (bean.DatanodesSilent > 0) {
      others.push(bean.DatanodesSilent + " of stock");
    }
    return others.length === 0 ? "" : "Datanodes of another build than this"
        + " NameNode's (" + bean.Build + "): " + others.join(", ") + ".";
  }

  // What is to be said before anything else; nothing if all is as usual.
  function state(status, info, bean) {
    if (!status) {
      return "This NameNode is still starting.";
    }
    var said = [];
    if (status.State !== "active") {
      said.push("This NameNode is " + status.State + ": it chooses no datanodes."
          + " What it shows is what it would begin with.");
    }
    if (bean) {
      said.push(switched(bean));
      said.push(builds(bean));
    }
    if (!info) {
      said.push("Speeds are not used to place blocks: another policy than"
          + " BlockPlacementPolicySmarth is set as dfs.block.replicator.classname."
          + " The log of this NameNode says which.");
    } else if (status.State === "active" && (!bean || bean.On)) {
      said.push("Speeds are used to place new blocks.");
    }
    return said.filter(Boolean).join(" ");
  }

  function render(beans) {
    var info = beans.SmarthPlacementInfo;
    var status = beans.NameNodeStatus;
    show("namenode", status ? status.HostAndPort + " (" + status.State + ")"
        + (beans.SmarthState ? ", build " + beans.SmarthState.Build : "") : "");
    show("state", state(status, info, beans.SmarthState));
    if (info) {
      placement(info);
    } else {
      noPlacement();
    }
    if (info && beans.SmarthPlacement) {
      choices(beans.SmarthPlacement);
    }
    draining(beans.SmarthDraining);
  }

  // ---- What the NameNode says ----------------------------------------------

  function ask(query, whenRead, whenFailed) {
    var request = new XMLHttpRequest();
    request.open("GET", "/jmx?qry=" + encodeURIComponent(BEANS + query));
    request.timeout = 3 * REFRESH_MILLIS;
    request.onload = function () {
      if (request.status !== 200) {
        whenFailed("status " + request.status);
        return;
      }
      try {
        whenRead(JSON.parse(request.responseText).beans);
      } catch (e) {
        whenFailed(String(e));
      }
    };
    request.onerror = request.ontimeout = function () {
      whenFailed("no answer");
    };
    request.send();
  }

  function refresh() {
    function failed(why) {
      show("error", "The NameNode could not be read at "
          + new Date().toLocaleTimeString() + ": " + why
          + ". What is shown is older.");
      window.setTimeout(refresh, REFRESH_MILLIS);
    }
    ask("NameNodeStatus", function (status) {
      ask("Smarth*", function (smarth) {
        var beans = {};
        status.concat(smarth).forEach(function (bean) {
          beans[bean.name.substring(BEANS.length)] = bean;
        });
        render(beans);
        show("error", "");
        show("updated", "As of " + new Date().toLocaleTimeString()
            + ", read again every " + REFRESH_MILLIS / 1000 + " s");
        window.setTimeout(refresh, REFRESH_MILLIS);
      }, failed);
    }, failed);
  }

  refresh();
}());
