/* SPDX-License-Identifier: Apache-2.0 */
/* RTCM 3 for C and C++: finds frames in a stream, reads messages field by field or into structs, makes
   frames of fields. All the message types that boardsim reads. Needs the C library and libm, no other.

   Nothing is shared between calls: two threads may use the library, one scanner at a time each.
   What a call gives by pointer says how long it stays. Names, units and groups stay for ever. */
#ifndef RTCM_H
#define RTCM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; rtcm_abi_version() is the library's. Structs and functions of one
   version are the same on all builds for a platform. */
#define RTCM_ABI_VERSION 2
uint32_t rtcm_abi_version(void);

/* A frame is at most this long, a payload at most this. */
#define RTCM_MAXIMUM_FRAME 1029
#define RTCM_MAXIMUM_PAYLOAD 1023

/* ---- Errors ---- */

/* What a call comes to. */
enum {
  RTCM_OK = 0,
  RTCM_TRUNCATED,       /* the payload ends before a field */
  RTCM_UNEXPECTED_TYPE, /* the message is of another type than the function reads */
  RTCM_TOO_MANY_CELLS,  /* an MSM of more than 64 cells */
  RTCM_OUT_OF_RANGE,    /* a value does not fit its field */
  RTCM_WRONG_ITEM,      /* an item is not the field that comes next */
  RTCM_MISSING_ITEM,    /* the items end before the message does */
  RTCM_LEFTOVER_ITEM,   /* the message ends before the items do */
  RTCM_UNKNOWN_TYPE,    /* the fields of the type are not known */
  RTCM_TOO_LONG,        /* the payload is longer than 1023 bytes */
  RTCM_NO_ROOM,         /* the memory given is too small */
  RTCM_STOPPED          /* the visitor said so */
};
typedef int32_t rtcm_status;

/* What went wrong and where. */
typedef struct {
  rtcm_status status;
  uint16_t message_type; /* DF002; 0 when it is not known */
  uint16_t field;        /* 25 for DF025, 20013 for IDF013; 0 when it is no field with a number */
  uint32_t bit_offset;   /* from the start of the payload */
  char text[244];        /* what is wrong and what to do, UTF-8 */
} rtcm_error;

/* ---- Frames ---- */

/* Finds frames in bytes that come in pieces; what is no frame is skipped and counted. */
typedef struct rtcm_scanner rtcm_scanner;

/* A frame whose CRC is right. The pointers hold until the next call with the scanner. */
typedef struct {
  uint64_t offset;        /* of its first byte in the stream */
  const uint8_t *bytes;   /* 0xD3 to the last byte of the CRC */
  const uint8_t *payload; /* from DF002 on */
  uint32_t byte_count;
  uint32_t payload_count;
  uint16_t type; /* DF002; 0 when the payload is shorter than two bytes */
} rtcm_frame;

/* Every byte is in one of these once the stream has ended: bytes is the sum of the others but frames. */
typedef struct {
  uint64_t bytes, frames, frame_bytes, no_preamble, reserved_bits, bad_crc, truncated_at_end, too_short_at_end;
} rtcm_scan_counts;

rtcm_scanner *rtcm_scanner_create(void);
void rtcm_scanner_destroy(rtcm_scanner *scanner);

/* Goes on to the next frame. Takes what it reads off the front of *bytes, *count; returns false when all
   is taken and no frame was completed. Call until it does, then give more bytes. */
bool rtcm_scanner_next(rtcm_scanner *scanner, const uint8_t **bytes, size_t *count, rtcm_frame *frame);

/* Ends the stream: looks for shorter frames in the last, unfinished one. Call until it returns false. */
bool rtcm_scanner_finish(rtcm_scanner *scanner, rtcm_frame *frame);

rtcm_scan_counts rtcm_scanner_counts(const rtcm_scanner *scanner);

/* The CRC-24Q of any bytes; 0 for a whole frame. */
uint32_t rtcm_crc24q(const uint8_t *bytes, size_t count);

/* ---- Messages, field by field ---- */

/* What an item is. */
enum {
  RTCM_NUMBER = 0,  /* a field that holds a number */
  RTCM_TEXT = 1,    /* a field that holds characters; their count came before */
  RTCM_TRAILING = 2, /* bits behind the last field, filled up with zeros */
  RTCM_PAYLOAD = 3  /* the whole payload of a type whose fields are not known; DF002 came before */
};

/* Where rtcm_encode() takes a number from. */
enum { RTCM_FROM_BITS = 0, RTCM_FROM_INTEGER = 1, RTCM_FROM_VALUE = 2 };

/* One field of a message. */
typedef struct {
  uint64_t bits;         /* as they are on the wire */
  int64_t integer;       /* the number, in steps: bits with their sign */
  double value;          /* in the unit; NaN when it is not available */
  double steps_per_unit; /* value = integer * step_multiple / steps_per_unit, above the field's base */
  double step_multiple;
  const char *name;      /* such as "antenna_height" */
  const char *unit;      /* such as "metres"; "" for none */
  const char *group;     /* what it is a field of, such as "satellite"; NULL for the message itself */
  const uint8_t *bytes;  /* of text, trailing bits and payload; held for the length of the call */
  uint32_t byte_count;
  uint16_t number;       /* 25 for DF025, 20013 for IDF013; 0 for a field without one */
  uint16_t index[2];     /* which of its group, from 1; then which of the group in that; 0 for none */
  uint8_t satellite;     /* the group's, as the message has it; 0 for none */
  uint8_t signal;        /* of an MSM's cell, 1 to 32; 0 for none */
  uint8_t kind;          /* RTCM_NUMBER, RTCM_TEXT, RTCM_TRAILING or RTCM_PAYLOAD */
  uint8_t bit_count;     /* of a number */
  uint8_t is_available;  /* 0 where the bits say "not available" */
  uint8_t is_utf8;       /* of a text: UTF-8 rather than ISO 8859-1 */
  uint8_t from;          /* for rtcm_encode(); RTCM_FROM_BITS when it was read */
} rtcm_item;

/* Is shown an item, which holds for the length of the call; false ends the reading. */
typedef bool (*rtcm_visitor)(void *context, const rtcm_item *item);

/* Shows every field of a message, in the order of the wire but an MSM's row by row. A type that is not
   known is no error. error may be NULL. */
rtcm_status rtcm_visit(const uint8_t *payload, size_t count, rtcm_visitor visitor, void *context,
                       rtcm_error *error);

/* Makes a frame of the items that rtcm_visit() shows, changed or made by hand. Of an item it needs bits,
   integer or value, as from says, and bytes; number and bit_count are checked where they are not 0.
   Writes at most capacity bytes (RTCM_MAXIMUM_FRAME always suffices) and their count. */
rtcm_status rtcm_encode(const rtcm_item *items, size_t item_count, uint8_t *frame, size_t capacity,
                        size_t *frame_count, rtcm_error *error);

/* Puts preamble, length and CRC around a payload. */
rtcm_status rtcm_frame_payload(const uint8_t *payload, size_t count, uint8_t *frame, size_t capacity,
                               size_t *frame_count, rtcm_error *error);

/* ---- Messages in structs ---- */

/* 1005 and 1006. */
typedef struct {
  double x, y, z;        /* antenna reference point, ECEF, metres */
  double antenna_height; /* metres; NaN in 1005 */
  uint16_t type;         /* not looked at when one is made */
  uint16_t station_id;
  uint8_t itrf_year;     /* DF021, realization year of the ITRF, of the century */
  bool has_gps, has_glonass, has_galileo; /* DF022 to DF024, what the station observes */
  bool is_non_physical;  /* DF141, whether it is computed for a place */
  bool has_single_oscillator; /* DF142, whether all is measured by one oscillator */
  bool reserved;         /* DF001 */
  uint8_t quarter_cycle_indicator; /* DF364 */
} rtcm_station;

rtcm_status rtcm_read_station(const uint8_t *payload, size_t count, rtcm_station *station, rtcm_error *error);
rtcm_status rtcm_make_station(const rtcm_station *station, uint8_t *frame, size_t capacity, size_t *frame_count,
                              rtcm_error *error);

/* The header of an MSM, 1071 to 1137. */
typedef struct {
  uint64_t satellite_mask, cell_mask;
  uint32_t signal_mask;
  uint32_t epoch; /* milliseconds of the week; of the Moscow day for GLONASS */
  uint16_t type;
  uint16_t station_id;
  uint8_t system; /* 0 GPS, 1 GLONASS, 2 Galileo, 3 SBAS, 4 QZSS, 5 BeiDou, 6 NavIC: as in the type */
  uint8_t kind;   /* 1 to 7 */
  uint8_t glonass_day_of_week; /* 0 Sunday in Moscow, 7 unknown */
  uint8_t is_more_to_follow, iods, clock_steering, external_clock, has_divergence_free_smoothing;
  uint8_t smoothing_interval;
  uint8_t satellite_count, cell_count, reserved;
} rtcm_msm;

/* What is not available is NaN in double, INT32_MIN or INT16_MIN in integers. */
typedef struct {
  double rough_range;              /* milliseconds at the speed of light */
  int16_t rough_range_milliseconds; /* DF397 */
  int16_t rough_range_modulo;      /* DF398, steps of 2^-10 ms */
  int16_t rough_phaserange_rate;   /* DF399, m/s */
  uint8_t id;                      /* 1 to 64 */
  uint8_t extended_information;    /* DF419 of GLONASS: frequency channel plus 7 */
} rtcm_msm_satellite;

typedef struct {
  double pseudorange;     /* metres */
  double phaserange;      /* metres */
  double phaserange_rate; /* m/s, positive when the range grows */
  double cnr;             /* dB-Hz */
  int32_t lock_time;      /* at least, milliseconds */
  int32_t fine_pseudorange, fine_phaserange;    /* DF400 or DF405, DF401 or DF406 */
  int16_t fine_phaserange_rate;                 /* DF404 */
  int16_t raw_cnr;                              /* DF403 or DF408 */
  uint16_t lock_time_indicator;                 /* DF402 or DF407 */
  uint8_t satellite, signal;                    /* 1 to 64, 1 to 32 */
  uint8_t has_half_cycle_ambiguity;
  char code[3];                                 /* RINEX, such as "1C"; "" where there is none */
} rtcm_msm_cell;

/* Reads an MSM without heap. satellites and cells have room for 64 each. */
rtcm_status rtcm_read_msm(const uint8_t *payload, size_t count, rtcm_msm *header,
                          rtcm_msm_satellite *satellites, rtcm_msm_cell *cells, rtcm_error *error);

/* Makes an MSM of satellite_count satellites and cell_count cells. Ranges, rates, lock times and ratios are
   taken from the integers, not from the doubles; a field that the kind does not have is not looked at. Where
   signal_mask is 0, the masks are made of the satellites and cells; otherwise they have to agree with them. */
rtcm_status rtcm_make_msm(const rtcm_msm *header, const rtcm_msm_satellite *satellites, const rtcm_msm_cell *cells,
                          uint8_t *frame, size_t capacity, size_t *frame_count, rtcm_error *error);

/* GLONASS code-phase biases, 1230: metres, NaN where not available. */
typedef struct {
  double l1_ca, l1_p, l2_ca, l2_p; /* DF423 to DF426 */
  uint16_t station_id;
  uint8_t signal_mask; /* DF422, which are told: 8 L1 C/A, 4 L1 P, 2 L2 C/A, 1 L2 P */
  uint8_t reserved;    /* DF001 */
  bool is_aligned;     /* DF421, whether the phases are corrected */
} rtcm_glonass_biases;

rtcm_status rtcm_read_glonass_biases(const uint8_t *payload, size_t count, rtcm_glonass_biases *message,
                                     rtcm_error *error);
rtcm_status rtcm_make_glonass_biases(const rtcm_glonass_biases *message, uint8_t *frame, size_t capacity,
                                     size_t *frame_count, rtcm_error *error);

/* In the structs below, members are in the order of the wire: what has a resolution is a double in its unit,
   other numbers are int32_t, single bits bool. Angles are in semicircles, of which one is 3.1415926535898. Of
   what was read, rtcm_make_ makes the same frame, but for bits behind the last field. */

/* Characters, ISO 8859-1 if nothing else is said; a zero is behind them when they are read. */
typedef struct {
  uint8_t byte_count;
  char characters[256];
} rtcm_text;

/* A GPS satellite's orbit and clock, 1019. */
typedef struct {
  int32_t satellite_id; /* DF009, satellite ID, 1 to 63: the PRN, or 40 to 58 for SBAS PRN 120 to 138 */
  int32_t week; /* DF076, week number modulo 1024 */
  int32_t accuracy_index; /* DF077, user range accuracy index, 0 to 15 */
  int32_t code_on_l2; /* DF078, code on L2, 0 to 3: 1 P, 2 C/A, 3 L2C */
  double inclination_rate; /* DF079, IDOT, rate of inclination, semicircles/s */
  int32_t iode; /* DF071, issue of data ephemeris */
  double clock_reference_time; /* DF081, toc, clock reference time, seconds of the week, resolution 16 s */
  double af2; /* DF082, af2, clock drift rate, s/s² */
  double af1; /* DF083, af1, clock drift, s/s */
  double af0; /* DF084, af0, clock offset, s */
  int32_t iodc; /* DF085, issue of data clock, 0 to 1023 */
  double crs; /* DF086, Crs, metres */
  double mean_motion_difference; /* DF087, Δn, mean motion difference, semicircles/s */
  double mean_anomaly; /* DF088, M0, mean anomaly at reference_time, semicircles */
  double cuc; /* DF089, Cuc, radians */
  double eccentricity; /* DF090, e, eccentricity */
  double cus; /* DF091, Cus, radians */
  double square_root_of_semi_major_axis; /* DF092, √A, square root of the semi-major axis, √m */
  double reference_time; /* DF093, toe, ephemeris reference time, seconds of the week, resolution 16 s */
  double cic; /* DF094, Cic, radians */
  double ascending_node; /* DF095, Ω0, longitude of the ascending node at the week's beginning, semicircles */
  double cis; /* DF096, Cis, radians */
  double inclination; /* DF097, i0, inclination at reference_time, semicircles */
  double crc; /* DF098, Crc, metres */
  double argument_of_perigee; /* DF099, ω, argument of perigee, semicircles */
  double ascension_rate; /* DF100, Ω̇, rate of right ascension, semicircles/s */
  double group_delay; /* DF101, TGD, group delay, s */
  int32_t health; /* DF102, health, 0 to 63; 0 is well */
  bool is_l2p_without_data; /* DF103, whether L2 P carries no navigation data */
  bool has_long_fit_interval; /* DF137, whether the curve fit spans more than four hours */
} rtcm_gps_ephemeris;

rtcm_status rtcm_read_gps_ephemeris(const uint8_t *payload, size_t count, rtcm_gps_ephemeris *message,
                                    rtcm_error *error);
rtcm_status rtcm_make_gps_ephemeris(const rtcm_gps_ephemeris *message, uint8_t *frame, size_t capacity,
                                    size_t *frame_count, rtcm_error *error);

/* A GLONASS satellite's, 1020; PZ-90.11. */
typedef struct {
  int32_t satellite_id; /* DF038, satellite ID, 1 to 24: the slot number */
  int32_t frequency_channel_indicator; /* DF040, frequency channel plus 7 */
  bool is_almanac_healthy; /* DF104, Cn, whether the almanac says that the satellite is well */
  bool has_almanac_health; /* DF105, whether DF104 is known */
  int32_t p1; /* DF106, P1, interval between two reference_time: 0, 30, 45 or 60 min */
  int32_t frame_time_field; /* DF107, tk, beginning of the frame in the Moscow day: 5 bits hours, 6 minutes, 1 half minutes */
  bool is_unhealthy; /* DF108, highest bit of Bn, whether the satellite is not to be used */
  bool p2; /* DF109, P2, whether reference_time is an odd number of intervals */
  double reference_time; /* DF110, tb, reference time, seconds of the Moscow day, resolution 900 s */
  double velocity_x; /* DF111, x component of the velocity, km/s */
  double position_x; /* DF112, x component of the position, km */
  double acceleration_x; /* DF113, x component of the moon's and the sun's acceleration, km/s² */
  double velocity_y; /* DF114, y component of the velocity, km/s */
  double position_y; /* DF115, y component of the position, km */
  double acceleration_y; /* DF116, y component of the moon's and the sun's acceleration, km/s² */
  double velocity_z; /* DF117, z component of the velocity, km/s */
  double position_z; /* DF118, z component of the position, km */
  double acceleration_z; /* DF119, z component of the moon's and the sun's acceleration, km/s² */
  bool p3; /* DF120, P3, whether the frame has five almanacs rather than four */
  double frequency_deviation; /* DF121, γn, relative deviation of the carrier frequency */
  int32_t p; /* DF122, P, where τc and τGPS come from */
  bool is_unhealthy_in_third_string; /* DF123, ln of string 3, whether the satellite is not to be used */
  double clock_offset; /* DF124, τn, GLONASS time less satellite time, s */
  double l2_delay; /* DF125, Δτn, delay of L2 against L1, s */
  int32_t age; /* DF126, En, age of the data, days */
  bool p4; /* DF127, P4, whether the ephemeris is renewed */
  int32_t accuracy_index; /* DF128, FT, accuracy index, 0 to 15 */
  int32_t day; /* DF129, NT, day of the four-year interval, from 1 on */
  int32_t satellite_kind; /* DF130, M, kind of satellite: 0 GLONASS, 1 GLONASS-M */
  bool has_additional_data; /* DF131, whether the fields from almanac_day on mean anything */
  int32_t almanac_day; /* DF132, NA, day of the four-year interval for which system_time_offset holds */
  double system_time_offset; /* DF133, τc, UTC(SU) in Moscow less GLONASS time, s */
  int32_t four_year_interval; /* DF134, N4, number of the four-year interval, 1 from 1996 on */
  double gps_time_offset; /* DF135, τGPS, GPS time less GLONASS time, s, whole seconds apart */
  bool is_unhealthy_in_fifth_string; /* DF136, ln of string 5, whether the satellite is not to be used */
  int32_t reserved; /* DF001, seven reserved bits */
} rtcm_glonass_ephemeris;

rtcm_status rtcm_read_glonass_ephemeris(const uint8_t *payload, size_t count, rtcm_glonass_ephemeris *message,
                                        rtcm_error *error);
rtcm_status rtcm_make_glonass_ephemeris(const rtcm_glonass_ephemeris *message, uint8_t *frame, size_t capacity,
                                        size_t *frame_count, rtcm_error *error);

/* A NavIC satellite's, 1041. */
typedef struct {
  int32_t satellite_id; /* DF516, satellite ID, 1 to 14: the PRN */
  int32_t week; /* DF517, week number modulo 1024, from 22 August 1999 on */
  double af0; /* DF518, af0, clock offset, s */
  double af1; /* DF519, af1, clock drift, s/s */
  double af2; /* DF520, af2, clock drift rate, s/s² */
  int32_t accuracy_index; /* DF521, user range accuracy index, 0 to 15 */
  double clock_reference_time; /* DF522, toc, clock reference time, seconds of the week, resolution 16 s */
  double group_delay; /* DF523, TGD, group delay, s */
  double mean_motion_difference; /* DF524, Δn, mean motion difference, semicircles/s */
  int32_t iodec; /* DF525, issue of data ephemeris and clock */
  int32_t reserved_after_iodec; /* DF526, reserved, 0 to 1023 */
  bool is_l5_unhealthy; /* DF527, whether the signal on L5 is unhealthy */
  bool is_s_unhealthy; /* DF528, whether the signal on S is unhealthy */
  double cuc; /* DF529, Cuc, radians */
  double cus; /* DF530, Cus, radians */
  double cic; /* DF531, Cic, radians */
  double cis; /* DF532, Cis, radians */
  double crc; /* DF533, Crc, metres */
  double crs; /* DF534, Crs, metres */
  double inclination_rate; /* DF535, rate of inclination, semicircles/s */
  double mean_anomaly; /* DF536, M0, mean anomaly at reference_time, semicircles */
  double reference_time; /* DF537, toe, ephemeris reference time, seconds of the week, resolution 16 s */
  double eccentricity; /* DF538, e, eccentricity */
  double square_root_of_semi_major_axis; /* DF539, √A, square root of the semi-major axis, √m */
  double ascending_node; /* DF540, Ω0, longitude of the ascending node at the week's beginning, semicircles */
  double argument_of_perigee; /* DF541, ω, argument of perigee, semicircles */
  double ascension_rate; /* DF542, Ω̇, rate of right ascension, semicircles/s */
  double inclination; /* DF543, i0, inclination at reference_time, semicircles */
  int32_t spare_after_idot; /* DF544, the two spare bits that the satellite sends after IDOT */
  int32_t spare_after_inclination; /* DF545, the two spare bits that the satellite sends after i0 */
} rtcm_navic_ephemeris;

rtcm_status rtcm_read_navic_ephemeris(const uint8_t *payload, size_t count, rtcm_navic_ephemeris *message,
                                      rtcm_error *error);
rtcm_status rtcm_make_navic_ephemeris(const rtcm_navic_ephemeris *message, uint8_t *frame, size_t capacity,
                                      size_t *frame_count, rtcm_error *error);

/* A BeiDou satellite's, 1042. */
typedef struct {
  int32_t satellite_id; /* DF488, satellite ID, 1 to 63: the PRN */
  int32_t week; /* DF489, BeiDou week number modulo 8192, from 1 January 2006 on */
  int32_t accuracy_index; /* DF490, user range accuracy index, 0 to 15 */
  double inclination_rate; /* DF491, rate of inclination, semicircles/s */
  int32_t aode; /* DF492, age of data ephemeris, 0 to 31 */
  double clock_reference_time; /* DF493, toc, clock reference time, seconds of the week, resolution 8 s */
  double af2; /* DF494, a2, clock drift rate, s/s² */
  double af1; /* DF495, a1, clock drift, s/s */
  double af0; /* DF496, a0, clock offset, s */
  int32_t aodc; /* DF497, age of data clock, 0 to 31 */
  double crs; /* DF498, Crs, metres */
  double mean_motion_difference; /* DF499, Δn, mean motion difference, semicircles/s */
  double mean_anomaly; /* DF500, M0, mean anomaly at reference_time, semicircles */
  double cuc; /* DF501, Cuc, radians */
  double eccentricity; /* DF502, e, eccentricity */
  double cus; /* DF503, Cus, radians */
  double square_root_of_semi_major_axis; /* DF504, √A, square root of the semi-major axis, √m */
  double reference_time; /* DF505, toe, ephemeris reference time, seconds of the week, resolution 8 s */
  double cic; /* DF506, Cic, radians */
  double ascending_node; /* DF507, Ω0, longitude of the ascending node at the week's beginning, semicircles */
  double cis; /* DF508, Cis, radians */
  double inclination; /* DF509, i0, inclination at reference_time, semicircles */
  double crc; /* DF510, Crc, metres */
  double argument_of_perigee; /* DF511, ω, argument of perigee, semicircles */
  double ascension_rate; /* DF512, Ω̇, rate of right ascension, semicircles/s */
  double group_delay1; /* DF513, TGD1, group delay of B1I, s, resolution 0.1 ns */
  double group_delay2; /* DF514, TGD2, group delay of B2I, s, resolution 0.1 ns */
  bool is_unhealthy; /* DF515, whether the satellite is not to be used */
} rtcm_beidou_ephemeris;

rtcm_status rtcm_read_beidou_ephemeris(const uint8_t *payload, size_t count, rtcm_beidou_ephemeris *message,
                                       rtcm_error *error);
rtcm_status rtcm_make_beidou_ephemeris(const rtcm_beidou_ephemeris *message, uint8_t *frame, size_t capacity,
                                       size_t *frame_count, rtcm_error *error);

/* A QZSS satellite's, 1044. */
typedef struct {
  int32_t satellite_id; /* DF429, satellite ID, 1 to 10: PRN less 192 */
  double clock_reference_time; /* DF430, toc, clock reference time, seconds of the week, resolution 16 s */
  double af2; /* DF431, af2, clock drift rate, s/s² */
  double af1; /* DF432, af1, clock drift, s/s */
  double af0; /* DF433, af0, clock offset, s */
  int32_t iode; /* DF434, issue of data ephemeris */
  double crs; /* DF435, Crs, metres */
  double mean_motion_difference; /* DF436, Δn, mean motion difference, semicircles/s */
  double mean_anomaly; /* DF437, M0, mean anomaly at reference_time, semicircles */
  double cuc; /* DF438, Cuc, radians */
  double eccentricity; /* DF439, e, eccentricity */
  double cus; /* DF440, Cus, radians */
  double square_root_of_semi_major_axis; /* DF441, √A, square root of the semi-major axis, √m */
  double reference_time; /* DF442, toe, ephemeris reference time, seconds of the week, resolution 16 s */
  double cic; /* DF443, Cic, radians */
  double ascending_node; /* DF444, Ω0, longitude of the ascending node at the week's beginning, semicircles */
  double cis; /* DF445, Cis, radians */
  double inclination; /* DF446, i0, inclination at reference_time, semicircles */
  double crc; /* DF447, Crc, metres */
  double argument_of_perigee; /* DF448, ω, argument of perigee, semicircles */
  double ascension_rate; /* DF449, Ω̇, rate of right ascension, semicircles/s */
  double inclination_rate; /* DF450, rate of inclination, semicircles/s */
  int32_t codes_on_l2; /* DF451, codes on L2, 0 to 3; 2 is L2C */
  int32_t week; /* DF452, GPS week number modulo 1024 */
  int32_t accuracy_index; /* DF453, user range accuracy index, 0 to 15 */
  int32_t health; /* DF454, health, 0 to 63; 0 is well */
  double group_delay; /* DF455, TGD, group delay, s */
  int32_t iodc; /* DF456, issue of data clock, 0 to 1023 */
  bool has_long_fit_interval; /* DF457, whether the curve fit spans more than two hours */
} rtcm_qzss_ephemeris;

rtcm_status rtcm_read_qzss_ephemeris(const uint8_t *payload, size_t count, rtcm_qzss_ephemeris *message,
                                     rtcm_error *error);
rtcm_status rtcm_make_qzss_ephemeris(const rtcm_qzss_ephemeris *message, uint8_t *frame, size_t capacity,
                                     size_t *frame_count, rtcm_error *error);

/* A Galileo satellite's by F/NAV, 1045. */
typedef struct {
  int32_t satellite_id; /* DF252, satellite ID, 1 to 63: the PRN */
  int32_t week; /* DF289, Galileo week number modulo 4096, from 22 August 1999 on */
  int32_t iod_nav; /* DF290, issue of data, 0 to 1023 */
  int32_t sisa_index; /* DF291, signal-in-space accuracy index of E1 and E5a; 255 is "no accuracy prediction" */
  double inclination_rate; /* DF292, rate of inclination, semicircles/s */
  double clock_reference_time; /* DF293, toc, clock reference time, seconds of the week, resolution 60 s */
  double af2; /* DF294, af2, clock drift rate, s/s² */
  double af1; /* DF295, af1, clock drift, s/s */
  double af0; /* DF296, af0, clock offset, s */
  double crs; /* DF297, Crs, metres */
  double mean_motion_difference; /* DF298, Δn, mean motion difference, semicircles/s */
  double mean_anomaly; /* DF299, M0, mean anomaly at reference_time, semicircles */
  double cuc; /* DF300, Cuc, radians */
  double eccentricity; /* DF301, e, eccentricity */
  double cus; /* DF302, Cus, radians */
  double square_root_of_semi_major_axis; /* DF303, √A, square root of the semi-major axis, √m */
  double reference_time; /* DF304, toe, ephemeris reference time, seconds of the week, resolution 60 s */
  double cic; /* DF305, Cic, radians */
  double ascending_node; /* DF306, Ω0, longitude of the ascending node at the week's beginning, semicircles */
  double cis; /* DF307, Cis, radians */
  double inclination; /* DF308, i0, inclination at reference_time, semicircles */
  double crc; /* DF309, Crc, metres */
  double argument_of_perigee; /* DF310, ω, argument of perigee, semicircles */
  double ascension_rate; /* DF311, Ω̇, rate of right ascension, semicircles/s */
  double group_delay_e5a; /* DF312, BGD, group delay of E1 against E5a, s */
  int32_t e5a_health; /* DF314, health of E5a: 0 well, 1 out of service, 2 will be, 3 in test */
  bool is_e5a_data_invalid; /* DF315, whether the data of E5a are without guarantee */
  int32_t reserved; /* DF001, seven reserved bits */
} rtcm_galileo_fnav_ephemeris;

rtcm_status rtcm_read_galileo_fnav_ephemeris(const uint8_t *payload, size_t count, rtcm_galileo_fnav_ephemeris *message,
                                             rtcm_error *error);
rtcm_status rtcm_make_galileo_fnav_ephemeris(const rtcm_galileo_fnav_ephemeris *message, uint8_t *frame, size_t capacity,
                                             size_t *frame_count, rtcm_error *error);

/* A Galileo satellite's by I/NAV, 1046. */
typedef struct {
  int32_t satellite_id; /* DF252, satellite ID, 1 to 63: the PRN */
  int32_t week; /* DF289, Galileo week number modulo 4096, from 22 August 1999 on */
  int32_t iod_nav; /* DF290, issue of data, 0 to 1023 */
  int32_t sisa_index; /* DF286, signal-in-space accuracy index of E1 and E5b; 255 is "no accuracy prediction" */
  double inclination_rate; /* DF292, rate of inclination, semicircles/s */
  double clock_reference_time; /* DF293, toc, clock reference time, seconds of the week, resolution 60 s */
  double af2; /* DF294, af2, clock drift rate, s/s² */
  double af1; /* DF295, af1, clock drift, s/s */
  double af0; /* DF296, af0, clock offset, s */
  double crs; /* DF297, Crs, metres */
  double mean_motion_difference; /* DF298, Δn, mean motion difference, semicircles/s */
  double mean_anomaly; /* DF299, M0, mean anomaly at reference_time, semicircles */
  double cuc; /* DF300, Cuc, radians */
  double eccentricity; /* DF301, e, eccentricity */
  double cus; /* DF302, Cus, radians */
  double square_root_of_semi_major_axis; /* DF303, √A, square root of the semi-major axis, √m */
  double reference_time; /* DF304, toe, ephemeris reference time, seconds of the week, resolution 60 s */
  double cic; /* DF305, Cic, radians */
  double ascending_node; /* DF306, Ω0, longitude of the ascending node at the week's beginning, semicircles */
  double cis; /* DF307, Cis, radians */
  double inclination; /* DF308, i0, inclination at reference_time, semicircles */
  double crc; /* DF309, Crc, metres */
  double argument_of_perigee; /* DF310, ω, argument of perigee, semicircles */
  double ascension_rate; /* DF311, Ω̇, rate of right ascension, semicircles/s */
  double group_delay_e5a; /* DF312, BGD, group delay of E1 against E5a, s */
  double group_delay_e5b; /* DF313, BGD, group delay of E1 against E5b, s */
  int32_t e5b_health; /* DF316, health of E5b: 0 well, 1 out of service, 2 will be, 3 in test */
  bool is_e5b_data_invalid; /* DF317, whether the data of E5b are without guarantee */
  int32_t e1b_health; /* DF287, health of E1-B: 0 well, 1 out of service, 2 will be, 3 in test */
  bool is_e1b_data_invalid; /* DF288, whether the data of E1-B are without guarantee */
  int32_t reserved; /* DF001, two reserved bits */
} rtcm_galileo_inav_ephemeris;

rtcm_status rtcm_read_galileo_inav_ephemeris(const uint8_t *payload, size_t count, rtcm_galileo_inav_ephemeris *message,
                                             rtcm_error *error);
rtcm_status rtcm_make_galileo_inav_ephemeris(const rtcm_galileo_inav_ephemeris *message, uint8_t *frame, size_t capacity,
                                             size_t *frame_count, rtcm_error *error);

/* A station's equipment, 1033. */
typedef struct {
  int32_t station_id; /* DF003, reference station ID, 0 to 4095 */
  rtcm_text antenna_descriptor; /* DF030, the antenna's IGS name, such as LEIAR25.R4 */
  int32_t antenna_setup_id; /* DF031, antenna setup ID; 0 is the standard one */
  rtcm_text antenna_serial_number; /* DF033, the antenna's serial number */
  rtcm_text receiver_type; /* DF228, the receiver's IGS name */
  rtcm_text receiver_firmware; /* DF230, the receiver's firmware version */
  rtcm_text receiver_serial_number; /* DF232, the receiver's serial number */
} rtcm_receiver_and_antenna;

rtcm_status rtcm_read_receiver_and_antenna(const uint8_t *payload, size_t count, rtcm_receiver_and_antenna *message,
                                           rtcm_error *error);
rtcm_status rtcm_make_receiver_and_antenna(const rtcm_receiver_and_antenna *message, uint8_t *frame, size_t capacity,
                                           size_t *frame_count, rtcm_error *error);

/* A text for people, 1029. */
typedef struct {
  int32_t station_id; /* DF003, reference station ID */
  int32_t modified_julian_day; /* DF051, day of the transmission */
  int32_t second_of_day; /* DF052, second of the day in UTC */
  int32_t character_count; /* DF138, number of characters, at most 127 */
  rtcm_text text; /* DF140, UTF-8 */
} rtcm_unicode_text;

rtcm_status rtcm_read_unicode_text(const uint8_t *payload, size_t count, rtcm_unicode_text *message,
                                   rtcm_error *error);
rtcm_status rtcm_make_unicode_text(const rtcm_unicode_text *message, uint8_t *frame, size_t capacity,
                                   size_t *frame_count, rtcm_error *error);

/* ---- Many messages at once ---- */

/* A message of a batch: its fields that are numbers are values[first_item] and so on. */
typedef struct {
  uint64_t offset; /* of the frame in the bytes */
  uint64_t layout; /* the same for messages with the same fields at the same places */
  uint32_t first_item, item_count;
  uint16_t byte_count; /* of the frame */
  uint16_t type;
  uint8_t status;      /* RTCM_OK, or why it has no items */
  uint8_t has_bytes;   /* 0 if there are only numbers; rtcm_visit() shows the rest: 2 is set for a text, 1 for other bytes */
  uint8_t reserved[2];
} rtcm_batch_message;

/* All messages of some bytes. */
typedef struct {
  const rtcm_batch_message *messages;
  const double *values;    /* NaN when not available */
  const int64_t *integers; /* in steps */
  size_t message_count, item_count;
} rtcm_batch;

/* Finds and reads all messages of some bytes. NULL when they are more than 4 GB. */
rtcm_batch *rtcm_batch_create(const uint8_t *bytes, size_t count);
void rtcm_batch_destroy(rtcm_batch *batch);

/* Puts the numbers of all messages of a type into columns. Each such message with status RTCM_OK has a row, in the
   batch's order. Number i of a message with this layout and item count goes to values[columns[i] * row_count + row];
   call it for each layout of the type. The numbers of other layouts stay as they are. */
void rtcm_batch_columns(const rtcm_batch *batch, uint16_t type, uint64_t layout, uint32_t item_count,
                        const uint32_t *columns, double *values, size_t row_count);

/* ---- Observations as a table ---- */

/* The observations of MSM (1071 to 1137) and of 1001 to 1004 and 1009 to 1012: a column for each kind of value, a row
   for each signal of a satellite in a message, in the order of the stream. NaN when not available. */
typedef struct {
  const uint64_t *offset;          /* of the message's frame in the bytes */
  const double *time;              /* GPS time of week, seconds */
  const uint32_t *epoch;           /* as the message has it: milliseconds of the week, of the Moscow day for GLONASS */
  const uint16_t *type, *station_id;
  const uint32_t *satellite;       /* RINEX name such as G05: three characters a row, UTF-32 */
  const uint32_t *signal;          /* RINEX code such as 1C, or the number of the signal's bit: two a row, 0 for none */
  const double *pseudorange;       /* metres */
  const double *phaserange;        /* metres */
  const double *phaserange_rate;   /* m/s, positive when the range grows */
  const double *phase;             /* cycles */
  const double *doppler;           /* hertz, positive when the range shrinks */
  const double *cnr;               /* dB-Hz */
  const double *carrier_frequency; /* hertz */
  const double *lock_time;         /* at least, milliseconds */
  const bool *has_half_cycle_ambiguity;
  size_t row_count;
} rtcm_observations;

/* Finds and reads all observations of some bytes; messages that cannot be read are left out. leap_seconds is GPS time
   less UTC, 18 since 2017, which the time of GLONASS needs. The day of a GLONASS epoch that does not tell it, and a
   channel that its message does not tell, are those of the messages before. */
rtcm_observations *rtcm_observations_create(const uint8_t *bytes, size_t count, int32_t leap_seconds);
void rtcm_observations_destroy(rtcm_observations *observations);

/* ---- Numbers as objects of another language ---- */

/* Functions that make objects and put them into a dictionary. CPython's PyFloat_FromDouble, PyLong_FromLongLong,
   PyDict_SetItem and Py_DecRef have these forms. */
typedef struct {
  void *(*of_double)(double value);         /* NULL when it fails */
  void *(*of_integer)(long long value);     /* NULL when it fails */
  int (*set)(void *dictionary, void *key, void *object); /* keeps its own reference; not 0 when it fails */
  void (*release)(void *object);
} rtcm_object_functions;

/* The dictionary's keys and kinds of objects for the numbers of a message. */
typedef struct {
  const rtcm_object_functions *functions;
  void *const *keys;
  const double *steps; /* 1 for an integer, 0 for none; otherwise the value, or integer times step where it is NaN */
  const double *values;    /* the numbers whose objects the dictionary already has, which are not set again; */
  const int64_t *integers; /* NULL for none */
  size_t count;
} rtcm_object_plan;

/* Puts the numbers of a message into a dictionary; false as soon as a function fails. */
bool rtcm_set_objects(const rtcm_object_plan *plan, void *dictionary, const double *values, const int64_t *integers);

#ifdef __cplusplus
}
#endif
#endif
