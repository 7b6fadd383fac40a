import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
  /// Unpacks an archive of the captures.
  convenience init(unpacking archive: String) throws {
    try self.init()
    let captures = try #require(SharedCaptures.folder).appending(path: "captures")
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-xJf", captures.appending(path: archive).path, "-C", path]
    try tar.run()
    tar.waitUntilExit()
    try #require(tar.terminationStatus == 0, "tar cannot unpack \(archive)")
  }
}
