import Bytes
import Mathematics

/// A link's knowledge about its caster, kept from one connection to the next.
struct LinkMemory: Sendable {
  /// Whether the caster is known to require a position.
  var wantsPosition = false
  /// The mountpoint's row of the sourcetable; `nil` when unknown.
  var record: StreamRecord?

  /// The redirection target in this attempt; `nil` without a redirection.
  private(set) var target: NtripURL?

  /// The maximum number of redirections per attempt.
  private static let mostTargets = 5

  private let choice: NtripVersionChoice
  private let hashing: NtripHashing?
  /// The random generator of the client nonces in Digest logins.
  private var generator: Xoshiro256
  private var isVersionOne = false
  /// Whether the caster has accepted the requested protocol version, so that no other version is tried.
  private var isSettled = false
  private var challenge: DigestChallenge?
  private var answers: UInt32 = 0
  private var hasAskedForTable = false
  // The lessons learnt in the current attempt.
  private var hasTurnedToVersionOne = false
  private var hasAnswered = false
  private var targetCount = 0

  init(_ choice: NtripVersionChoice, hashing: NtripHashing?, seed: UInt64) {
    self.choice = choice
    self.hashing = hashing
    generator = Xoshiro256(seed: seed, part: "NTRIP Digest")
  }

  /// Returns the approach for the next connection.
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

  /// Applies a lesson; returns `false` when it was already applied in this attempt or cannot help.
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

  /// Records that the caster accepts the requested protocol version.
  mutating func settle() { isSettled = true }

  /// Returns whether the sourcetable may still be requested, and records the request.
  mutating func mayAskForTable() -> Bool {
    defer { hasAskedForTable = true }
    return !hasAskedForTable
  }

  /// Ends a failed attempt; the next attempt may apply each lesson again.
  mutating func endAttempt() {
    // Version 1 did not help either.
    if !isSettled { isVersionOne = false }
    (hasTurnedToVersionOne, hasAnswered) = (false, false)
    (target, targetCount) = (nil, 0)
  }
}
