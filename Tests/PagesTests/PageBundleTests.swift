@testable import Pages
import Bytes
import HTTPServer
import Testing

@Suite("A page in one file")
struct PageBundleTests {
  @Test("a module comes after those that it imports, once, without import and export")
  func order() {
    var bundle = ModuleBundle()
    bundle.add("a", "export const one = 1;\nexport async function two() {}\nconst own = 3;")
    bundle.add("a", "const again = 1;")
    #expect(
      bundle.text == """
        const module_a = (() => {
        const one = 1;
        async function two() {}
        const own = 3;
        return { one, two };
        })();

        """)
  }

  @Test("the page has all its modules and the recording, and loads nothing")
  func whole() throws {
    let recording = Array("{\"recording\":1}\n{\"text\":\"</script>\"}\n".utf8)
    let page = String(decoding: try #require(PageBundle.html(of: recording)), as: UTF8.self)
    for name in ["html", "words", "recorded", "chart", "map", "sky", "replay"] {
      #expect(page.components(of: "const module_\(name) = ") == 1, "\(name)")
    }
    #expect(!page.contains("\nimport ") && !page.contains("\nexport "))
    #expect(page.matches(of: /(?:src|href)="\/page/).isEmpty && !page.contains("url(images"))
    // Each script ends where it should: the number of ends is that of the beginnings.
    #expect(page.components(of: "</script>") == page.matches(of: /<script[ >]/).count)
    let inside = try #require(page.firstMatch(of: /id="recording">([^<]*)</)).1
    #expect(Base64.decode(inside.utf8).flatMap(Gzip.decode) == recording)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
