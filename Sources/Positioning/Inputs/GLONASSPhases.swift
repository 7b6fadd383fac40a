internal import GNSSBasics
public import RTCMParser

/// The alignment of a receiver's phases of GLONASS, as far as it is known.
///
/// Each satellite of GLONASS has a frequency of its own, and receivers of different makes give its phases biases
/// that grow with the channel. Between two receivers of one make they cancel.
public struct GLONASSPhases: Hashable, Sendable {
  /// The type of the receiver, as message 1033 or the header of a RINEX file tells it; its first word is the make.
  public var receiver: String?
  /// The biases that align the phases with the codes, as message 1230 tells them; `nil` without it.
  public private(set) var biases: GLONASSCodePhaseBiases?

  /// Creates a description of a receiver of which nothing is known.
  public init() {}

  /// Takes a message 1033 or 1230 of the receiver; other messages are ignored.
  public mutating func take(_ message: RTCMMessage) {
    switch message {
    case .receiverAndAntenna(let equipment):
      let name = equipment.receiverType.description
      receiver = name.isEmpty ? receiver : name
    case .glonassCodePhaseBiases(let biases): self.biases = biases
    default: break
    }
  }
}

extension GLONASSPhases {
  /// Whether two receivers are of one make.
  func isSameMake(as other: GLONASSPhases) -> Bool {
    make != nil && make == other.make
  }

  /// The letters and digits of the make, in capitals.
  private var make: String? {
    guard let word = receiver?.split(separator: " ").first else { return nil }
    let make = word.filter { $0.isLetter || $0.isNumber }.uppercased()
    return make.isEmpty ? nil : make
  }

  /// Whether message 1230 tells that the phases are aligned with the codes as they are.
  var isAligned: Bool {
    guard let biases else { return false }
    let told = [biases.l1CA, biases.l1P, biases.l2CA, biases.l2P].compactMap(\.self)
    return biases.isAligned || !told.isEmpty && told.allSatisfy { $0 == 0 }
  }

  /// Returns what is to be added to a phase to align it, metres.
  ///
  /// Source: RTCM 10403.3, DF421 to DF426.
  func correction(of code: RINEXSignalCode) -> Double {
    guard let biases, !biases.isAligned else { return 0 }
    return switch (code.band, code.attribute) {
    case (1, UInt8(ascii: "C")): biases.l1CA ?? 0
    case (1, UInt8(ascii: "P")): biases.l1P ?? 0
    case (2, UInt8(ascii: "C")): biases.l2CA ?? 0
    case (2, UInt8(ascii: "P")): biases.l2P ?? 0
    default: 0
    }
  }
}
