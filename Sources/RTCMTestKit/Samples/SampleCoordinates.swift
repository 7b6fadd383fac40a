import RTCMParser

extension SampleMessages {
  /// The samples of messages 1021…1027 and 1300…1302.
  static var coordinateMessages: [RTCMMessage] {
    [
      .helmertTransformation(helmert(about: nil)),
      .helmertTransformation(helmert(about: position)),
      .ellipsoidalGridResiduals(ellipsoidalGrid),
      .planeGridResiduals(planeGrid),
      .mapProjection(
        MapProjection(
          systemID: 31, method: .transverseMercator, parameters: .naturalOrigin(naturalOrigin))),
      .mapProjection(
        MapProjection(
          systemID: 31, method: .lambertConic2, parameters: .standardParallels(parallels))),
      .mapProjection(
        MapProjection(
          systemID: 31, method: .init(rawValue: 8), parameters: .obliqueMercator(obliqueMercator))),
      .serviceCRS(ServiceCRS(name: "ETRF2000(2008)", coordinateEpoch: 2008.5)),
      .timeDependentTransformation(timeDependent),
      .rtcmCRS(
        RTCMCRS(
          name: "ITRF2014", isPlateFixed: true, plateNumber: 7,
          databaseLinks: ["EPSG.CRS:7912", "ISO.CRS:399"])),
    ]
  }

  private static func helmert(about point: ECEFPosition?) -> HelmertTransformation {
    var message = HelmertTransformation(
      sourceName: "ETRS89", targetName: "Roma 1940", systemID: 31, utilizedMessages: 0x0A5,
      translation: .init(x: 104.1, y: 49.123, z: -9.912),
      rotation: .init(x: -0.971_14, y: 2.917_1, z: -0.714_12), scaleCorrection: -11.683_21,
      rotationPoint: point)
    message.plateNumber = 7
    message.computationIndicator = 2
    message.heightIndicator = 1
    message.validity = .init(
      latitude: 45.5, longitude: 9.25, northSouthExtension: 1.5, eastWestExtension: nil)
    message.sourceEllipsoid = .init(semiMajorAxis: 6_378_137, semiMinorAxis: 6_356_752.314)
    message.targetEllipsoid = .init(semiMajorAxis: 6_378_388, semiMinorAxis: 6_356_911.946)
    message.horizontalQuality = 3
    message.verticalQuality = 2
    return message
  }

  private static var gridUse: GridUse {
    GridUse(
      horizontalInterpolation: .biquadratic, verticalInterpolation: .bispline,
      horizontalQuality: 4, verticalQuality: 5, modifiedJulianDay: 61_192)
  }

  private static var ellipsoidalGrid: EllipsoidalGridResiduals {
    var message = EllipsoidalGridResiduals(
      systemID: 31, originLatitude: 45.25, originLongitude: 9.125, northSouthExtension: 0.05,
      eastWestExtension: 0.075,
      points: (0..<GridUse.pointCount).map { index in
        let step = Double(index)
        return .init(
          latitude: 0.0003 * (step - 7.5), longitude: 0.0006 * (7.5 - step),
          height: 0.012 * (step - 7.5))
      })
    message.meanLatitudeOffset = 0.012
    message.meanLongitudeOffset = -0.034
    message.meanHeightOffset = 45.67
    message.use = gridUse
    return message
  }

  private static var planeGrid: PlaneGridResiduals {
    var message = PlaneGridResiduals(
      systemID: 31, originNorthing: 5_037_000, originEasting: 1_514_000, northSouthExtension: 1230,
      eastWestExtension: 2340,
      points: (0..<GridUse.pointCount).map { index in
        let step = Double(index)
        return .init(
          northing: 0.004 * (step - 7.5), easting: 0.008 * (7.5 - step),
          height: 0.012 * (step - 7.5))
      })
    message.meanNorthingOffset = 1.23
    message.meanEastingOffset = -2.34
    message.meanHeightOffset = 45.67
    message.use = gridUse
    return message
  }

  private static var naturalOrigin: MapProjection.NaturalOrigin {
    var parameters = MapProjection.NaturalOrigin()
    parameters.latitude = 12.5
    parameters.longitude = 9.000_000_011
    parameters.scaleFactor = 0.9996
    parameters.falseEasting = 1_500_000.125
    parameters.falseNorthing = -12_345.678
    return parameters
  }

  private static var parallels: MapProjection.StandardParallels {
    var parameters = MapProjection.StandardParallels()
    parameters.latitude = 46.5
    parameters.longitude = 3
    parameters.standardParallel1 = 44
    parameters.standardParallel2 = 49
    parameters.easting = 700_000.5
    parameters.northing = 6_600_000.25
    return parameters
  }

  private static var obliqueMercator: MapProjection.ObliqueMercator {
    var parameters = MapProjection.ObliqueMercator()
    parameters.isRectified = true
    parameters.latitude = 46.952_4
    parameters.longitude = 7.439_6
    parameters.azimuth = 90.5
    parameters.skewDifference = 0.123
    parameters.scaleFactor = 1.000_1
    parameters.easting = 2_600_000.5
    parameters.northing = 1_200_000.25
    return parameters
  }

  private static var timeDependent: TimeDependentTransformation {
    TimeDependentTransformation(
      sourceName: "ITRF2014", targetName: "ETRF2000", systemID: 31, utilizedMessages: 0x201,
      referenceDay: 10_958,
      parameters: .init(
        translation: .init(x: 0.054, y: 0.051, z: -0.048),
        rotation: .init(x: 0.001_7, y: 0.010_3, z: -0.017_82), scaleCorrection: 0.002_4),
      rates: .init(
        translation: .init(x: 0.000_1, y: 0.000_12, z: -0.001_92),
        rotation: .init(x: 0.000_081_2, y: 0.000_49, z: -0.000_792), scaleCorrection: 0.000_08))
  }
}
