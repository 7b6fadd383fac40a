import Foundation
import Testing

extension TemporaryFolder {
  /// Unpacks an archive of the captures.
  package convenience init(unpacking archive: String) throws {
    try self.init()
    let captures = try #require(SharedCaptures.folder).appending(path: "captures")
    let tar = try #require(OutsideProgram("tar"))
    let outcome = try tar.run(["-xJf", captures.appending(path: archive).path], in: url)
    try #require(outcome.status == 0, "tar cannot unpack \(archive)")
  }
}
