internal import Mathematics

extension StreamDate {
  /// A week, and what is for it.
  struct Candidate {
    /// The number of weeks from the anchor's.
    var weeks: Int
    /// The number of votes.
    var votes = 0.0
    /// The number of votes of sources whose weeks do not wrap.
    var certainVotes = 0.0

    /// Whether there is more for this one.
    func beats(_ other: Candidate) -> Bool {
      if (votes - other.votes).magnitude > Self.rounding { return votes > other.votes }
      return certainVotes > other.certainVotes + Self.rounding
    }

    /// More than the error of the sum of some shares.
    private static let rounding = 1e-6
  }

  /// The outcome of the vote.
  struct Outcome {
    /// The week with the most votes, or of several the one nearest to the given date, or that came first.
    var winner: Candidate
    /// Whether another week has as many votes.
    var isDivided: Bool
    /// The first time of the stream.
    var time: GPSTime
    /// Whether no round of a wrapping week number was guessed.
    var isCertain: Bool { winner.certainVotes > 0 }
  }

  /// Whether what has come so far tells one date.
  package var isTold: Bool { outcome.map { $0.isCertain && !$0.isDivided } ?? false }

  /// Whether a message told a week, be it one that wraps.
  package var isWitnessed: Bool { outcome != nil }

  /// The date: that of the vote, which a given one must not contradict, or a given one that nothing tells of.
  ///
  /// - Returns: The time of the beginning, to within some hours.
  package func settled() throws(StreamDateError) -> GPSTime {
    guard let outcome else {
      guard let given else { throw .unknown }
      return given
    }
    if let given { return try settled(outcome, against: given) }
    if outcome.isDivided || (!outcome.isCertain && hasCertainClaim) { throw .divided(told) }
    guard outcome.isCertain else { throw .unknown }
    return outcome.time
  }

  /// The time of the beginning by the vote; where nothing tells it, the given date, or one of nowadays.
  package var guess: GPSTime { outcome?.time ?? given ?? anchor ?? Self.nowadays }

  /// All that contradicts the date, by message type and week, in the order of its coming; all that tells a date
  /// where the vote is divided.
  package var outliers: [DateClaim] {
    guard let outcome else { return [] }
    let isOpen = outcome.isDivided && !isGiven(outcome.winner.weeks)
    return isOpen ? told : merged(claims.filter { !$0.tells(outcome.winner.weeks) })
  }

  /// Whether the vote is for the week of another date of the beginning.
  package func agrees(with beginning: GPSTime) -> Bool {
    guard let outcome else { return true }
    return outcome.time.seconds(since: beginning).magnitude < Self.tolerance
  }

  // MARK: -

  var outcome: Outcome? {
    var best: Candidate?
    var isDivided = false
    for candidate in candidates {
      guard let leader = best else {
        best = candidate
        continue
      }
      if candidate.beats(leader) {
        (best, isDivided) = (candidate, false)
      } else if !leader.beats(candidate) {
        isDivided = true
        if isGiven(candidate.weeks) { best = candidate }
      }
    }
    return best.flatMap { winner in
      time(of: winner.weeks).map { Outcome(winner: winner, isDivided: isDivided, time: $0) }
    }
  }

  /// The weeks that claims tell, with their votes, in the order of their coming.
  private var candidates: [Candidate] {
    var candidates: [Candidate] = []
    for claim in claims {
      let weeks = weeks(of: claim)
      if !candidates.contains(where: { $0.weeks == weeks }) {
        candidates.append(Candidate(weeks: weeks))
      }
    }
    for claims in claimsBySource {
      let all = Double(claims.reduce(0) { $0 + $1.count })
      for claim in claims {
        let share = Double(claim.count) / all
        for index in candidates.indices where claim.tells(candidates[index].weeks) {
          candidates[index].votes += share
          if claim.modulus == nil { candidates[index].certainVotes += share }
        }
      }
    }
    return candidates
  }

  /// The week of a claim; of those that a wrapping number can mean, the one nearest to the given date or nowadays.
  private func weeks(of claim: Claim) -> Int {
    guard let modulus = claim.modulus, let anchor else { return claim.weeks }
    return (given ?? Self.nowadays).nearestWeek(anchor.week + claim.weeks, modulus: modulus)
      - anchor.week
  }

  /// The time of the beginning in a week; without observations, that of the first claim of the week.
  private func time(of weeks: Int) -> GPSTime? {
    guard let anchor else { return nil }
    let start = anchor.advanced(seconds: weeks * Int(GPSTime.secondsPerWeek))
    guard !isObserved else { return start }
    let matching = claims.filter { $0.tells(weeks) }
    let claim = matching.first { $0.isClock } ?? matching.first
    return claim.map { start.nearest(millisecondsOfWeek: $0.time.millisecondsOfWeek) }
  }

  private func settled(_ outcome: Outcome, against given: GPSTime) throws(StreamDateError)
    -> GPSTime
  {
    guard !isGiven(outcome.winner.weeks) else { return outcome.time }
    let first = claims.first { $0.tells(outcome.winner.weeks) }
    throw .contradicted(byMessage: first?.type, saying: outcome.time)
  }

  /// Whether the given date is of a week.
  private func isGiven(_ weeks: Int) -> Bool {
    guard let given, let time = time(of: weeks) else { return false }
    return time.seconds(since: given).magnitude < Self.tolerance
  }

  /// Whether a message told a date without wraps.
  private var hasCertainClaim: Bool { claims.contains { $0.modulus == nil } }

  /// All claims, by message type and week.
  private var told: [DateClaim] { merged(claims) }

  private func merged(_ claims: [Claim]) -> [DateClaim] {
    var merged: [(weeks: Int, claim: DateClaim)] = []
    for claim in claims {
      let weeks = weeks(of: claim)
      let index = merged.firstIndex { $0.weeks == weeks && $0.claim.messageType == claim.type }
      if let index {
        merged[index].claim.count += claim.count
      } else {
        merged.append((weeks, told(by: claim, in: weeks)))
      }
    }
    return merged.map { $0.claim }
  }

  /// A claim with its first time in a round of its weeks.
  private func told(by claim: Claim, in weeks: Int) -> DateClaim {
    var time = claim.time
    if claim.modulus != nil, let anchor {
      time = anchor.advanced(seconds: weeks * Int(GPSTime.secondsPerWeek))
        .nearest(millisecondsOfWeek: time.millisecondsOfWeek)
    }
    return DateClaim(messageType: claim.type, time: time, count: claim.count)
  }

  /// Half a week, as the given date has it, and a day by which an ephemeris may be old; in seconds.
  private static let tolerance = 4.5 * 86_400
}

extension StreamDate.Claim {
  /// Whether the claim can mean a week.
  func tells(_ weeks: Int) -> Bool {
    let distance = modulus.map { (weeks - self.weeks).modulo($0) } ?? (weeks - self.weeks)
    return distance == 0 || distance == (modulus.map { slack.modulo($0) } ?? slack)
  }
}
