internal import CPages
internal import HTTPServer

/// The files of the pages for browsers, embedded in the program when it was built.
///
/// The program's own files are `Sources/Pages/Browser`. Leaflet and dygraphs are there if they could be fetched.
package enum BrowserFiles {
  /// The directory of the files in a page's paths.
  static let directory = "/page/"

  /// Returns the file at a path: the page of a name at `/`, or what a page loads below `/page/`; `nil` for another path.
  package static func file(at path: String, page: String) -> PageFile? {
    if path == "/" { return Self[page] }
    return path.hasPrefix(directory) ? Self[String(path.dropFirst(directory.count))] : nil
  }

  /// Returns a file; `nil` for an unknown name, and in a program that was built without the file.
  static subscript(name: String) -> PageFile? { all[name] }

  /// Returns the text of a file; `nil` like the subscript.
  static func text(_ name: String) -> String? {
    contents[name].flatMap(Gzip.decode).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let all: [String: PageFile] = contents.reduce(into: [:]) { all, file in
    all[file.key] = PageFile(type(of: file.key), gzipped: file.value)
  }

  /// The files, gzipped.
  private static let contents: [String: [UInt8]] = {
    var count = 0
    // Sound: the table and its bytes are constants of the program with the lengths they state; they are copied.
    let files = unsafe UnsafeBufferPointer(start: boardsim_page_files(&count), count: count)
    var all: [String: [UInt8]] = [:]
    for index in files.indices {
      let file = unsafe files[index]
      let name = unsafe String(cString: file.name)
      let bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
      let isGzipped = unsafe file.is_gzipped != 0
      all[name] = isGzipped ? bytes : Gzip.encode(bytes, level: 9)
    }
    return all
  }()

  /// Returns the media type of a file, by the ending of its name.
  private static func type(of name: String) -> String {
    let type =
      switch name.split(separator: ".").last {
      case "html": "text/html"
      case "css": "text/css"
      case "js": "text/javascript"
      case "svg": "image/svg+xml"
      default: "text/plain"
      }
    return type + "; charset=utf-8"
  }
}
