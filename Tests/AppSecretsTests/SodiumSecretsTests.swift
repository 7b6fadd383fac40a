import AppServer
import TestSupport
import Testing

@testable import AppSecrets

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

  /// The first hash is also node-argon2's own test vector; all were made with argon2-cffi 25.1.
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

  /// The codes of RFC 4231, section 4: test cases 1, 2 and 6.
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
    #expect(!secrets.areSame([1, 2], [1, 2, 3]))
    #expect(!secrets.areSame([], [1]))
  }

  /// The hashes of FIPS 180-2, appendix B.1 and B.2, and the hash of an empty text.
  @Test(
    "digests are SHA-256",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digests(text: String, expected: String) {
    let digest = Digest.sha256(Self.bytes(text))
    #expect(digest.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() == expected)
  }

  #if canImport(Glibc)
    @Test("no memory for a hash is told, and what needs less is done as ever")
    func scarceMemory() async {
      await #expect(processExitsWith: .success) {
        try ScarceMemory.leave(450 << 20)
        let half = HashingCost(memory: 512 << 20, passes: 1)
        let secrets = try SodiumSecrets(key: [1], cost: half)
        let least = try SodiumSecrets(key: [1], cost: .least)
        let hash = try await least.hash([1])
        let broken = "$argon2id$v=19$m=8,t=1,p=1$?$?"
        // Enough calls that both threads get some.
        for _ in 0..<20 {
          await #expect(throws: HashingError.outOfMemory) { try await secrets.hash([1]) }
          #expect(try await secrets.verify([1], against: hash))
          #expect(try await !secrets.verify([2], against: hash))
          await #expect(throws: HashingError.outOfMemory) { try await secrets.hash([1]) }
          #expect(try await !secrets.verify([1], against: broken))
        }
      }
    }
  #endif

  @Test("the first thing that a process asks for may be secrets, or a key")
  func first() async {
    await #expect(processExitsWith: .success) {
      try #require(SodiumSecrets(key: [], cost: .least).randomBytes(1).count == 1)
    }
    await #expect(processExitsWith: .success) { try #require(SodiumSecrets.newKey().count == 32) }
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
