/// The kind, `MSM1`…`MSM7`, and constellation of a multiple signal message.
public struct MSMType: Hashable, Sendable {
  /// The constellation of the satellites.
  public var constellation: Constellation
  /// The kind of MSM, `1...7`.
  public var kind: UInt8

  /// Creates a type; traps when `kind` is not `1...7`.
  public init(_ constellation: Constellation, kind: UInt8) {
    precondition((1...7).contains(kind), "an MSM is of kind 1...7")
    self.constellation = constellation
    self.kind = kind
  }

  /// Creates the type of a message number; returns `nil` when the number is not an MSM.
  public init?(messageType: UInt16) {
    guard (1071...1137).contains(messageType), (1...7).contains(messageType % 10),
      let constellation = Constellation(rawValue: UInt8((messageType - 1070) / 10))
    else { return nil }
    self.init(constellation, kind: UInt8(messageType % 10))
  }

  /// The message type, DF002, `1071...1137`.
  public var messageType: UInt16 {
    1070 + 10 * UInt16(constellation.rawValue) + UInt16(kind)
  }
}
