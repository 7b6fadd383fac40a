internal import GNSSBasics

/// A type of observation as a header names it: three characters, in version 2 two.
struct ObservationType: Hashable, Sendable {
  /// The kind of value: `C` or `P` for pseudoranges, `L`, `D`, `S`; others are not read.
  let letter: UInt8
  /// The characters after the kind: band and attribute, in version 2 the band alone.
  let rest: [UInt8]

  /// Creates a type from its characters, of which trailing blanks are no part; `nil` without any.
  init?(_ characters: some Sequence<UInt8>) {
    var characters = Array(characters)
    while characters.last == UInt8(ascii: " ") { characters.removeLast() }
    guard let letter = characters.first else { return nil }
    (self.letter, rest) = (letter, Array(characters.dropFirst()))
  }

  /// The type's characters.
  var text: String { String(decoding: [letter] + rest, as: UTF8.self) }

  /// The kind of value; `nil` for types that are not read, such as receiver channels (`X1`).
  var kind: ObservationKind? {
    letter == UInt8(ascii: "P")
      ? .pseudorange : ObservationKind.allCases.first { $0.letter == letter }
  }

  /// Returns the signal's code in versions 3 and 4; `nil` for types that are not read.
  ///
  /// The B1I signal of BeiDou is in band 2, except in version 3.02, which has it in band 1. Files of other
  /// versions may have 1I and 1Q too, which can be no other signals.
  ///
  /// Source: RINEX 3.02, table 9; RINEX 3.04, table 9 and section 8.
  func code(of constellation: Constellation, version: Double) -> RINEXSignalCode? {
    guard letter != UInt8(ascii: "P"), rest.count == 2,
      let code = RINEXSignalCode(String(decoding: rest, as: UTF8.self))
    else { return nil }
    guard constellation == .beidou, code.band == 1 else { return code }
    let isB1I = [UInt8(ascii: "I"), UInt8(ascii: "Q")].contains(code.attribute)
    let isOld = (3.015..<3.025).contains(version)
    return isB1I || isOld ? RINEXSignalCode(band: 2, attribute: code.attribute) : code
  }
}
