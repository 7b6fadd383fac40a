/// Fields of every message, and of those about the reference station: RTCM 10403.3 table 3.4-1.
extension DataField {
  /// DF001, reserved, of as many bits as the message says.
  static func df001(bits: Int) -> Self { .init(1, "reserved", .unsigned, bits) }
  package static var df002: Self { .init(2, "message_type", .unsigned, 12) }
  package static var df003: Self { .init(3, "station_id", .unsigned, 12) }

  static var df021: Self { .init(21, "itrf_realization_year", .unsigned, 6) }
  static var df022: Self { .init(22, "has_gps", .unsigned, 1) }
  static var df023: Self { .init(23, "has_glonass", .unsigned, 1) }
  static var df024: Self { .init(24, "has_galileo", .unsigned, 1) }
  static var df025: Self { .init(25, "ecef_x", .signed, 38, stepsPerUnit: 10_000, .metres) }
  static var df026: Self { .init(26, "ecef_y", .signed, 38, stepsPerUnit: 10_000, .metres) }
  static var df027: Self { .init(27, "ecef_z", .signed, 38, stepsPerUnit: 10_000, .metres) }
  static var df028: Self {
    .init(28, "antenna_height", .unsigned, 16, stepsPerUnit: 10_000, .metres)
  }
  static var df141: Self { .init(141, "is_non_physical", .unsigned, 1) }
  static var df142: Self { .init(142, "has_single_oscillator", .unsigned, 1) }
  static var df364: Self { .init(364, "quarter_cycle_indicator", .unsigned, 2) }

  static var df029: Self { .init(29, "antenna_descriptor_count", .unsigned, 8) }
  static var df030: Self { .init(30, "antenna_descriptor", .unsigned, 8) }
  static var df031: Self { .init(31, "antenna_setup_id", .unsigned, 8) }
  static var df032: Self { .init(32, "antenna_serial_number_count", .unsigned, 8) }
  static var df033: Self { .init(33, "antenna_serial_number", .unsigned, 8) }
  static var df227: Self { .init(227, "receiver_type_count", .unsigned, 8) }
  static var df228: Self { .init(228, "receiver_type", .unsigned, 8) }
  static var df229: Self { .init(229, "receiver_firmware_count", .unsigned, 8) }
  static var df230: Self { .init(230, "receiver_firmware", .unsigned, 8) }
  static var df231: Self { .init(231, "receiver_serial_number_count", .unsigned, 8) }
  static var df232: Self { .init(232, "receiver_serial_number", .unsigned, 8) }

  static var df421: Self { .init(421, "is_aligned", .unsigned, 1) }
  static var df422: Self { .init(422, "signal_mask", .unsigned, 4) }
  static var df423: Self { bias(423, "l1_ca_code_phase_bias") }
  static var df424: Self { bias(424, "l1_p_code_phase_bias") }
  static var df425: Self { bias(425, "l2_ca_code_phase_bias") }
  static var df426: Self { bias(426, "l2_p_code_phase_bias") }

  private static func bias(_ number: UInt16, _ name: StaticString) -> Self {
    .init(number, name, .signed, 16, stepsPerUnit: 50, .metres, notAvailable: 0x8000)
  }
}
