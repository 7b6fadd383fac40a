import SensorDrivers
import SensorTestKit
import Testing

typealias Transfer = ScriptedTransfer

extension ScriptedBus {
  /// Creates a bus that records each deviation from the script as a failure of the test.
  convenience init(_ script: [Transfer], at address: I2CAddress) {
    self.init(script, at: address) { Issue.record("\($0)") }
  }

  /// Creates a bus with a script that ends with the transfer at an index, which fails.
  convenience init(_ script: [Transfer], at address: I2CAddress, failingAt index: Int) {
    var cut = Array(script[...index])
    cut[index].failure = .timedOut(address)
    self.init(cut, at: address)
  }
}

extension Span where Element == UInt8 {
  /// A copy of the span as an array, for comparisons.
  var array: [UInt8] { indices.map { self[$0] } }
}

/// Returns bytes from hexadecimal text as in a datasheet: `B5 62 06`.
func bytes(_ hexadecimal: String) -> [UInt8] {
  hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
}

/// Returns the error that `operation` throws, with its declared type; `nil` when it throws none.
func failure<E: Error>(_ operation: () throws(E) -> Void) -> E? {
  do throws(E) {
    try operation()
    return nil
  } catch { return error }
}
