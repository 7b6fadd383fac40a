import Foundation
import TestSupport
import Testing

/// The observations that RTKLIB's convbin writes for a stream.
struct ConvbinObservations {
  /// The key of a value: time, satellite and observation code.
  struct Key: Hashable {
    /// The hour, minute and second of the day, as printed.
    var time: Substring
    /// The satellite in RINEX notation: `G05`.
    var satellite: Substring
    /// The RINEX code: `C1C` is a pseudorange in metres, `L1C` a phase in cycles, `S1C` a CNR in dB-Hz.
    var code: Substring
  }

  private(set) var values: [Key: Double] = [:]
  private(set) var glonassChannels: [Substring: Int] = [:]

  /// Runs convbin on a stream that begins on a day, `2018/07/14`, and reads its output.
  init(of stream: [UInt8], day: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(stream, to: "in.rtcm3")
    let options = ["-r", "rtcm3", "-tr", day, "00:00:00", "-v", "3.04", "-od", "-os"]
    let program = try OutsideProgram(.convbin)
    _ = try program.run(options + ["-o", "out.obs", "-n", "out.nav", "in.rtcm3"], in: folder.url)
    var isHeader = true
    var codes: [Character: [Substring]] = [:]
    var (time, system) = (Substring(), Character(" "))
    for line in try folder.text(of: "out.obs").split(whereSeparator: \.isNewline) {
      if line.hasSuffix("SYS / # / OBS TYPES") || line.contains("SYS / # / OBS TYPES") {
        if let first = line.first, first != " " { system = first }
        codes[system, default: []] += line.prefix(60).dropFirst(6).split(separator: " ")
      } else if line.contains("GLONASS SLOT / FRQ #") {
        let words = line.prefix(60).dropFirst(4).split(separator: " ")
        for index in stride(from: 0, to: words.count - 1, by: 2) {
          glonassChannels[words[index]] = Int(words[index + 1])
        }
      } else if line.contains("END OF HEADER") {
        isHeader = false
      } else if line.hasPrefix(">") {
        time = line.dropFirst(13).prefix(16)
      } else if !isHeader, let system = line.first {
        read(line, at: time, codes: codes[system] ?? [])
      }
    }
  }

  /// Reads the line of a satellite: fields of 16 characters, with numbers in the first 14.
  private mutating func read(_ line: Substring, at time: Substring, codes: [Substring]) {
    let (satellite, characters) = (line.prefix(3), Array(line.utf8.dropFirst(3)))
    for (index, code) in codes.enumerated() where 16 * index + 14 <= characters.count {
      let text = String(decoding: characters[(16 * index)..<(16 * index + 14)], as: UTF8.self)
      guard let value = Double(text.trimmingCharacters(in: .whitespaces)), value != 0 else {
        continue
      }
      values[Key(time: time, satellite: satellite, code: code)] = value
    }
  }

  /// Returns a value by its key.
  ///
  /// Messages from before MSM cannot distinguish some codes; any of the possible codes is then accepted.
  func value(at key: Key) -> Double? {
    if let value = values[key] { return value }
    guard key.code.last == "X" else { return nil }
    return ["L", "S", "C"].lazy.compactMap { attribute in
      values[Key(time: key.time, satellite: key.satellite, code: key.code.dropLast() + attribute)]
    }.first
  }

  /// Returns the wavelength of a signal, metres.
  func wavelength(of key: Key) -> Double {
    let isL1 = key.code.dropFirst().first == "1"
    guard key.satellite.first == "R" else { return 299_792_458 / (isL1 ? 1575.42e6 : 1227.6e6) }
    let channel = Double(glonassChannels[key.satellite] ?? 0)
    return 299_792_458 / (isL1 ? 1602e6 + channel * 562_500 : 1246e6 + channel * 437_500)
  }
}
