/// The header of every state space message: time, update interval and provider.
public struct SSRHeader: Hashable, Sendable {
  /// IDF001, the version of IGS SSR, `0...7`, 3 in streams on the air; not in RTCM's format.
  public var igsVersion: UInt8 = 3
  /// The epoch field, in seconds of the week in the system's time, of GLONASS the Moscow day.
  ///
  /// DF385, DF458, DF460, DF462, DF465: 20 bits. DF386: 17 bits. IDF003: 20 bits, GPS time for every
  /// system.
  public var epochSeconds: UInt32
  /// DF391 or IDF004, update interval, `0...15`.
  public var updateInterval: UInt8
  /// DF388 or IDF005, whether more messages of the same epoch follow.
  public var isMoreToFollow: Bool
  /// DF413 or IDF007, issue of the provider's data, `0...15`; it changes with the provider's settings.
  public var iodSSR: UInt8
  /// DF414 or IDF008, who computes the corrections.
  public var providerID: UInt16
  /// DF415 or IDF009, which of the provider's services it is, `0...15`.
  public var solutionID: UInt8

  /// Creates a header.
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

  /// For how many seconds the corrections are meant, `1...10 800`.
  ///
  /// They are best in the middle of it. Source: RTCM 10403.3 table of DF391.
  public var updateIntervalSeconds: Int {
    let seconds: [Int] = [
      1, 2, 5, 10, 15, 30, 60, 120, 240, 300, 600, 900, 1800, 3600, 7200, 10_800,
    ]
    return seconds[Int(updateInterval & 15)]
  }

  /// The epoch in milliseconds; one that does not fit is no time in any case.
  var epochMilliseconds: UInt32 {
    let (product, isTooLarge) = epochSeconds.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? .max : product
  }
}

extension SSRHeader {
  /// Goes along the fields that IGS SSR has behind DF002.
  @_lifetime(coder: copy coder)
  mutating func codeIGS<Coder: FieldCoder & ~Escapable>(
    messageNumber: UInt8, with coder: inout Coder
  ) throws(Coder.Failure) {
    var number = messageNumber
    try coder.integer(.idf001, &igsVersion)
    try coder.integer(.idf002, &number)
  }

  /// Goes along the fields up to the multiple message indicator.
  @_lifetime(coder: copy coder)
  mutating func codeTime<Coder: FieldCoder & ~Escapable>(
    epoch: DataField, _ format: SSRFormat, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(epoch, &epochSeconds)
    try coder.integer(.ssrUpdateInterval(format), &updateInterval)
    try coder.flag(.ssrMultipleMessage(format), &isMoreToFollow)
  }

  /// Goes along the fields that say whose corrections these are.
  @_lifetime(coder: copy coder)
  mutating func codeIssue<Coder: FieldCoder & ~Escapable>(
    _ format: SSRFormat, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.ssrIssue(format), &iodSSR)
    try coder.integer(.ssrProvider(format), &providerID)
    try coder.integer(.ssrSolution(format), &solutionID)
  }
}
