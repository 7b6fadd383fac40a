import Foundation
import TestSupport
import Testing

/// A file that a receiver's maker made of its data: 301 epochs of GPS, GLONASS, Galileo, BeiDou and QZSS.
enum MosaicFile {
  /// The text of the base's or the rover's file.
  static func text(_ name: String) throws -> [UInt8] {
    let path = try SharedCaptures.file("rtk/mosaic-static/\(name).obs.gz").path
    let gzip = try #require(OutsideProgram("gzip"))
    return Array(try gzip.run(["-dc", path], in: SharedCaptures.packageRoot).output.utf8)
  }

  /// The header and the first epochs of a file.
  static func beginning(_ name: String, epochs: Int) throws -> [UInt8] {
    let text = try text(name)
    var (count, start) = (0, text.startIndex)
    while count <= epochs, let next = text[start...].firstIndex(of: UInt8(ascii: ">")) {
      count += 1
      if count > epochs { return Array(text[..<next]) }
      start = next + 1
    }
    return text
  }
}
