/// Fields of every message, and of the messages about the reference station: RTCM 10403.3 table 3.4-1.
extension DataField {
  /// DF001, reserved bits; their number depends on the message.
  public static func df001(bits: Int) -> Self { .init(1, "reserved", .unsigned, bits) }
  /// DF002, message type: `0...4095`.
  public static var df002: Self { .init(2, "message_type", .unsigned, 12) }
  /// DF003, reference station ID: `0...4095`.
  public static var df003: Self { .init(3, "station_id", .unsigned, 12) }

  /// DF021, reserved for the year of the ITRF realization: `0...63`.
  public static var df021: Self { .init(21, "itrf_realization_year", .unsigned, 6) }
  /// DF022, whether the station serves GPS.
  public static var df022: Self { .init(22, "has_gps", .unsigned, 1) }
  /// DF023, whether the station serves GLONASS.
  public static var df023: Self { .init(23, "has_glonass", .unsigned, 1) }
  /// DF024, whether the station serves Galileo.
  public static var df024: Self { .init(24, "has_galileo", .unsigned, 1) }
  /// DF025, X of the antenna reference point, ECEF: ±13 743 895.3471 m in steps of 0.0001.
  public static var df025: Self { .init(25, "ecef_x", .signed, 38, stepsPerUnit: 10_000, .metres) }
  /// DF026, Y of the antenna reference point, ECEF: ±13 743 895.3471 m in steps of 0.0001.
  public static var df026: Self { .init(26, "ecef_y", .signed, 38, stepsPerUnit: 10_000, .metres) }
  /// DF027, Z of the antenna reference point, ECEF: ±13 743 895.3471 m in steps of 0.0001.
  public static var df027: Self { .init(27, "ecef_z", .signed, 38, stepsPerUnit: 10_000, .metres) }
  /// DF028, height of the antenna reference point above the marker: `0...6.5535` m in steps of 0.0001.
  public static var df028: Self {
    .init(28, "antenna_height", .unsigned, 16, stepsPerUnit: 10_000, .metres)
  }
  /// DF141, whether the station is computed (a virtual one) rather than real.
  public static var df141: Self { .init(141, "is_non_physical", .unsigned, 1) }
  /// DF142, whether all observations are taken with one oscillator.
  public static var df142: Self { .init(142, "has_single_oscillator", .unsigned, 1) }
  /// DF364, quarter cycles in the phases, `0...3`: 0 unknown, 1 corrected, 2 not corrected.
  public static var df364: Self { .init(364, "quarter_cycle_indicator", .unsigned, 2) }

  /// DF029, number of characters in the antenna's name: `0...255`.
  public static var df029: Self { .init(29, "antenna_descriptor_count", .unsigned, 8) }
  /// DF030, a character of the antenna's IGS name: `0...255`.
  public static var df030: Self { .init(30, "antenna_descriptor", .unsigned, 8) }
  /// DF031, antenna setup ID: `0...255`; 0 is the standard one.
  public static var df031: Self { .init(31, "antenna_setup_id", .unsigned, 8) }
  /// DF032, number of characters in the antenna's serial number: `0...255`.
  public static var df032: Self { .init(32, "antenna_serial_number_count", .unsigned, 8) }
  /// DF033, a character of the antenna's serial number: `0...255`.
  public static var df033: Self { .init(33, "antenna_serial_number", .unsigned, 8) }
  /// DF227, number of characters in the receiver's name: `0...255`.
  public static var df227: Self { .init(227, "receiver_type_count", .unsigned, 8) }
  /// DF228, a character of the receiver's IGS name: `0...255`.
  public static var df228: Self { .init(228, "receiver_type", .unsigned, 8) }
  /// DF229, number of characters in the receiver's firmware version: `0...255`.
  public static var df229: Self { .init(229, "receiver_firmware_count", .unsigned, 8) }
  /// DF230, a character of the receiver's firmware version: `0...255`.
  public static var df230: Self { .init(230, "receiver_firmware", .unsigned, 8) }
  /// DF231, number of characters in the receiver's serial number: `0...255`.
  public static var df231: Self { .init(231, "receiver_serial_number_count", .unsigned, 8) }
  /// DF232, a character of the receiver's serial number: `0...255`.
  public static var df232: Self { .init(232, "receiver_serial_number", .unsigned, 8) }

  /// DF421, whether the observations are already corrected by the biases of the message.
  public static var df421: Self { .init(421, "is_aligned", .unsigned, 1) }
  /// DF422, mask of the signals whose biases the message holds, one bit each: `0...15`.
  public static var df422: Self { .init(422, "signal_mask", .unsigned, 4) }
  /// DF423, code-phase bias of GLONASS L1 C/A: ±655.34 m in steps of 0.02, or not available.
  public static var df423: Self { bias(423, "l1_ca_code_phase_bias") }
  /// DF424, code-phase bias of GLONASS L1 P: ±655.34 m in steps of 0.02, or not available.
  public static var df424: Self { bias(424, "l1_p_code_phase_bias") }
  /// DF425, code-phase bias of GLONASS L2 C/A: ±655.34 m in steps of 0.02, or not available.
  public static var df425: Self { bias(425, "l2_ca_code_phase_bias") }
  /// DF426, code-phase bias of GLONASS L2 P: ±655.34 m in steps of 0.02, or not available.
  public static var df426: Self { bias(426, "l2_p_code_phase_bias") }

  private static func bias(_ number: UInt16, _ name: FixedText) -> Self {
    .init(number, name, .signed, 16, stepsPerUnit: 50, .metres, notAvailable: 0x8000)
  }
}
