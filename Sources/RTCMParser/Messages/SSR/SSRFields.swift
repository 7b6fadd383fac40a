/// The state space fields that differ between constellations.
///
/// Source: RTCM 10403.3 tables 3.5-57…3.5-68 (GPS, GLONASS) and the SSR amendments for the other
/// systems; IGS SSR v1.00 table 2.
struct SSRFields: Sendable {
  /// The epoch: seconds of the week, or of the day for GLONASS.
  let epoch: DataField
  /// The satellite ID; ``SSRType/rinexNumber(ofSatelliteID:)`` converts it to a RINEX number.
  let satelliteID: DataField
  /// The issue of data: which broadcast orbit is corrected.
  let issueOfData: DataField
  /// A second identification of the broadcast orbit, where the issue of data is only a time; `nil` elsewhere.
  let issueCheck: DataField?
  /// The signal and tracking mode of a bias.
  let trackingMode: DataField

  /// Creates the fields of a constellation in RTCM's messages.
  ///
  /// NavIC has no such messages and uses the fields of IGS SSR.
  init(_ constellation: Constellation) {
    switch constellation {
    case .gps:
      self.init(
        epoch: (385, 20), satellite: (68, 6), issue: (71, "gps_iode", 8), tracking: 380)
    case .glonass:
      self.init(
        epoch: (386, 17), satellite: (384, 5), issue: (392, "glonass_iod", 8), tracking: 381)
    case .galileo:
      self.init(
        epoch: (458, 20), satellite: (252, 6), issue: (459, "galileo_iodnav", 10), tracking: 382)
    case .qzss:
      self.init(
        epoch: (460, 20), satellite: (429, 4), issue: (434, "qzss_iode", 8), tracking: 461)
    case .sbas:
      self.init(
        epoch: (462, 20), satellite: (463, 6), issue: (468, "sbas_t0_modulo", 9), issueStep: 16,
        check: .init(469, "sbas_iod_crc", .unsigned, 24), tracking: 464)
    case .beidou:
      self.init(
        epoch: (465, 20), satellite: (488, 6), issue: (470, "beidou_toe_modulo", 10), issueStep: 8,
        check: .init(471, "beidou_iod", .unsigned, 8), tracking: 467)
    case .navic: self = .igs
    }
  }

  /// The fields of IGS SSR, which are the same for all constellations.
  static var igs: Self {
    let base = DataField.igsNumberBase
    return .init(
      epoch: (base + 3, 20), satellite: (base + 11, 6), issue: (base + 12, "gnss_iod", 8),
      tracking: base + 24)
  }

  /// The fields of BeiDou with DF471 as a CRC of 24 bits, as in a draft of the amendment.
  ///
  /// The draft layout is still sent, for example by MADOCA-PPP and CNES.
  static var draftBeiDou: Self {
    .init(
      epoch: (465, 20), satellite: (488, 6), issue: (470, "beidou_toe_modulo", 10), issueStep: 8,
      check: .init(471, "beidou_iod_crc", .unsigned, 24), tracking: 467)
  }

  /// Creates the table entries; `issueStep` is the seconds per step when the issue of data is a time.
  private init(
    epoch: (number: UInt16, bits: Int), satellite: (number: UInt16, bits: Int),
    issue: (number: UInt16, name: FixedText, bits: Int), issueStep: Double? = nil,
    check: DataField? = nil, tracking: UInt16
  ) {
    self.epoch = .init(epoch.number, "ssr_epoch", .unsigned, epoch.bits, .seconds)
    satelliteID = .init(satellite.number, "satellite_id", .unsigned, satellite.bits)
    issueOfData = .init(
      issue.number, issue.name, .unsigned, issue.bits, stepsPerUnit: 1 / (issueStep ?? 1),
      issueStep == nil ? .none : .seconds)
    issueCheck = check
    trackingMode = .init(tracking, "tracking_mode", .unsigned, 5)
  }
}
