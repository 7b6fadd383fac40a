import RTCMParser

extension SampleMessages {
  /// The samples of messages 1057…1068, 1240…1270 and 4076.
  static var stateSpaceMessages: [RTCMMessage] {
    [SSRFormat.rtcm, .igs].flatMap { format in
      satelliteCorrections(format) + [.ssrIonosphere(ionosphere(format))]
    } + drafts
  }

  /// The samples in the layouts of drafts.
  private static var drafts: [RTCMMessage] {
    let issues = [SSRType.Kind.orbit, .orbitAndClock].compactMap { SSRType(.beidou, $0) }
    let counts = SSRType.Kind.allCases.compactMap { SSRType(.qzss, $0) }
    return (issues + counts).map { type in
      var message = corrections(type)
      message.hasDraftBeiDouIssue = type.constellation == .beidou
      message.hasDraftQZSSCount = type.constellation == .qzss
      return .ssr(message)
    }
  }

  private static func satelliteCorrections(_ format: SSRFormat) -> [RTCMMessage] {
    Constellation.allCases.flatMap { constellation in
      SSRType.Kind.allCases.compactMap { kind in
        SSRType(constellation, kind, format).map { .ssr(corrections($0)) }
      }
    }
  }

  private static func corrections(_ type: SSRType) -> SSRMessage {
    var message = SSRMessage(
      type: type, header: stateSpaceHeader, satellites: [3, 9].map { satellite($0, of: type.kind) })
    message.hasRegionalDatum = type.kind == .orbit || type.kind == .orbitAndClock
    message.isDispersiveBiasConsistent = type.kind == .phaseBias
    message.isMelbourneWuebbenaConsistent = type.kind == .phaseBias
    return message
  }

  private static var stateSpaceHeader: SSRHeader {
    SSRHeader(
      epochSeconds: 43_215, updateInterval: 3, isMoreToFollow: true, iodSSR: 7, providerID: 259,
      solutionID: 2)
  }

  private static func satellite(_ id: UInt8, of kind: SSRType.Kind) -> SSRSatellite {
    var satellite = SSRSatellite(id: id)
    let sign = id == 3 ? 1.0 : -1.0
    switch kind {
    case .orbit: satellite.orbit = orbit(sign)
    case .clock: satellite.clock = clock(sign)
    case .orbitAndClock: (satellite.orbit, satellite.clock) = (orbit(sign), clock(sign))
    case .highRateClock: satellite.highRateClock = sign * 0.4321
    case .userRangeAccuracy: satellite.userRangeAccuracy = SSRUserRangeAccuracy(rawValue: id + 8)
    case .codeBias:
      satellite.codeBiases = [
        SSRCodeBias(trackingMode: 0, bias: sign * 1.23),
        SSRCodeBias(trackingMode: 5, bias: sign * -4.56),
      ]
    case .phaseBias:
      satellite.yaw = yaw(sign)
      satellite.phaseBiases = [phaseBias(0, sign * 0.1234), phaseBias(5, sign * -0.5678)]
    }
    return satellite
  }

  private static func orbit(_ sign: Double) -> SSROrbitCorrection {
    var orbit = SSROrbitCorrection()
    orbit.issueOfData = 88
    orbit.issueCheck = 0x5A
    orbit.radial = sign * 0.1234
    orbit.alongTrack = sign * -0.5676
    orbit.crossTrack = sign * 0.9876
    orbit.radialRate = sign * 0.000_123
    orbit.alongTrackRate = sign * -0.000_456
    orbit.crossTrackRate = sign * 0.000_788
    return orbit
  }

  private static func clock(_ sign: Double) -> SSRClockCorrection {
    SSRClockCorrection(c0: sign * -0.8765, c1: sign * 0.000_321, c2: sign * 0.000_000_46)
  }

  private static func yaw(_ sign: Double) -> SSRYaw {
    var yaw = SSRYaw()
    yaw.angle = 0.75 + sign / 4
    yaw.rate = sign / 512
    return yaw
  }

  private static func phaseBias(_ mode: UInt8, _ metres: Double) -> SSRPhaseBias {
    var bias = SSRPhaseBias(trackingMode: mode, bias: metres)
    bias.isInteger = true
    bias.wideLaneIndicator = 2
    bias.discontinuityCounter = 6
    return bias
  }

  private static func ionosphere(_ format: SSRFormat) -> SSRIonosphere {
    SSRIonosphere(
      format: format, header: stateSpaceHeader, quality: 2.35,
      layers: [layer(height: 450, degree: 3, order: 2), layer(height: 2550, degree: 1, order: 1)])
  }

  private static func layer(height: Double, degree: UInt8, order: UInt8) -> SSRIonosphere.Layer {
    var layer = SSRIonosphere.Layer(height: height, degree: degree, order: order)
    for index in layer.cosines.indices { layer.cosines[index] = 21.5 - 3.125 * Double(index) }
    for index in layer.sines.indices { layer.sines[index] = 1.005 - 0.625 * Double(index) }
    return layer
  }
}
