/// The header of every state space message: epoch, update interval and provider.
public struct SSRHeader: Hashable, Sendable {
  /// IDF001, version of IGS SSR, `0...7`, 3 in real streams; RTCM's format does not have it.
  public var igsVersion: UInt8 = 3
  /// The epoch in seconds of the week, in the system's time; for GLONASS in seconds of the Moscow day.
  ///
  /// DF385, DF458, DF460, DF462 and DF465 have 20 bits, DF386 has 17 bits. IDF003 has 20 bits and is GPS time
  /// for every system.
  public var epochSeconds: UInt32
  /// DF391 or IDF004, update interval as a code, `0...15`.
  public var updateInterval: UInt8
  /// DF388 or IDF005, whether more messages of the same epoch follow.
  public var isMoreToFollow: Bool
  /// DF413 or IDF007, issue of data (IOD SSR), `0...15`; it changes with the provider's settings.
  public var iodSSR: UInt8
  /// DF414 or IDF008, ID of the provider that computes the corrections.
  public var providerID: UInt16
  /// DF415 or IDF009, ID of the provider's solution (service), `0...15`.
  public var solutionID: UInt8

  /// Creates a header from its fields.
  public init(
    epochSeconds: UInt32, updateInterval: UInt8 = 0, isMoreToFollow: Bool = false,
    iodSSR: UInt8 = 0, providerID: UInt16 = 0, solutionID: UInt8 = 0
  ) {
    self.epochSeconds = epochSeconds
    self.updateInterval = updateInterval
    self.isMoreToFollow = isMoreToFollow
    self.iodSSR = iodSSR
    self.providerID = providerID
    self.solutionID = solutionID
  }

  /// The update interval in seconds, `1...10 800`: the period of validity of the corrections.
  ///
  /// The corrections are most accurate in the middle of the interval. Source: RTCM 10403.3 table of DF391.
  public var updateIntervalSeconds: Int {
    let seconds: [Int] = [
      1, 2, 5, 10, 15, 30, 60, 120, 240, 300, 600, 900, 1800, 3600, 7200, 10_800,
    ]
    return seconds[Int(updateInterval & 15)]
  }

  /// The epoch in milliseconds; an epoch that does not fit becomes the maximum, which is out of range as
  /// well.
  var epochMilliseconds: UInt32 {
    let (product, isTooLarge) = epochSeconds.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? .max : product
  }
}

extension SSRHeader {
  /// Codes the IGS SSR version and message number, which follow DF002.
  @_lifetime(coder: copy coder)
  mutating func codeIGS<Coder: FieldCoder & ~Escapable>(
    messageNumber: UInt8, with coder: inout Coder
  ) throws(Coder.Failure) {
    var number = messageNumber
    try coder.integer(.idf001, &igsVersion)
    try coder.integer(.idf002, &number)
  }

  /// Codes the fields up to the multiple message indicator.
  @_lifetime(coder: copy coder)
  mutating func codeTime<Coder: FieldCoder & ~Escapable>(
    epoch: DataField, _ format: SSRFormat, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(epoch, &epochSeconds)
    try coder.integer(.ssrUpdateInterval(format), &updateInterval)
    try coder.flag(.ssrMultipleMessage(format), &isMoreToFollow)
  }

  /// Codes the issue of data and the IDs of provider and solution.
  @_lifetime(coder: copy coder)
  mutating func codeIssue<Coder: FieldCoder & ~Escapable>(
    _ format: SSRFormat, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.ssrIssue(format), &iodSSR)
    try coder.integer(.ssrProvider(format), &providerID)
    try coder.integer(.ssrSolution(format), &solutionID)
  }
}
