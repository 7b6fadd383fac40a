public import CRTCM
internal import RTCMParser

/// As rtcm.h says.
@c @implementation public func rtcm_read_gps_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_gps_ephemeris>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(GPSEphemeris.self, 1019, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_gps_ephemeris(
  _ message: UnsafePointer<rtcm_gps_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(GPSEphemeris.self, 1019, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_glonass_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_glonass_ephemeris>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(GLONASSEphemeris.self, 1020, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_glonass_ephemeris(
  _ message: UnsafePointer<rtcm_glonass_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(GLONASSEphemeris.self, 1020, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_navic_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_navic_ephemeris>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(NavICEphemeris.self, 1041, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_navic_ephemeris(
  _ message: UnsafePointer<rtcm_navic_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(NavICEphemeris.self, 1041, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_beidou_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_beidou_ephemeris>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(BeiDouEphemeris.self, 1042, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_beidou_ephemeris(
  _ message: UnsafePointer<rtcm_beidou_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(BeiDouEphemeris.self, 1042, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_qzss_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_qzss_ephemeris>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(QZSSEphemeris.self, 1044, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_qzss_ephemeris(
  _ message: UnsafePointer<rtcm_qzss_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(QZSSEphemeris.self, 1044, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_galileo_fnav_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_galileo_fnav_ephemeris>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(GalileoEphemeris.self, 1045, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_galileo_fnav_ephemeris(
  _ message: UnsafePointer<rtcm_galileo_fnav_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(GalileoEphemeris.self, 1045, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_galileo_inav_ephemeris(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_galileo_inav_ephemeris>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(GalileoEphemeris.self, 1046, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_galileo_inav_ephemeris(
  _ message: UnsafePointer<rtcm_galileo_inav_ephemeris>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(GalileoEphemeris.self, 1046, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_receiver_and_antenna(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_receiver_and_antenna>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(ReceiverAndAntenna.self, 1033, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_receiver_and_antenna(
  _ message: UnsafePointer<rtcm_receiver_and_antenna>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(ReceiverAndAntenna.self, 1033, of: message, frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_read_unicode_text(
  _ payload: UnsafePointer<UInt8>?, _ count: Int,
  _ message: UnsafeMutablePointer<rtcm_unicode_text>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  read(UnicodeText.self, 1029, payload.span(count), into: message, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_make_unicode_text(
  _ message: UnsafePointer<rtcm_unicode_text>?, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  make(UnicodeText.self, 1029, of: message, frame, capacity, frame_count, error)
}
