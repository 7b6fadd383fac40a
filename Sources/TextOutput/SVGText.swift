/// A drawing in SVG: a few shapes, with coordinates of one decimal.
package struct SVGText {
  private var body = ""

  /// Creates an empty drawing.
  package init() {}

  /// Returns the whole drawing as SVG.
  package func text(width: Double, height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.text(width)) \(Self.text(height))" \
    font-family="sans-serif">
    <rect width="100%" height="100%" fill="#ffffff"/>
    \(body)</svg>

    """
  }

  /// Adds a text that begins at a point, on its baseline.
  package mutating func label(_ text: String, x: Double, y: Double, size: Double) {
    add("<text \(place(x, y)) font-size=\"\(Self.text(size))\">\(text.escapedForXML)</text>")
  }

  /// Adds a coloured text that begins at a point, on its baseline.
  package mutating func label(_ text: String, x: Double, y: Double, size: Double, colour: String) {
    add(
      "<text \(place(x, y)) font-size=\"\(Self.text(size))\" fill=\"\(colour)\">"
        + "\(text.escapedForXML)</text>")
  }

  /// Adds a number that ends at a point; magnitudes below 100 have one decimal.
  package mutating func number(_ value: Double, x: Double, y: Double) {
    number(PlainText.number(value, decimals: abs(value) < 100 ? 1 : 0), x: x, y: y)
  }

  /// Adds a number, given as text, that ends at a point.
  package mutating func number(_ text: String, x: Double, y: Double) {
    add(
      "<text \(place(x, y)) font-size=\"10\" text-anchor=\"end\">\(text.escapedForXML)</text>")
  }

  /// Adds a pale rectangle as the frame of a chart.
  package mutating func frame(x: Double, y: Double, width: Double, height: Double) {
    add(
      "<rect \(place(x, y)) width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        + "fill=\"#f8f9f9\" stroke=\"#d5d8dc\"/>")
  }

  /// Adds a filled rectangle with a tooltip.
  package mutating func bar(
    x: Double, y: Double, width: Double, height: Double, colour: String, title: String
  ) {
    add(
      "<rect \(place(x, y)) width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        + "fill=\"\(colour)\"><title>\(title.escapedForXML)</title></rect>")
  }

  /// Adds a line through points.
  package mutating func line(_ points: [(Double, Double)], colour: String) {
    add(
      "<polyline points=\"\(Self.text(points))\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"1.4\"/>")
  }

  /// Adds a thin line through points, with a tooltip.
  package mutating func line(_ points: [(Double, Double)], colour: String, title: String) {
    add(
      "<polyline points=\"\(Self.text(points))\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"1\"><title>\(title.escapedForXML)</title></polyline>")
  }

  /// Adds small dots of one colour, with a tooltip.
  package mutating func dots(_ points: [(Double, Double)], colour: String, title: String) {
    // A line of zero length with round ends is a dot, in few characters.
    let path = points.map { "M\(Self.text($0.0)) \(Self.text($0.1))h0" }.joined()
    add(
      "<path d=\"\(path)\" stroke=\"\(colour)\" stroke-width=\"2.4\" stroke-linecap=\"round\">"
        + "<title>\(title.escapedForXML)</title></path>")
  }

  /// Adds a filled polygon.
  package mutating func area(_ points: [(Double, Double)], fill: String) {
    add("<polygon points=\"\(Self.text(points))\" fill=\"\(fill)\"/>")
  }

  /// Adds a filled circle.
  package mutating func circle(x: Double, y: Double, radius: Double, fill: String) {
    add(
      "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\" "
        + "fill=\"\(fill)\"/>")
  }

  /// Adds the outline of a circle.
  package mutating func ring(x: Double, y: Double, radius: Double) {
    add(
      "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\" "
        + "fill=\"none\" stroke=\"#d5d8dc\"/>")
  }

  /// Adds a large green dot.
  package mutating func dot(x: Double, y: Double) { circle(x: x, y: y, radius: 4, fill: "#1e8449") }

  private mutating func add(_ element: String) { body += element + "\n" }

  private func place(_ x: Double, _ y: Double) -> String {
    "x=\"\(Self.text(x))\" y=\"\(Self.text(y))\""
  }

  private static func text(_ points: [(Double, Double)]) -> String {
    points.map { "\(text($0.0)),\(text($0.1))" }.joined(separator: " ")
  }

  private static func text(_ number: Double) -> String { PlainText.number(number, decimals: 1) }
}
