internal import TextOutput

/// A drawing as text: a few shapes, with coordinates of one decimal.
struct SVGText {
  private var body = ""

  /// The whole drawing.
  func text(width: Double, height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.text(width)) \(Self.text(height))" \
    font-family="sans-serif">
    <rect width="100%" height="100%" fill="#ffffff"/>
    \(body)</svg>

    """
  }

  mutating func label(_ text: String, x: Double, y: Double, size: Double) {
    add("<text \(place(x, y)) font-size=\"\(Self.text(size))\">\(Self.escaped(text))</text>")
  }

  /// A number that ends at a place.
  mutating func number(_ value: Double, x: Double, y: Double) {
    let text = PlainText.number(value, decimals: abs(value) < 100 ? 1 : 0)
    add("<text \(place(x, y)) font-size=\"10\" text-anchor=\"end\">\(text)</text>")
  }

  mutating func frame(x: Double, y: Double, width: Double, height: Double) {
    add(
      "<rect \(place(x, y)) width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        + "fill=\"#f8f9f9\" stroke=\"#d5d8dc\"/>")
  }

  mutating func bar(
    x: Double, y: Double, width: Double, height: Double, colour: String, title: String
  ) {
    add(
      "<rect \(place(x, y)) width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        + "fill=\"\(colour)\"><title>\(Self.escaped(title))</title></rect>")
  }

  mutating func line(_ points: [(Double, Double)], colour: String) {
    add(
      "<polyline points=\"\(Self.text(points))\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"1.4\"/>")
  }

  mutating func area(_ points: [(Double, Double)], fill: String) {
    add("<polygon points=\"\(Self.text(points))\" fill=\"\(fill)\"/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, fill: String) {
    add(
      "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\" "
        + "fill=\"\(fill)\"/>")
  }

  mutating func dot(x: Double, y: Double) { circle(x: x, y: y, radius: 4, fill: "#1e8449") }

  private mutating func add(_ element: String) { body += element + "\n" }

  private func place(_ x: Double, _ y: Double) -> String {
    "x=\"\(Self.text(x))\" y=\"\(Self.text(y))\""
  }

  private static func text(_ points: [(Double, Double)]) -> String {
    points.map { "\(text($0.0)),\(text($0.1))" }.joined(separator: " ")
  }

  private static func text(_ number: Double) -> String { PlainText.number(number, decimals: 1) }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
