internal import Mathematics

extension StreamDate {
  /// A candidate week with its votes.
  struct Candidate {
    /// The number of weeks from the week of the anchor.
    var weeks: Int
    /// The votes for the week; a source that gives several weeks counts as fractions.
    var votes = 0.0
    /// The votes from sources whose weeks do not wrap, a part of `votes`.
    var certainVotes = 0.0

    /// Whether this candidate has more votes than another; in a tie, more certain votes.
    func beats(_ other: Candidate) -> Bool {
      if (votes - other.votes).magnitude > Self.rounding { return votes > other.votes }
      return certainVotes > other.certainVotes + Self.rounding
    }

    /// The tolerance for equal votes, above the rounding error of summed shares.
    private static let rounding = 1e-6
  }

  /// The outcome of the vote.
  struct Outcome {
    /// The week with the most votes; in a tie the week nearest the given date, else the first one.
    var winner: Candidate
    /// Whether another week has as many votes.
    var isDivided: Bool
    /// The time of the stream's beginning in the winning week.
    var time: GPSTime
    /// Whether the week is certain: at least one vote comes from a week number that does not wrap.
    var isCertain: Bool { winner.certainVotes > 0 }
  }

  /// Whether the messages so far determine one date.
  package var isTold: Bool { outcome.map { $0.isCertain && !$0.isDivided } ?? false }

  /// Whether any message gave a week, including week numbers that wrap.
  package var isWitnessed: Bool { outcome != nil }

  /// Returns the date of the vote, which a given date must not contradict; the given date without a vote.
  ///
  /// - Returns: The time of the beginning, to within some hours.
  /// - Throws: ``StreamDateError`` when no date is given and the vote is not certain, or when the two
  ///   contradict each other.
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

  /// The time of the beginning by the vote; without a vote the given date, or a date of nowadays.
  package var guess: GPSTime { outcome?.time ?? given ?? anchor ?? Self.nowadays }

  /// The claims that contradict the date, by message type and week, in order of appearance.
  ///
  /// Every claim is an outlier of a divided vote.
  package var outliers: [DateClaim] {
    guard let outcome else { return [] }
    let isOpen = outcome.isDivided && !isGiven(outcome.winner.weeks)
    return isOpen ? told : merged(claims.filter { !$0.tells(outcome.winner.weeks) })
  }

  /// Whether the vote agrees with the week of another date of the beginning; true without a vote.
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

  /// The candidate weeks with their votes, in order of appearance.
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

  /// Returns the week of a claim; for a wrapping week number, the week nearest the given date or nowadays.
  private func weeks(of claim: Claim) -> Int {
    guard let modulus = claim.modulus, let anchor else { return claim.weeks }
    return (given ?? Self.nowadays).nearestWeek(anchor.week + claim.weeks, modulus: modulus)
      - anchor.week
  }

  /// Returns the time of the beginning in a week; without observations, the time of the week's first claim.
  private func time(of weeks: Int) -> GPSTime? {
    guard let anchor else { return nil }
    let start = anchor.advanced(
      byNanoseconds: Int64(weeks) * GPSTime.secondsPerWeek * 1_000_000_000)
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

  /// Whether the given date lies in a week.
  private func isGiven(_ weeks: Int) -> Bool {
    guard let given, let time = time(of: weeks) else { return false }
    return time.seconds(since: given).magnitude < Self.tolerance
  }

  /// Whether any message gave a date without wraps.
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

  /// Returns a claim as a date, with its first time in the given cycle of its week number.
  private func told(by claim: Claim, in weeks: Int) -> DateClaim {
    var time = claim.time
    if claim.modulus != nil, let anchor {
      time = anchor.advanced(byNanoseconds: Int64(weeks) * GPSTime.secondsPerWeek * 1_000_000_000)
        .nearest(millisecondsOfWeek: time.millisecondsOfWeek)
    }
    return DateClaim(messageType: claim.type, time: time, count: claim.count)
  }

  /// Half a week, the accuracy of the given date, and a day, the possible age of an ephemeris; seconds.
  private static let tolerance = 4.5 * 86_400
}

extension StreamDate.Claim {
  /// Whether the claim can mean a week.
  func tells(_ weeks: Int) -> Bool {
    let distance = modulus.map { (weeks - self.weeks).modulo($0) } ?? (weeks - self.weeks)
    return distance == 0 || distance == (modulus.map { slack.modulo($0) } ?? slack)
  }
}
