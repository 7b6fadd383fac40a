extension SSRSatellite {
  /// Codes the fields of a satellite in a message of a type.
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    in type: SSRType, _ fields: SSRFields, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(fields.satelliteID, &id)
    if type.hasOrbit { try coder.code(&orbit, type.format, fields) }
    if type.hasClock { try coder.code(&clock, type.format) }
    switch type.kind {
    case .orbit, .clock, .orbitAndClock: break
    case .highRateClock:
      var metres = highRateClock ?? 0
      try coder.quantity(.ssrHighRateClock(type.format), &metres)
      highRateClock = metres
    case .userRangeAccuracy:
      var accuracy = userRangeAccuracy ?? SSRUserRangeAccuracy(rawValue: 0)
      try coder.integer(.ssrAccuracy(type.format), &accuracy.rawValue)
      userRangeAccuracy = accuracy
    case .codeBias: try codeCodeBiases(type.format, fields, with: &coder)
    case .phaseBias: try codePhaseBiases(type.format, fields, with: &coder)
    }
  }

  @_lifetime(coder: copy coder)
  private mutating func codeCodeBiases<Coder: FieldCoder & ~Escapable>(
    _ format: SSRFormat, _ fields: SSRFields, with coder: inout Coder
  ) throws(Coder.Failure) {
    var count = codeBiases.count
    try coder.integer(.ssrBiasCount(format), &count)
    let id = self.id
    try coder.list(&codeBiases, count: count, of: SSRCodeBias(trackingMode: 0, bias: 0)) {
      (code, coder) throws(Coder.Failure) in
      coder.beginGroup("bias", satelliteID: id)
      try coder.integer(fields.trackingMode, &code.trackingMode)
      try coder.quantity(.ssrCodeBias(format), &code.bias)
      coder.endGroup()
    }
  }

  @_lifetime(coder: copy coder)
  private mutating func codePhaseBiases<Coder: FieldCoder & ~Escapable>(
    _ format: SSRFormat, _ fields: SSRFields, with coder: inout Coder
  ) throws(Coder.Failure) {
    var count = phaseBiases.count
    try coder.integer(.ssrBiasCount(format), &count)
    var yaw = self.yaw ?? SSRYaw()
    try coder.quantity(.ssrYawAngle(format), &yaw.angle)
    try coder.quantity(.ssrYawRate(format), &yaw.rate)
    self.yaw = yaw
    let id = self.id
    try coder.list(&phaseBiases, count: count, of: SSRPhaseBias(trackingMode: 0, bias: 0)) {
      (phase, coder) throws(Coder.Failure) in
      coder.beginGroup("bias", satelliteID: id)
      try coder.integer(fields.trackingMode, &phase.trackingMode)
      try coder.flag(.ssrIntegerIndicator(format), &phase.isInteger)
      try coder.integer(.ssrWideLaneIndicator(format), &phase.wideLaneIndicator)
      try coder.integer(.ssrDiscontinuityCounter(format), &phase.discontinuityCounter)
      try coder.quantity(.ssrPhaseBias(format), &phase.bias)
      coder.endGroup()
    }
  }

  /// Returns the field that a message of this type requires and that has no value here; `nil` when none is
  /// missing.
  ///
  /// The function is inlined, so that a satellite in a list is not copied.
  @inline(always)
  func missingField(in type: SSRType) -> DataField? {
    if type.hasOrbit && orbit == nil { return .ssrRadial(type.format) }
    if type.hasClock && clock == nil { return .ssrClockC0(type.format) }
    switch type.kind {
    case .highRateClock where highRateClock == nil: return .ssrHighRateClock(type.format)
    case .userRangeAccuracy where userRangeAccuracy == nil: return .ssrAccuracy(type.format)
    case .phaseBias where yaw == nil: return .ssrYawAngle(type.format)
    default: return nil
    }
  }
}

extension FieldCoder where Self: ~Escapable {
  @_lifetime(self: copy self)
  fileprivate mutating func code(
    _ orbit: inout SSROrbitCorrection?, _ format: SSRFormat, _ fields: SSRFields
  ) throws(Failure) {
    var part = orbit ?? SSROrbitCorrection()
    try integer(fields.issueOfData, &part.issueOfData)
    if let check = fields.issueCheck { try integer(check, &part.issueCheck) }
    try quantity(.ssrRadial(format), &part.radial)
    try quantity(.ssrAlongTrack(format), &part.alongTrack)
    try quantity(.ssrCrossTrack(format), &part.crossTrack)
    try quantity(.ssrRadialRate(format), &part.radialRate)
    try quantity(.ssrAlongTrackRate(format), &part.alongTrackRate)
    try quantity(.ssrCrossTrackRate(format), &part.crossTrackRate)
    orbit = part
  }

  @_lifetime(self: copy self)
  fileprivate mutating func code(
    _ clock: inout SSRClockCorrection?, _ format: SSRFormat
  ) throws(Failure) {
    var part = clock ?? SSRClockCorrection()
    try quantity(.ssrClockC0(format), &part.c0)
    try quantity(.ssrClockC1(format), &part.c1)
    try quantity(.ssrClockC2(format), &part.c2)
    clock = part
  }
}
