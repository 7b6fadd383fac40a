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
    let styles = ["leaflet.css", "dygraph.css", "page.css"].compactMap(BrowserFiles.text)
    let scripts = ["leaflet.js", "dygraph.js"].compactMap(BrowserFiles.text) + [modules.text]
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>boardsim</title>

      """
    for style in styles { page += "<style>\n\(style.withoutPictures)</style>\n" }
    page += """
      </head>
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
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(BrowserFiles.text("page.css") ?? "")</style>
      </head>
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
}

/// Modules of JavaScript joined to one script, each before those that import it.
///
/// The modules import by lines `import { a, b } from "./name.js";` and export declarations only.
struct ModuleBundle {
  private(set) var text = ""
  private var names: Set<String> = []

  /// Adds a module after the modules that it imports, if it is not there yet.
  mutating func add(_ name: String, _ source: String) {
    guard names.insert(name).inserted else { return }
    var body = ""
    var exports: [Substring] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if let found = line.wholeMatch(of: /import (\{.*\}) from "\.\/(\w+)\.js";/) {
        let imported = String(found.2)
        add(imported, BrowserFiles.text(imported + ".js") ?? "")
        body += "const \(found.1) = \(Self.variable(of: imported));\n"
      } else if let found = line.prefixMatch(
        of: /export ((?:async )?(?:function|class|const) (\w+))/)
      {
        exports.append(found.2)
        body += line.dropFirst("export ".count) + "\n"
      } else {
        body += line + "\n"
      }
    }
    text += """
      const \(Self.variable(of: name)) = (() => {
      \(body)return { \(exports.joined(separator: ", ")) };
      })();

      """
  }

  private static func variable(of module: String) -> String { "module_" + module }
}

extension String {
  /// The style sheet without pictures of other files, which one file does not have.
  fileprivate var withoutPictures: String {
    replacing(/url\(images\/[^)]*\)/) { _ in "none" }
  }
}
