/// A page of text and drawings as one file, in the style of the pages, without scripts.
package enum PageDocument {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - title: The title, as HTML.
  ///   - panels: The panels, each with its heading and its content as HTML.
  /// - Returns: The bytes of an HTML file.
  package static func html(_ title: String, panels: [(heading: String, content: String)]) -> [UInt8]
  {
    var page = head(title, ["page.css"])
    page += """
      <body>
      <header><h1>\(title)</h1></header>
      <main class="document">

      """
    for panel in panels {
      page += """
        <section class="panel">
        <h2>\(panel.heading)</h2>
        \(panel.content)
        </section>

        """
    }
    return Array((page + "</main>\n</body>\n</html>\n").utf8)
  }

  /// Returns a page's beginning, up to its body.
  ///
  /// - Parameters:
  ///   - title: The title, as HTML.
  ///   - styles: The names of the style sheets that go into the page.
  /// - Returns: The text.
  static func head(_ title: String, _ styles: [String]) -> String {
    var head = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>

      """
    for style in styles.compactMap(BrowserFiles.text) {
      head += "<style>\n\(style.withoutPictures)</style>\n"
    }
    return head + "</head>\n"
  }
}

extension String {
  /// The style sheet without pictures of other files, which one file does not have.
  fileprivate var withoutPictures: String {
    replacing(/url\(images\/[^)]*\)/) { _ in "none" }
  }
}
