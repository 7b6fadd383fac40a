import SensorDrivers
import SensorTestKit
import Testing

typealias Transfer = ScriptedTransfer

extension ScriptedBus {
  /// A bus whose deviations fail the test.
  convenience init(_ script: [Transfer], at address: I2CAddress) {
    self.init(script, at: address) { Issue.record("\($0)") }
  }

  /// The same script, in which the transfer at an index fails; it is the last one made.
  convenience init(_ script: [Transfer], at address: I2CAddress, failingAt index: Int) {
    var cut = Array(script[...index])
    cut[index].failure = .timedOut(address)
    self.init(cut, at: address)
  }
}

extension Span where Element == UInt8 {
  /// A copy, for comparing.
  var array: [UInt8] { indices.map { self[$0] } }
}

/// Bytes written as in a datasheet: `B5 62 06`.
func bytes(_ hexadecimal: String) -> [UInt8] {
  hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
}

/// What `operation` throws, as the type it declares; `nil` when it throws nothing.
func failure<E: Error>(_ operation: () throws(E) -> Void) -> E? {
  do throws(E) {
    try operation()
    return nil
  } catch { return error }
}
