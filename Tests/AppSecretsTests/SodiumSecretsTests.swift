import AppSecrets
import AppServer
import Testing

@Suite("Secrets by libsodium")
struct SodiumSecretsTests {
  private let secrets: SodiumSecrets

  init() throws { secrets = try SodiumSecrets(key: Array("a key".utf8), cost: .least) }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a hash is its password's and no other's, and never twice the same")
  func hashing() async throws {
    let hash = try await secrets.hash(Self.bytes("Secret.1"))
    #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(try await secrets.verify(Self.bytes("Secret.1"), against: hash))
    #expect(try await !secrets.verify(Self.bytes("Secret.2"), against: hash))
    #expect(try await !secrets.verify([], against: hash))
    #expect(try await secrets.hash(Self.bytes("Secret.1")) != hash)
  }

  @Test("in service a hash costs 19 MiB twice")
  func serviceCost() async throws {
    let secrets = try SodiumSecrets(key: [])
    let hash = try await secrets.hash([])
    #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(try await secrets.verify([], against: hash))
  }

  /// The first is also node-argon2's own test vector; all were made with argon2-cffi 25.1.
  @Test(
    "hashes of other programs are verified",
    arguments: [
      (
        "password",
        "$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A"
      ),
      (
        "correct horse battery staple",
        "$argon2i$v=19$m=4096,t=3,p=1$MDEyMzQ1Njc4OWFiY2RlZg$EY12I7uGyoBHzuQuFWt3F/Kvu99fJBY2qYsz2KZSrj8"
      ),
      (
        "passwörd",
        "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$YmrSbpDYj+54o1PfNTvhNYtalY+RaWWSWpVVYbBexB8"
      ),
    ])
  func foreignHashes(password: String, hash: String) async throws {
    #expect(try await secrets.verify(Self.bytes(password), against: hash))
    #expect(try await !secrets.verify(Self.bytes(password + " "), against: hash))
  }

  @Test(
    "what is no hash is nobody's",
    arguments: [
      "", "password", "$argon2i$", "$argon2id$v=19$m=8,t=1,p=1$", "$2b$10$abcdefghijklmnopqrstuv",
      "$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8",
      "$argon2id$v=19$m=65536,t=4294967295,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXQ",
      "$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXQ",
      "$argon2id$v=19$m=0,t=1,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXQ",
      "$argon2id$v=19$m=99999999999999999999,t=1,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXQ",
    ])
  func noHashes(hash: String) async throws {
    #expect(try await !secrets.verify(Self.bytes("password"), against: hash))
  }

  /// RFC 4231, section 4: test cases 1, 2 and 6.
  @Test(
    "codes are HMAC-SHA256",
    arguments: [
      (
        [UInt8](repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func codes(key: [UInt8], message: String, expected: String) throws {
    let secrets = try SodiumSecrets(key: key, cost: .least)
    let code = secrets.authenticationCode(of: Self.bytes(message))
    let text = code.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    #expect(text == expected)
  }

  @Test("codes are the same when all of their bytes are")
  func comparing() {
    #expect(secrets.areSame([], []))
    #expect(secrets.areSame([1, 2, 3], [1, 2, 3]))
    #expect(!secrets.areSame([1, 2, 3], [1, 2, 4]))
    #expect(!secrets.areSame([0, 2, 3], [1, 2, 3]))
    #expect(!secrets.areSame([1, 2, 3], [1, 2]))
  }

  @Test("random bytes and keys come in the number asked for, and not again")
  func random() throws {
    #expect(secrets.randomBytes(0).isEmpty)
    #expect(secrets.randomBytes(16).count == 16)
    #expect(secrets.randomBytes(16) != secrets.randomBytes(16))
    let (one, other) = (try SodiumSecrets.newKey(), try SodiumSecrets.newKey())
    #expect(one.count == 32 && one != other)
  }
}
