internal import GNSSBasics
internal import Positioning
internal import TextOutput

/// A drawing of a solution in SVG: its track, its errors with a truth, and the ratio over time.
struct SolutionPlot {
  /// The drawing's title.
  let title: String
  /// The positions, at least one.
  let records: [PositionRecord]
  /// The errors; `nil` without a truth.
  let errors: TrackComparison?
  /// The true way; empty without one.
  let way: [GeodeticPosition]

  private static let top = 70.0
  private static let ratios = (height: 84.0, greatest: 100.0)

  /// Returns the drawing, ended by a line feed; `nil` without positions.
  func text() -> String? {
    let times = records.map(\.time)
    guard let first = times.min(), let last = times.max() else { return nil }
    let axis = TimeAxis(first...last)
    var svg = SVGText()
    svg.label(title, x: 12, y: 26, size: 17)
    svg.label("\(first.unixTime.iso8601), \(counts)", x: 12, y: 46, size: 12)
    svg.draw(WayPlot(of: records, way: way), x: 35, y: Self.top + 16)
    let bottom = drawStrips(on: &svg, axis)
    let end = max(bottom, Self.top + 16 + WayPlot.side) + 24
    return svg.text(width: TimeAxis.place.left + TimeAxis.place.width + 40, height: end)
  }

  /// The number of positions, of each quality: `301 epochs: 294 fixed and 7 float`.
  private var counts: String {
    let parts = SolutionQuality.allCases.compactMap { quality in
      let count = records.count { $0.quality == quality }
      return count == 0 ? nil : "\(count) \(quality.name)"
    }
    return "\(records.count) epochs: \(PlainText.list(parts))"
  }

  private func drawStrips(on svg: inout SVGText, _ axis: TimeAxis) -> Double {
    var y = Self.top
    if let errors { y = svg.draw(errors, on: axis, from: y) + SVGText.stripGap }
    let (height, greatest) = Self.ratios
    let top = y
    svg.draw(
      "ratio", [("0", 0), ("50", 50), ("100", greatest)],
      records.map { ($0.quality, $0.time, $0.ratio) }, on: axis, height: height, from: top
    ) { top + height * (1 - min(max($0, 0), greatest) / greatest) }
    y += height
    svg.draw(axis, below: y)
    y += 20
    return errors.map { svg.draw(summariesOf: $0, below: y) } ?? y
  }
}
