internal import Bytes
public import SensorDrivers

/// A part whose model is another program's, in any language.
///
/// The board asks the program in lines, at board times only, so that the same answers give the
/// same bytes at any speed. `docs/adding-a-sensor.md` has the protocol.
public struct OutsidePart: Sendable {
  /// The part's name in status, faults and traces.
  public var name: String
  /// The part's address on the bus.
  public var address: I2CAddress
  /// The place of the program, as users wrote it: `127.0.0.1:7071`.
  public var source: String
  /// Opens a connection to the program; each board has one of its own.
  public var connect: @Sendable () throws(PartFailure) -> any PartChannel

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The name, which ``isName(_:)`` must allow.
  ///   - address: The address, one of ``addresses`` that no other part of the board has.
  ///   - source: The place of the program.
  ///   - connect: Opens a connection to the program.
  public init(
    named name: String, at address: I2CAddress, from source: String,
    connect: @escaping @Sendable () throws(PartFailure) -> any PartChannel
  ) {
    (self.name, self.address, self.source, self.connect) = (name, address, source, connect)
  }

  /// The name of the part's interrupt pin, with the part's: `lm75.int`.
  public var interruptPin: String { "\(name).\(OutsidePartModel.interruptPin)" }

  /// The addresses that a part can have; UM10204, 3.1.12 reserves the others.
  public static let addresses: ClosedRange<UInt8> = 0x08...0x77

  /// Returns whether a text can be the name of a part: 1 to 32 letters, digits and `-`.
  public static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  /// Returns the name of the board's own part at an address; `nil` for a free address.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - light: The board's light sensor.
  /// - Returns: The part's name.
  public static func ownPart(at address: I2CAddress, light: LightSensor) -> String? {
    if address == .ublox { return "ublox" }
    return SensorRow.rows(light: light).first { $0.address == address }?.name
  }
}

/// A connection to the program of a part: lines out and lines in.
///
/// A line has no line end here. A call that throws ends the connection.
public protocol PartChannel: AnyObject {
  /// Sends a line.
  func send(_ line: String) throws(PartFailure)

  /// Returns the program's next line, and waits for it no longer than the part's time limit.
  func receive() throws(PartFailure) -> [UInt8]
}
