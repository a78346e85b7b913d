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

package org.smarth.hadoop.benchmarks;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Charts in the form of the paper's figures; where the paper gives numbers, a second one stands
 * beside with its improvements and ours.
 */
final class Pictures {
  static final int WIDTH = 640;
  static final int HEIGHT = 420;
  /** More of them would overlap side by side. */
  private static final int MAX_LETTERS = 50;
  private static final int ROTATION = 20;
  /** More letters of all names are cut off on one line. */
  private static final int MAX_LEGEND_LETTERS = 80;
  private static final String PAPER = "the paper's SMARTH";
  private static final Color PAPER_COLOUR = new Color(0xFF7F0E);

  static {
    // There is no screen, and none is needed.
    System.setProperty("java.awt.headless", "true");
  }

  private Pictures() {
  }

  /** Whether there is a font: Java has none of its own, and fails in many ways without. */
  static boolean arePossible() {
    try {
      return new Font(Font.SANS_SERIF, Font.PLAIN, 12)
          .getStringBounds("x", new FontRenderContext(null, true, true)).getWidth() > 0;
    } catch (LinkageError | InternalError | RuntimeException e) {
      return false;
    }
  }

  static byte[] png(Chart chart, Results results) throws IOException {
    List<CategoryChart> charts = new ArrayList<>();
    charts.add(values(chart, results));
    if (chart.hasPaper()) {
      charts.add(improvements(chart, results));
    }
    charts.forEach(Pictures::fitLegend);
    return png(charts);
  }

  /** Charts of {@link #WIDTH} by {@link #HEIGHT}, side by side. */
  static byte[] png(List<? extends org.knowm.xchart.internal.chartpart.Chart<?, ?>> charts)
      throws IOException {
    BufferedImage all = new BufferedImage(WIDTH * charts.size(), HEIGHT,
        BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = all.createGraphics();
    for (int i = 0; i < charts.size(); i++) {
      graphics.drawImage(BitmapEncoder.getBufferedImage(charts.get(i)), i * WIDTH, 0, null);
    }
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(all, "png", out);
    return out.toByteArray();
  }

  private static CategoryChart values(Chart chart, Results results) {
    CategoryChart picture = picture(chart, chart.title(), chart.yTitle());
    picture.getStyler().setYAxisMin(0.0);
    if (chart.form() == Chart.Form.LINES) {
      picture.getStyler().setOverlapped(true)
          .setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
    }
    for (Contender contender : results.contenders()) {
      List<Double> values = new ArrayList<>();
      for (Point point : chart.points()) {
        var median = results.median(point, contender);
        values.add(median.isPresent() ? median.getAsDouble() : null);
      }
      add(picture, contender.title(), new Color(contender.colour()), chart, values);
    }
    return picture;
  }

  /** Always bars: a line between the few points that the paper tells would invent the others. */
  private static CategoryChart improvements(Chart chart, Results results) {
    CategoryChart picture =
        picture(chart, "by how much longer stock takes", "improvement over stock (%)");
    for (Contender contender : results.contenders()) {
      if (contender == Contender.STOCK) {
        continue;
      }
      List<Double> values = new ArrayList<>();
      for (Point point : chart.points()) {
        values.add(results.stockTo(contender, point).map(Ratio::median).map(Ratio::percent)
            .orElse(null));
      }
      add(picture, contender.title(), new Color(contender.colour()), chart, values);
    }
    List<Double> paper = new ArrayList<>();
    for (Point point : chart.points()) {
      paper.add(point.paper().isPresent() ? point.paper().getAsDouble() : null);
    }
    add(picture, PAPER, PAPER_COLOUR, chart, paper);
    return picture;
  }

  private static CategoryChart picture(Chart chart, String title, String yTitle) {
    CategoryChart picture = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title)
        .xAxisTitle(chart.xTitle()).yAxisTitle(yTitle).build();
    picture.getStyler().setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal).setChartBackgroundColor(Color.WHITE);
    picture.getStyler().setAvailableSpaceFill(0.7);
    int letters = chart.points().stream().mapToInt(p -> p.x().length()).sum();
    if (letters > MAX_LETTERS) {
      picture.getStyler().setXAxisLabelRotation(ROTATION);
    }
    return picture;
  }

  private static void fitLegend(CategoryChart picture) {
    int letters = picture.getSeriesMap().keySet().stream().mapToInt(String::length).sum();
    if (letters > MAX_LEGEND_LETTERS) {
      picture.getStyler().setLegendPosition(LegendPosition.OutsideE)
          .setLegendLayout(LegendLayout.Vertical);
    }
  }

  private static void add(CategoryChart picture, String name, Color colour, Chart chart,
      List<Double> values) {
    List<String> x = chart.points().stream().map(Point::x).toList();
    CategorySeries series = picture.addSeries(name, x, new ArrayList<>(values));
    series.setFillColor(colour);
    series.setLineColor(colour);
    series.setMarkerColor(colour);
  }
}
