internal import Bytes
internal import HTTPServer

/// A page of a recorded run as one file, which loads nothing.
package enum PageBundle {
  /// Returns the page of a recording, with scripts, styles and the recording inside.
  ///
  /// - Parameter recording: The lines of the recording.
  /// - Returns: The bytes of an HTML file; `nil` in a program that was built without the pages.
  package static func html(of recording: [UInt8]) -> [UInt8]? {
    guard let entry = BrowserFiles.text("replay.js") else { return nil }
    var modules = ModuleBundle()
    modules.add("replay", entry)
    let scripts = ["leaflet.js", "dygraph.js"].compactMap(BrowserFiles.text) + [modules.text]
    var page = PageDocument.head("boardsim", ["leaflet.css", "dygraph.css", "page.css"])
    page += """
      <body>
      <header id="bar"></header>
      <p id="notice" role="status" aria-live="polite"></p>
      <main id="panels"></main>
      <script type="application/gzip" id="recording">
      """
    page += String(decoding: Base64.encode(Gzip.encode(recording, level: 9)), as: UTF8.self)
    page += "</script>\n"
    for name in ["leaflet.txt", "dygraph.txt"] {
      guard let licence = BrowserFiles.text(name) else { continue }
      page += "<script type=\"text/plain\" id=\"\(name)\">\n\(licence)</script>\n"
    }
    for script in scripts {
      // Within a page, the end of a script ends it even in a text.
      page += "<script>\n\(script.replacing("</script", with: "<\\/script"))</script>\n"
    }
    return Array((page + "</body>\n</html>\n").utf8)
  }
}
