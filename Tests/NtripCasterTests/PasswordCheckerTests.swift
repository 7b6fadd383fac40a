import NtripMemory
import NtripProtocol
import Synchronization
import Testing

@testable import NtripCaster

@Suite("Passwords that are looked at", .timeLimit(.minutes(5)))
struct PasswordCheckerTests {
  /// From the specification of SHA-crypt, whose author made it of this password.
  private static let hash = "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5"

  private static func check(_ password: String) -> PasswordCheck {
    PasswordCheck(password: password, hashes: ["$5$saltstring$wrong", hash])
  }

  /// Names of connections, which only a caster gives.
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
    // Its thread has nothing more to do by now, or will soon: the next one is looked at as well.
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
