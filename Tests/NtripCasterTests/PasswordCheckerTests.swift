import NtripMemory
import NtripProtocol
import Synchronization
import Testing

@testable import NtripCaster

@Suite("Passwords that are looked at", .timeLimit(.minutes(5)))
struct PasswordCheckerTests {
  /// A hash from the specification of SHA-crypt, of the password `Hello world!`.
  private static let hash = "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5"

  private static func check(_ password: String) -> PasswordCheck {
    PasswordCheck(password: password, hashes: ["$5$saltstring$wrong", hash])
  }

  /// Returns connection IDs, which only a caster can create.
  private static func connections(_ count: Int) -> [Caster.ConnectionID] {
    var caster = Caster([])
    return (0..<count).map { _ in caster.connect(at: .zero) }
  }

  @Test("are told right from wrong, one after the other")
  func checks() async {
    let (results, tell) = AsyncStream<(Caster.ConnectionID, Bool)>.makeStream()
    let checker = PasswordChecker { id, _, isRight in tell.yield((id, isRight)) }
    let ids = Self.connections(3)
    let passwords = ["Hello world!", "hello world!", "Hello world!"]
    for (id, password) in zip(ids, passwords) {
      #expect(checker.begin(Self.check(password), for: id))
    }
    var iterator = results.makeAsyncIterator()
    for (id, isRight) in zip(ids, [true, false, true]) {
      let result = await iterator.next()
      #expect(result?.0 == id && result?.1 == isRight)
    }
    // The checker's thread has no work left by now, or soon: the next check must be performed as well.
    #expect(checker.begin(Self.check("Hello world!"), for: ids[1]))
    #expect(await iterator.next()?.1 == true)
  }

  @Test("are taken by nobody who has stopped")
  func stops() {
    let checker = PasswordChecker { _, _, _ in Issue.record("nothing was taken") }
    checker.stop()
    #expect(!checker.begin(Self.check("Hello world!"), for: Self.connections(1)[0]))
  }
}
