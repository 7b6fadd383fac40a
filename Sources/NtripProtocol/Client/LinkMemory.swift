import Bytes
import Mathematics

/// A link's knowledge of its caster, from one conversation to the next.
struct LinkMemory: Sendable {
  /// Whether the caster has been seen to want a position.
  var wantsPosition = false
  /// The sourcetable's row of the mountpoint; `nil` when that is not known.
  var record: StreamRecord?

  /// The place that the caster has sent the client to in this attempt; `nil` for none.
  private(set) var target: NtripURL?

  /// The greatest number of redirections in one attempt.
  private static let mostTargets = 5

  private let choice: NtripVersionChoice
  private let hashing: NtripHashing?
  /// The generator of our own numbers in Digest logins.
  private var generator: Xoshiro256
  private var isVersionOne = false
  /// Whether the caster has answered in the version that it is asked in now, so that no other is tried.
  private var isSettled = false
  private var challenge: DigestChallenge?
  private var answers: UInt32 = 0
  private var hasAskedForTable = false
  // What was learnt since the last failure.
  private var hasTurnedToVersionOne = false
  private var hasAnswered = false
  private var targetCount = 0

  init(_ choice: NtripVersionChoice, hashing: NtripHashing?, seed: UInt64) {
    self.choice = choice
    self.hashing = hashing
    generator = Xoshiro256(seed: seed, part: "NTRIP Digest")
  }

  /// Returns the next conversation's approach.
  mutating func approach(to url: NtripURL) -> NtripApproach {
    var approach = NtripApproach(choice)
    if isVersionOne { approach.version = .one }
    approach.mayTakeVersionOne = approach.mayTakeVersionOne && !isVersionOne && !isSettled
    (approach.wantsPosition, approach.record) = (wantsPosition, record)
    approach.target = target
    if let challenge, let hashing, let credentials = url.credentials {
      answers &+= 1
      approach.authorization = challenge.authorization(
        of: credentials, for: (approach.target ?? url).path, count: answers,
        clientNonce: clientNonce(),
        hashing: hashing)
    }
    return approach
  }

  private mutating func clientNonce() -> String {
    let number = generator.next()
    return stride(from: 56, through: 0, by: -8).map { UInt8(number >> $0 & 0xFF) }.hexadecimal
  }

  /// Takes a lesson; `false` when it was taken in this attempt already, or is of no use.
  mutating func learn(_ lesson: NtripLesson, for credentials: NtripCredentials?) -> Bool {
    switch lesson {
    case .versionOne:
      guard !hasTurnedToVersionOne, !isSettled else { return false }
      (isVersionOne, hasTurnedToVersionOne) = (true, true)
    case .digest(let challenge):
      settle()
      guard !hasAnswered, credentials != nil, hashing?(challenge.hash, []) != nil else {
        return false
      }
      (self.challenge, answers, hasAnswered) = (challenge, 0, true)
    case .target(let url):
      settle()
      guard targetCount < Self.mostTargets else { return false }
      (target, targetCount) = (url, targetCount + 1)
    }
    return true
  }

  /// The caster takes the version that it is asked in.
  mutating func settle() { isSettled = true }

  /// Whether the sourcetable may be asked for, which is then taken to be done.
  mutating func mayAskForTable() -> Bool {
    defer { hasAskedForTable = true }
    return !hasAskedForTable
  }

  /// The attempt has failed; in the next one everything may be learnt again.
  mutating func endAttempt() {
    // Version 1 was of no use either.
    if !isSettled { isVersionOne = false }
    (hasTurnedToVersionOne, hasAnswered) = (false, false)
    (target, targetCount) = (nil, 0)
  }
}
