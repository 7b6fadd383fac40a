/// The far end of a serial line: another program, on a pseudoterminal or a socket.
///
/// Nothing waits: bytes that the program does not take are lost, as on a line without flow control.
package protocol SerialLine: AnyObject, Sendable {
  /// The rate that the program has set, bits per second; `nil` for a line without a rate.
  var baud: Int? { get }

  /// Returns the program's next bytes, at most `count`.
  func read(atMost count: Int) -> [UInt8]

  /// Sends bytes to the program.
  func write(_ bytes: [UInt8])
}
