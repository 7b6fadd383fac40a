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
