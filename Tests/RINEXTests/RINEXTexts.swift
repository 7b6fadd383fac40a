import RINEX
import RTCMStreams
import TestSupport
import Testing

/// The files of a stream in one version.
struct RINEXTexts {
  let text: RINEXConversion.Text
  let omissions: [String]

  init(
    of stream: [UInt8], near reference: GPSTime, version: RINEXFormat,
    header: RINEXHeader = RINEXHeader()
  ) throws {
    var conversion = RINEXConversion(near: reference, version: version, header: header)
    var text = RINEXConversion.Text()
    while conversion.pass != .done {
      conversion.consume(stream.span, into: &text)
      try conversion.endPass(into: &text)
    }
    (self.text, omissions) = (text, conversion.omissions.map(\.description))
  }

  /// Writes the texts into a folder; returns the files' names.
  func write(into folder: TemporaryFolder) throws -> [String] {
    try [
      ("out.obs", text.observations), ("out.nav", text.navigation),
      ("out.gnav", text.glonassNavigation), ("out.hnav", text.sbasNavigation),
    ].filter { !$0.1.isEmpty }.map { name, bytes in
      _ = try folder.write(bytes, to: name)
      return name
    }
  }

  /// The lines of the observation file.
  var lines: [String] {
    String(decoding: text.observations, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }
}
