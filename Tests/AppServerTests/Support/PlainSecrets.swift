import AppServer
import Locks

/// Secrets without cryptography, for tests of code that uses secrets.
final class PlainSecrets: Secrets {
  let isBusy = Lock(false)
  /// The number of passwords verified.
  let verifications = Lock(0)
  private let count = Lock(UInt8(0))

  func hash(_ password: [UInt8]) async throws(HashingError) -> String {
    if isBusy.withLock({ $0 }) { throw .busy }
    return "plain:" + String(decoding: password, as: UTF8.self)
  }

  func verify(_ password: [UInt8], against hash: String) async throws(HashingError) -> Bool {
    verifications.withLock { $0 += 1 }
    return try await self.hash(password) == hash
  }

  func authenticationCode(of message: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 7, count: 32)
    for (index, byte) in message.enumerated() { code[index % 32] = code[index % 32] &* 31 &+ byte }
    return code
  }

  func areSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }

  func randomBytes(_ count: Int) -> [UInt8] {
    let next = self.count.withLock { number in
      number &+= 1
      return number
    }
    return Array(repeating: next, count: count)
  }
}
