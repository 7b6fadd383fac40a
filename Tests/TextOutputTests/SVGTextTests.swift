import Testing

@testable import TextOutput

@Suite("Drawings as text")
struct SVGTextTests {
  @Test("a small drawing is written whole")
  func small() {
    var svg = SVGText()
    svg.label("a < b & c", x: 1, y: 2.26, size: 11)
    svg.label("red", x: 0, y: 0, size: 9, colour: "#c0392b")
    svg.number(99.96, x: 5, y: 6)
    svg.number(123.4, x: 5, y: 6)
    svg.number("0.001", x: -5, y: 6)
    svg.frame(x: 0, y: 1, width: 20, height: 10.5)
    svg.bar(x: 1, y: 2, width: 3, height: 4, colour: "#212f3d", title: "off")
    svg.line([(0, 0), (1.04, -2)], colour: "#1e8449")
    svg.line([(0, 0), (1, 2)], colour: "#1e8449", title: "G05")
    svg.dots([(1, 2), (3.06, 4)], colour: "#2471a3", title: "<fixed>")
    svg.area([(0, 0), (1, 0), (1, 1)], fill: "#d6eaf8")
    svg.circle(x: 1, y: 2, radius: 3, fill: "#aeb6bf")
    svg.ring(x: 1, y: 2, radius: 3)
    svg.dot(x: 7, y: 8)
    #expect(
      svg.text(width: 30, height: 20.5) == """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20.5" font-family="sans-serif">
        <rect width="100%" height="100%" fill="#ffffff"/>
        <text x="1" y="2.3" font-size="11">a &lt; b &amp; c</text>
        <text x="0" y="0" font-size="9" fill="#c0392b">red</text>
        <text x="5" y="6" font-size="10" text-anchor="end">100</text>
        <text x="5" y="6" font-size="10" text-anchor="end">123</text>
        <text x="-5" y="6" font-size="10" text-anchor="end">0.001</text>
        <rect x="0" y="1" width="20" height="10.5" fill="#f8f9f9" stroke="#d5d8dc"/>
        <rect x="1" y="2" width="3" height="4" fill="#212f3d"><title>off</title></rect>
        <polyline points="0,0 1,-2" fill="none" stroke="#1e8449" stroke-width="1.4"/>
        <polyline points="0,0 1,2" fill="none" stroke="#1e8449" stroke-width="1"><title>G05</title></polyline>
        <path d="M1 2h0M3.1 4h0" stroke="#2471a3" stroke-width="2.4" stroke-linecap="round"><title>&lt;fixed&gt;</title></path>
        <polygon points="0,0 1,0 1,1" fill="#d6eaf8"/>
        <circle cx="1" cy="2" r="3" fill="#aeb6bf"/>
        <circle cx="1" cy="2" r="3" fill="none" stroke="#d5d8dc"/>
        <circle cx="7" cy="8" r="4" fill="#1e8449"/>
        </svg>

        """)
  }

  @Test("a number below 100 keeps a decimal, and one without a value is a question mark")
  func numbers() {
    var svg = SVGText()
    svg.number(-42.25, x: 0, y: 0)
    svg.number(.nan, x: 0, y: 0)
    let text = svg.text(width: 1, height: 1)
    #expect(text.contains(">-42.3<") || text.contains(">-42.2<"))
    #expect(text.contains(">?<"))
  }
}
