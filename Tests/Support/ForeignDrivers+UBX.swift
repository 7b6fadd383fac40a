public import Foundation

extension ForeignDrivers {
  /// The messages of a receiver's stream as pyubx2 reads them, each a line with its name and its fields.
  ///
  /// - Parameters:
  ///   - stream: UBX and NMEA.
  ///   - scratch: A folder for the stream's file.
  /// - Throws: ``MissingOracle`` without Python; ``Damage`` when there is anything but sound messages.
  public static func messages(in stream: [UInt8], scratch: URL) throws -> [String] {
    guard let python = OutsideProgram("python3") else { throw MissingOracle(oracle: .drivers) }
    Oracle.drivers.note()
    let file = scratch.appending(path: "receiver.log")
    try Data(stream).write(to: file)
    let script = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/pyubx2_messages.py").path
    let result = try python.run(
      [script, folder.appending(path: "ubx").path], in: scratch, input: file)
    guard result.status == 0 else { throw Damage(status: result.status, output: result.output) }
    return result.output.split(separator: "\n").map(String.init)
  }

  /// The lines that pyubx2 prints of a session with a receiver on a TCP port of this machine, which it sets up: the
  /// version, and ten epochs of NAV-PVT at five a second, each with its time of week, fix and position.
  ///
  /// - Throws: ``MissingOracle`` without Python; ``Damage`` where anything is refused or no sound message.
  public static func session(withReceiverAt port: UInt16) throws -> [String] {
    guard let python = OutsideProgram("python3") else { throw MissingOracle(oracle: .drivers) }
    Oracle.drivers.note()
    let script = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/pyubx2_session.py").path
    let result = try python.run(
      [script, folder.appending(path: "ubx").path, "127.0.0.1", "\(port)"],
      in: FileManager.default.temporaryDirectory)
    guard result.status == 0 else { throw Damage(status: result.status, output: result.output) }
    return result.output.split(separator: "\n").map(String.init)
  }

  /// A stream holds something that is no sound message.
  public struct Damage: Error {
    /// The script's exit status.
    public let status: Int32
    /// What it had found before.
    public let output: String
  }
}
