/// The fields that differ from system to system.
///
/// Source: RTCM 10403.3 tables 3.5-57…3.5-68 (GPS, GLONASS) and the SSR amendments for the other
/// systems; IGS SSR v1.00 table 2.
struct SSRFields: Sendable {
  /// Seconds of the week, of GLONASS the day.
  let epoch: DataField
  /// The field of the satellite; ``SSRType/rinexNumber(ofSatelliteID:)`` says how it counts.
  let satelliteID: DataField
  /// The field of the broadcast orbit that is corrected.
  let issueOfData: DataField
  /// A second mark of that orbit, where the first is only a time.
  let issueCheck: DataField?
  /// Signal and tracking mode.
  let trackingMode: DataField

  /// The fields of a system in RTCM's own messages; of NavIC, which has none, those of IGS SSR.
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

  /// The fields of IGS SSR, which are the same for all systems.
  static var igs: Self {
    let base = DataField.igsNumberBase
    return .init(
      epoch: (base + 3, 20), satellite: (base + 11, 6), issue: (base + 12, "gnss_iod", 8),
      tracking: base + 24)
  }

  /// The fields of BeiDou with DF471 as a draft of the amendment had it: a CRC of 24 bits.
  ///
  /// It is still sent, by MADOCA-PPP and CNES for example.
  static var draftBeiDou: Self {
    .init(
      epoch: (465, 20), satellite: (488, 6), issue: (470, "beidou_toe_modulo", 10), issueStep: 8,
      check: .init(471, "beidou_iod_crc", .unsigned, 24), tracking: 467)
  }

  /// Makes the rows; `issueStep` is the seconds of a step, where the issue is a time.
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
