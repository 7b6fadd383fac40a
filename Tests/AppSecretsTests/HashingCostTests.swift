import Testing

@testable import AppSecrets

@Suite("What hashes cost")
struct HashingCostTests {
  @Test("what a hash costs is read from it")
  func reading() {
    for kind in ["argon2i", "argon2id"] {
      #expect(
        HashingCost(of: "$\(kind)$v=19$m=8,t=3,p=1$c2FsdA$aGFzaA")
          == HashingCost(memory: 8192, passes: 3))
    }
    #expect(
      HashingCost(of: "$argon2id$v=19$m=524288,t=1,p=4$c2FsdA$aGFzaA")
        == HashingCost(memory: 512 << 20, passes: 1))
    #expect(
      HashingCost(of: "$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA")
        == HashingCost(memory: 1024, passes: 1))
  }

  @Test(
    "what does not say so in three numbers says nothing",
    arguments: [
      "", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA$x",
      "$argon2id$v=19$m=8,t=1$c2FsdA$aGFzaA", "$argon2id$v=19$m=8$c2FsdA$aGFzaA",
      "$argon2id$v=19$m=8,p=1,t=1$c2FsdA$aGFzaA", "$argon2id$v=19$m=8,t=0,p=1$c2FsdA$aGFzaA",
      "$argon2id$v=19$m=8,t=-1,p=1$c2FsdA$aGFzaA", "$argon2id$v=19$m=0,t=1,p=1$c2FsdA$aGFzaA",
      "$argon2id$v=19$m=524289,t=1,p=1$c2FsdA$aGFzaA", "$argon2id$v=19$m=8,t=,p=1$c2FsdA$aGFzaA",
      "$argon2id$v=19$m=8,t=1,p=x$c2FsdA$aGFzaA", "$argon2id$v=19$m8,t=1,p=1$c2FsdA$aGFzaA",
    ])
  func unreadable(hash: String) { #expect(HashingCost(of: hash) == nil) }

  @Test(
    "half a gigabyte is affordable, gone through as often as makes eight of them",
    arguments: [
      (512 << 20, 16, true), (512 << 20, 17, false), ((512 << 20) + 1, 1, false),
      (256 << 20, 32, true), (256 << 20, 33, false), (8192, 1 << 20, true),
      (8192, (1 << 20) + 1, false), (19 << 20, 2, true),
    ])
  func affordable(memory: Int, passes: Int, isAffordable: Bool) {
    #expect(HashingCost(memory: memory, passes: passes).isAffordable == isAffordable)
  }

  @Test("in service it is 19 MiB gone through twice, at the least 8 KiB once")
  func values() {
    #expect(HashingCost.service.memory == 19_922_944 && HashingCost.service.passes == 2)
    #expect(HashingCost.least.memory == 8192 && HashingCost.least.passes == 1)
  }
}
