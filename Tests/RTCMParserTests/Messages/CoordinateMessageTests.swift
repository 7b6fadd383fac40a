import RTCMParser
import TestSupport
import Testing

@Suite("Messages of coordinate systems")
struct CoordinateMessageTests {
  @Test("each number is the one pyrtcm reads, and goes back", arguments: CoordinateVectors.all)
  func agrees(vector: OracleVector) throws { try vector.check() }

  @Test("1023: the extensions of a grid are kept, each its own")
  func grid() {
    let grid = EllipsoidalGridResiduals(
      systemID: 1, originLatitude: 45, originLongitude: 9, northSouthExtension: 0.5,
      eastWestExtension: 0.25, points: Array(repeating: .init(), count: 16))
    #expect(grid.northSouthExtension == 0.5 && grid.eastWestExtension == 0.25)
  }

  @Test("1021: what is not given is zero, and an area is kept, each number its own")
  func helmert() {
    var message = HelmertTransformation(
      sourceName: "A", targetName: "B", systemID: 3, translation: .init(x: 1, y: 2, z: 3),
      rotation: .init(x: 4, y: 5, z: 6), scaleCorrection: 7)
    #expect(message.sourceName == "A" && message.targetName == "B" && message.systemID == 3)
    #expect(message.utilizedMessages == 0 && message.plateNumber == 0)
    #expect(message.computationIndicator == 0 && message.heightIndicator == 0)
    #expect(message.translation == .init(x: 1, y: 2, z: 3))
    #expect(message.rotation == .init(x: 4, y: 5, z: 6))
    #expect(message.scaleCorrection == 7 && message.rotationPoint == nil)
    message.validity = .init(
      latitude: 45, longitude: 9, northSouthExtension: 0.5, eastWestExtension: 0.25)
    #expect(message.validity.latitude == 45 && message.validity.longitude == 9)
    #expect(message.validity.northSouthExtension == 0.5)
    #expect(message.validity.eastWestExtension == 0.25)
    let ellipsoid = HelmertTransformation.Ellipsoid(
      semiMajorAxis: 6_378_137, semiMinorAxis: 6_356_752.314)
    #expect(ellipsoid.semiMajorAxis == 6_378_137 && ellipsoid.semiMinorAxis == 6_356_752.314)
  }

  @Test("1300: a system has an epoch or none")
  func serviceCRS() throws {
    for epoch in [nil, 2010.0, 1900.01, 2555.35] {
      let message = ServiceCRS(name: "ETRF2000", coordinateEpoch: epoch)
      #expect(try decoded(RTCMMessage.serviceCRS(message).encode()) == .serviceCRS(message))
    }
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.serviceCRS(.init(name: "", coordinateEpoch: 1900)).encode()
    }
    #expect(error?.field == 564)
    #expect(error?.description.contains("1900.01...2555.35") == true)
  }

  @Test("1302: links to databases are kept, in their order")
  func rtcmCRS() throws {
    let message = RTCMCRS(
      name: "ETRF2000(2010)", isPlateFixed: true, plateNumber: 7,
      databaseLinks: ["ISO.DATUM:187", "", "EPSG.CRS:7930"])
    let payload = try RTCMMessage.rtcmCRS(message).encode()
    #expect(payload.count == (26 + 14 * 8 + 3 * 5 + 26 * 8 + 7) / 8)
    #expect(try decoded(payload) == .rtcmCRS(message))
    var fields = FieldCollector()
    try RTCMMessage.rtcmCRS(message).describe(to: &fields)
    #expect(fields.texts["DF566"] == "ETRF2000(2010)")
    #expect(fields.texts["DF570_03"] == "EPSG.CRS:7930")
  }

  @Test("a name of more than 31 characters is refused, and more than seven links")
  func refusesLongNames() {
    let text = DescriptorText(bytes: [UInt8](repeating: 0x41, count: 32))
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.rtcmCRS(.init(name: text)).encode()
    }
    #expect(error?.reason == .textTooLong(count: 32, maximum: 31))
    #expect(error?.field == 566)
    let links = [DescriptorText](repeating: "x", count: 8)
    let second = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.rtcmCRS(.init(name: "", databaseLinks: links)).encode()
    }
    #expect(second?.field == 568)
  }

  @Test("1021 becomes 1022 by a point to rotate about")
  func rotationPoint() throws {
    var transformation = HelmertTransformation(
      sourceName: "5001", targetName: "4001", systemID: 9, translation: .init(x: -577.326),
      rotation: .init(z: 5.297), scaleCorrection: -2.4232)
    #expect(RTCMMessage.helmertTransformation(transformation).type == 1021)
    transformation.rotationPoint = ECEFPosition(x: -4_421_532.276, y: 1, z: 17_179_869.183)
    let message = RTCMMessage.helmertTransformation(transformation)
    #expect(message.type == 1022)
    #expect(try decoded(message.encode()) == message)
  }

  @Test("an ellipsoid's axis is refused where the field cannot say it")
  func refusesAxis() {
    var transformation = HelmertTransformation(
      sourceName: "", targetName: "", systemID: 0, translation: .init(), rotation: .init(),
      scaleCorrection: 0)
    for axis in [0, 6_370_000, 6_386_777.216] {
      transformation.sourceEllipsoid.semiMajorAxis = axis
      let error = #expect(throws: RTCMEncodingError.self) {
        try RTCMMessage.helmertTransformation(transformation).encode()
      }
      #expect(
        error?.reason
          == .outOfRange(value: axis, minimum: 6_370_000.001, maximum: 6_386_777.215))
      #expect(error?.field == 166)
    }
  }
}

/// Comparison of captured messages with the values of gpsd and rtcm-rs 0.11.0, and with EPSG's data for
/// Austria.
@Suite("Coordinates of captured streams", .compares(with: .captures))
struct CapturedCoordinateTests {
  private func message(_ type: UInt16, of name: String, at index: Int = 0) throws -> RTCMMessage {
    let all = frames(of: try SharedCaptures.bytes(of: name)).filter { $0.type == type }
    return try decoded(all[index].payload)
  }

  /// Returns the second generated frame of a type, which has random values.
  private func generated(_ type: UInt16) throws -> RTCMMessage {
    try message(type, of: "rtcmrs__generated_shared.rtcm3", at: 1)
  }

  @Test(
    "1021: Austria's parameters invert those of EPSG 1618, from WGS 84 to the ellipsoid of Bessel")
  func austrianTransformation() throws {
    guard
      case .helmertTransformation(let message) = try message(1021, of: "gpsd__rtcm3_102x135.log")
    else {
      Issue.record("another message")
      return
    }
    #expect(message.sourceName == "5001")
    #expect(message.targetName == "4001")
    #expect(message.translation == .init(x: -577.326, y: -90.129, z: -463.919))
    #expect(message.rotation == .init(x: 5.137, y: 1.474, z: 5.297))
    #expect(message.scaleCorrection == -2.4232)
    #expect(message.validity.latitude == 46.9)
    #expect(message.validity.northSouthExtension == nil)
    #expect(
      message.sourceEllipsoid == .init(semiMajorAxis: 6_378_137, semiMinorAxis: 6_356_752.314))
    #expect(
      message.targetEllipsoid == .init(semiMajorAxis: 6_377_397.155, semiMinorAxis: 6_356_078.963))
    #expect(message.horizontalQuality == 4)
  }

  @Test("1023: a grid of Austria has gpsd's values")
  func austrianGrid() throws {
    guard
      case .ellipsoidalGridResiduals(let message) = try message(
        1023, of: "gpsd__rtcm3_102x135.log")
    else {
      Issue.record("another message")
      return
    }
    #expect(abs(message.originLatitude - 48.000694) < 5e-7)
    #expect(abs(message.originLongitude - 16.000417) < 5e-7)
    #expect(message.eastWestExtension == 7.0 / 3600)
    #expect(message.meanLatitudeOffset == 0.01)
    #expect(message.meanHeightOffset == 0.82)
    #expect(message.points[0] == .init(latitude: -0.00048, longitude: 0.00018, height: 0))
    #expect(message.points[15] == .init(latitude: -0.00048, longitude: 0.00036, height: -0.005))
    #expect(message.use.modifiedJulianDay == 59_586)
  }

  @Test("1022: ten parameters have rtcm-rs's values")
  func tenParameters() throws {
    guard case .helmertTransformation(let message) = try generated(1022) else {
      Issue.record("another message")
      return
    }
    #expect(message.validity.latitude * 3600 == 433_704)
    #expect(message.rotation == .init(x: -8673.07184, y: 20_943.04282, z: 30_559.33506))
    #expect(message.scaleCorrection == -27.8291)
    #expect(
      message.rotationPoint
        == ECEFPosition(x: -4_421_532.276, y: 1_611_128.372, z: -9_010_680.679))
    #expect(message.sourceEllipsoid.semiMajorAxis == 6_375_954.624)
    #expect(message.targetEllipsoid.semiMinorAxis == 6_360_730.229)
  }

  @Test("1025: a projection has rtcm-rs's values")
  func projection() throws {
    guard case .mapProjection(let message) = try generated(1025),
      case .naturalOrigin(let origin) = message.parameters
    else {
      Issue.record("another message")
      return
    }
    #expect(message.method.rawValue == 39)
    #expect(origin.latitude == -51.304154451)
    #expect(origin.longitude == 93.834656718)
    #expect(origin.scaleFactor == 1.00143950506)
    #expect(origin.falseEasting == 22_148_795.339)
    #expect(origin.falseNorthing == -10_423_208.368)
  }

  @Test("1027: an oblique Mercator projection has rtcm-rs's values")
  func obliqueMercator() throws {
    guard case .mapProjection(let message) = try generated(1027),
      case .obliqueMercator(let oblique) = message.parameters
    else {
      Issue.record("another message")
      return
    }
    #expect(oblique.isRectified)
    #expect(oblique.azimuth == 34.355499354)
    #expect(oblique.skewDifference == -0.054748221)
    #expect(oblique.scaleFactor == 1.00271889448)
    #expect(oblique.easting == 30_581_906.086)
  }

  @Test("1301: fourteen parameters have rtcm-rs's values")
  func fourteenParameters() throws {
    guard case .timeDependentTransformation(let message) = try generated(1301) else {
      Issue.record("another message")
      return
    }
    #expect(message.referenceModifiedJulianDay == 65_782)
    #expect(message.parameters.translation == .init(x: 1699.264, y: -1696.753, z: -3388.313))
    #expect(message.parameters.scaleCorrection == 75.10197)
    #expect(message.rates.translation == .init(x: -0.25384, y: 0.68478, z: 0.96624))
    #expect(message.rates.rotation == .init(x: -0.0222508, y: 0.010044, z: -0.0107104))
    #expect(message.rates.scaleCorrection == 0.0002194)
  }

  @Test("1302: seven links of 31 characters are read, as by rtcm-rs")
  func databaseLinks() throws {
    let name = "rtcmrs__generated_shared.rtcm3"
    guard case .rtcmCRS(let message) = try message(1302, of: name) else {
      Issue.record("another message")
      return
    }
    let zeros = DescriptorText(bytes: [UInt8](repeating: UInt8(ascii: "0"), count: 31))
    #expect(message == RTCMCRS(name: zeros, databaseLinks: Array(repeating: zeros, count: 7)))
  }
}
