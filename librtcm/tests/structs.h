/* SPDX-License-Identifier: Apache-2.0 */
/* The members of rtcm.h's structs, with the numbers of their data fields, in the order of the wire. */
#include <stddef.h>

#include "rtcm.h"

typedef struct {
  uint16_t number;
  size_t offset, size; /* 8 is a double, 4 an int32_t, 1 a bool, all else a rtcm_text */
} struct_member;

#define MEMBER(type, member, number) {number, offsetof(type, member), sizeof(((type *)0)->member)}

static const struct_member gps_ephemeris_members[] = {
  MEMBER(rtcm_gps_ephemeris, satellite_id, 9),
  MEMBER(rtcm_gps_ephemeris, week, 76),
  MEMBER(rtcm_gps_ephemeris, accuracy_index, 77),
  MEMBER(rtcm_gps_ephemeris, code_on_l2, 78),
  MEMBER(rtcm_gps_ephemeris, inclination_rate, 79),
  MEMBER(rtcm_gps_ephemeris, iode, 71),
  MEMBER(rtcm_gps_ephemeris, clock_reference_time, 81),
  MEMBER(rtcm_gps_ephemeris, af2, 82),
  MEMBER(rtcm_gps_ephemeris, af1, 83),
  MEMBER(rtcm_gps_ephemeris, af0, 84),
  MEMBER(rtcm_gps_ephemeris, iodc, 85),
  MEMBER(rtcm_gps_ephemeris, crs, 86),
  MEMBER(rtcm_gps_ephemeris, mean_motion_difference, 87),
  MEMBER(rtcm_gps_ephemeris, mean_anomaly, 88),
  MEMBER(rtcm_gps_ephemeris, cuc, 89),
  MEMBER(rtcm_gps_ephemeris, eccentricity, 90),
  MEMBER(rtcm_gps_ephemeris, cus, 91),
  MEMBER(rtcm_gps_ephemeris, square_root_of_semi_major_axis, 92),
  MEMBER(rtcm_gps_ephemeris, reference_time, 93),
  MEMBER(rtcm_gps_ephemeris, cic, 94),
  MEMBER(rtcm_gps_ephemeris, ascending_node, 95),
  MEMBER(rtcm_gps_ephemeris, cis, 96),
  MEMBER(rtcm_gps_ephemeris, inclination, 97),
  MEMBER(rtcm_gps_ephemeris, crc, 98),
  MEMBER(rtcm_gps_ephemeris, argument_of_perigee, 99),
  MEMBER(rtcm_gps_ephemeris, ascension_rate, 100),
  MEMBER(rtcm_gps_ephemeris, group_delay, 101),
  MEMBER(rtcm_gps_ephemeris, health, 102),
  MEMBER(rtcm_gps_ephemeris, is_l2p_without_data, 103),
  MEMBER(rtcm_gps_ephemeris, has_long_fit_interval, 137),
};

static const struct_member glonass_ephemeris_members[] = {
  MEMBER(rtcm_glonass_ephemeris, satellite_id, 38),
  MEMBER(rtcm_glonass_ephemeris, frequency_channel_indicator, 40),
  MEMBER(rtcm_glonass_ephemeris, is_almanac_healthy, 104),
  MEMBER(rtcm_glonass_ephemeris, has_almanac_health, 105),
  MEMBER(rtcm_glonass_ephemeris, p1, 106),
  MEMBER(rtcm_glonass_ephemeris, frame_time_field, 107),
  MEMBER(rtcm_glonass_ephemeris, is_unhealthy, 108),
  MEMBER(rtcm_glonass_ephemeris, p2, 109),
  MEMBER(rtcm_glonass_ephemeris, reference_time, 110),
  MEMBER(rtcm_glonass_ephemeris, velocity_x, 111),
  MEMBER(rtcm_glonass_ephemeris, position_x, 112),
  MEMBER(rtcm_glonass_ephemeris, acceleration_x, 113),
  MEMBER(rtcm_glonass_ephemeris, velocity_y, 114),
  MEMBER(rtcm_glonass_ephemeris, position_y, 115),
  MEMBER(rtcm_glonass_ephemeris, acceleration_y, 116),
  MEMBER(rtcm_glonass_ephemeris, velocity_z, 117),
  MEMBER(rtcm_glonass_ephemeris, position_z, 118),
  MEMBER(rtcm_glonass_ephemeris, acceleration_z, 119),
  MEMBER(rtcm_glonass_ephemeris, p3, 120),
  MEMBER(rtcm_glonass_ephemeris, frequency_deviation, 121),
  MEMBER(rtcm_glonass_ephemeris, p, 122),
  MEMBER(rtcm_glonass_ephemeris, is_unhealthy_in_third_string, 123),
  MEMBER(rtcm_glonass_ephemeris, clock_offset, 124),
  MEMBER(rtcm_glonass_ephemeris, l2_delay, 125),
  MEMBER(rtcm_glonass_ephemeris, age, 126),
  MEMBER(rtcm_glonass_ephemeris, p4, 127),
  MEMBER(rtcm_glonass_ephemeris, accuracy_index, 128),
  MEMBER(rtcm_glonass_ephemeris, day, 129),
  MEMBER(rtcm_glonass_ephemeris, satellite_kind, 130),
  MEMBER(rtcm_glonass_ephemeris, has_additional_data, 131),
  MEMBER(rtcm_glonass_ephemeris, almanac_day, 132),
  MEMBER(rtcm_glonass_ephemeris, system_time_offset, 133),
  MEMBER(rtcm_glonass_ephemeris, four_year_interval, 134),
  MEMBER(rtcm_glonass_ephemeris, gps_time_offset, 135),
  MEMBER(rtcm_glonass_ephemeris, is_unhealthy_in_fifth_string, 136),
  MEMBER(rtcm_glonass_ephemeris, reserved, 1),
};

static const struct_member navic_ephemeris_members[] = {
  MEMBER(rtcm_navic_ephemeris, satellite_id, 516),
  MEMBER(rtcm_navic_ephemeris, week, 517),
  MEMBER(rtcm_navic_ephemeris, af0, 518),
  MEMBER(rtcm_navic_ephemeris, af1, 519),
  MEMBER(rtcm_navic_ephemeris, af2, 520),
  MEMBER(rtcm_navic_ephemeris, accuracy_index, 521),
  MEMBER(rtcm_navic_ephemeris, clock_reference_time, 522),
  MEMBER(rtcm_navic_ephemeris, group_delay, 523),
  MEMBER(rtcm_navic_ephemeris, mean_motion_difference, 524),
  MEMBER(rtcm_navic_ephemeris, iodec, 525),
  MEMBER(rtcm_navic_ephemeris, reserved_after_iodec, 526),
  MEMBER(rtcm_navic_ephemeris, is_l5_unhealthy, 527),
  MEMBER(rtcm_navic_ephemeris, is_s_unhealthy, 528),
  MEMBER(rtcm_navic_ephemeris, cuc, 529),
  MEMBER(rtcm_navic_ephemeris, cus, 530),
  MEMBER(rtcm_navic_ephemeris, cic, 531),
  MEMBER(rtcm_navic_ephemeris, cis, 532),
  MEMBER(rtcm_navic_ephemeris, crc, 533),
  MEMBER(rtcm_navic_ephemeris, crs, 534),
  MEMBER(rtcm_navic_ephemeris, inclination_rate, 535),
  MEMBER(rtcm_navic_ephemeris, mean_anomaly, 536),
  MEMBER(rtcm_navic_ephemeris, reference_time, 537),
  MEMBER(rtcm_navic_ephemeris, eccentricity, 538),
  MEMBER(rtcm_navic_ephemeris, square_root_of_semi_major_axis, 539),
  MEMBER(rtcm_navic_ephemeris, ascending_node, 540),
  MEMBER(rtcm_navic_ephemeris, argument_of_perigee, 541),
  MEMBER(rtcm_navic_ephemeris, ascension_rate, 542),
  MEMBER(rtcm_navic_ephemeris, inclination, 543),
  MEMBER(rtcm_navic_ephemeris, spare_after_idot, 544),
  MEMBER(rtcm_navic_ephemeris, spare_after_inclination, 545),
};

static const struct_member beidou_ephemeris_members[] = {
  MEMBER(rtcm_beidou_ephemeris, satellite_id, 488),
  MEMBER(rtcm_beidou_ephemeris, week, 489),
  MEMBER(rtcm_beidou_ephemeris, accuracy_index, 490),
  MEMBER(rtcm_beidou_ephemeris, inclination_rate, 491),
  MEMBER(rtcm_beidou_ephemeris, aode, 492),
  MEMBER(rtcm_beidou_ephemeris, clock_reference_time, 493),
  MEMBER(rtcm_beidou_ephemeris, af2, 494),
  MEMBER(rtcm_beidou_ephemeris, af1, 495),
  MEMBER(rtcm_beidou_ephemeris, af0, 496),
  MEMBER(rtcm_beidou_ephemeris, aodc, 497),
  MEMBER(rtcm_beidou_ephemeris, crs, 498),
  MEMBER(rtcm_beidou_ephemeris, mean_motion_difference, 499),
  MEMBER(rtcm_beidou_ephemeris, mean_anomaly, 500),
  MEMBER(rtcm_beidou_ephemeris, cuc, 501),
  MEMBER(rtcm_beidou_ephemeris, eccentricity, 502),
  MEMBER(rtcm_beidou_ephemeris, cus, 503),
  MEMBER(rtcm_beidou_ephemeris, square_root_of_semi_major_axis, 504),
  MEMBER(rtcm_beidou_ephemeris, reference_time, 505),
  MEMBER(rtcm_beidou_ephemeris, cic, 506),
  MEMBER(rtcm_beidou_ephemeris, ascending_node, 507),
  MEMBER(rtcm_beidou_ephemeris, cis, 508),
  MEMBER(rtcm_beidou_ephemeris, inclination, 509),
  MEMBER(rtcm_beidou_ephemeris, crc, 510),
  MEMBER(rtcm_beidou_ephemeris, argument_of_perigee, 511),
  MEMBER(rtcm_beidou_ephemeris, ascension_rate, 512),
  MEMBER(rtcm_beidou_ephemeris, group_delay1, 513),
  MEMBER(rtcm_beidou_ephemeris, group_delay2, 514),
  MEMBER(rtcm_beidou_ephemeris, is_unhealthy, 515),
};

static const struct_member qzss_ephemeris_members[] = {
  MEMBER(rtcm_qzss_ephemeris, satellite_id, 429),
  MEMBER(rtcm_qzss_ephemeris, clock_reference_time, 430),
  MEMBER(rtcm_qzss_ephemeris, af2, 431),
  MEMBER(rtcm_qzss_ephemeris, af1, 432),
  MEMBER(rtcm_qzss_ephemeris, af0, 433),
  MEMBER(rtcm_qzss_ephemeris, iode, 434),
  MEMBER(rtcm_qzss_ephemeris, crs, 435),
  MEMBER(rtcm_qzss_ephemeris, mean_motion_difference, 436),
  MEMBER(rtcm_qzss_ephemeris, mean_anomaly, 437),
  MEMBER(rtcm_qzss_ephemeris, cuc, 438),
  MEMBER(rtcm_qzss_ephemeris, eccentricity, 439),
  MEMBER(rtcm_qzss_ephemeris, cus, 440),
  MEMBER(rtcm_qzss_ephemeris, square_root_of_semi_major_axis, 441),
  MEMBER(rtcm_qzss_ephemeris, reference_time, 442),
  MEMBER(rtcm_qzss_ephemeris, cic, 443),
  MEMBER(rtcm_qzss_ephemeris, ascending_node, 444),
  MEMBER(rtcm_qzss_ephemeris, cis, 445),
  MEMBER(rtcm_qzss_ephemeris, inclination, 446),
  MEMBER(rtcm_qzss_ephemeris, crc, 447),
  MEMBER(rtcm_qzss_ephemeris, argument_of_perigee, 448),
  MEMBER(rtcm_qzss_ephemeris, ascension_rate, 449),
  MEMBER(rtcm_qzss_ephemeris, inclination_rate, 450),
  MEMBER(rtcm_qzss_ephemeris, codes_on_l2, 451),
  MEMBER(rtcm_qzss_ephemeris, week, 452),
  MEMBER(rtcm_qzss_ephemeris, accuracy_index, 453),
  MEMBER(rtcm_qzss_ephemeris, health, 454),
  MEMBER(rtcm_qzss_ephemeris, group_delay, 455),
  MEMBER(rtcm_qzss_ephemeris, iodc, 456),
  MEMBER(rtcm_qzss_ephemeris, has_long_fit_interval, 457),
};

static const struct_member galileo_fnav_ephemeris_members[] = {
  MEMBER(rtcm_galileo_fnav_ephemeris, satellite_id, 252),
  MEMBER(rtcm_galileo_fnav_ephemeris, week, 289),
  MEMBER(rtcm_galileo_fnav_ephemeris, iod_nav, 290),
  MEMBER(rtcm_galileo_fnav_ephemeris, sisa_index, 291),
  MEMBER(rtcm_galileo_fnav_ephemeris, inclination_rate, 292),
  MEMBER(rtcm_galileo_fnav_ephemeris, clock_reference_time, 293),
  MEMBER(rtcm_galileo_fnav_ephemeris, af2, 294),
  MEMBER(rtcm_galileo_fnav_ephemeris, af1, 295),
  MEMBER(rtcm_galileo_fnav_ephemeris, af0, 296),
  MEMBER(rtcm_galileo_fnav_ephemeris, crs, 297),
  MEMBER(rtcm_galileo_fnav_ephemeris, mean_motion_difference, 298),
  MEMBER(rtcm_galileo_fnav_ephemeris, mean_anomaly, 299),
  MEMBER(rtcm_galileo_fnav_ephemeris, cuc, 300),
  MEMBER(rtcm_galileo_fnav_ephemeris, eccentricity, 301),
  MEMBER(rtcm_galileo_fnav_ephemeris, cus, 302),
  MEMBER(rtcm_galileo_fnav_ephemeris, square_root_of_semi_major_axis, 303),
  MEMBER(rtcm_galileo_fnav_ephemeris, reference_time, 304),
  MEMBER(rtcm_galileo_fnav_ephemeris, cic, 305),
  MEMBER(rtcm_galileo_fnav_ephemeris, ascending_node, 306),
  MEMBER(rtcm_galileo_fnav_ephemeris, cis, 307),
  MEMBER(rtcm_galileo_fnav_ephemeris, inclination, 308),
  MEMBER(rtcm_galileo_fnav_ephemeris, crc, 309),
  MEMBER(rtcm_galileo_fnav_ephemeris, argument_of_perigee, 310),
  MEMBER(rtcm_galileo_fnav_ephemeris, ascension_rate, 311),
  MEMBER(rtcm_galileo_fnav_ephemeris, group_delay_e5a, 312),
  MEMBER(rtcm_galileo_fnav_ephemeris, e5a_health, 314),
  MEMBER(rtcm_galileo_fnav_ephemeris, is_e5a_data_invalid, 315),
  MEMBER(rtcm_galileo_fnav_ephemeris, reserved, 1),
};

static const struct_member galileo_inav_ephemeris_members[] = {
  MEMBER(rtcm_galileo_inav_ephemeris, satellite_id, 252),
  MEMBER(rtcm_galileo_inav_ephemeris, week, 289),
  MEMBER(rtcm_galileo_inav_ephemeris, iod_nav, 290),
  MEMBER(rtcm_galileo_inav_ephemeris, sisa_index, 286),
  MEMBER(rtcm_galileo_inav_ephemeris, inclination_rate, 292),
  MEMBER(rtcm_galileo_inav_ephemeris, clock_reference_time, 293),
  MEMBER(rtcm_galileo_inav_ephemeris, af2, 294),
  MEMBER(rtcm_galileo_inav_ephemeris, af1, 295),
  MEMBER(rtcm_galileo_inav_ephemeris, af0, 296),
  MEMBER(rtcm_galileo_inav_ephemeris, crs, 297),
  MEMBER(rtcm_galileo_inav_ephemeris, mean_motion_difference, 298),
  MEMBER(rtcm_galileo_inav_ephemeris, mean_anomaly, 299),
  MEMBER(rtcm_galileo_inav_ephemeris, cuc, 300),
  MEMBER(rtcm_galileo_inav_ephemeris, eccentricity, 301),
  MEMBER(rtcm_galileo_inav_ephemeris, cus, 302),
  MEMBER(rtcm_galileo_inav_ephemeris, square_root_of_semi_major_axis, 303),
  MEMBER(rtcm_galileo_inav_ephemeris, reference_time, 304),
  MEMBER(rtcm_galileo_inav_ephemeris, cic, 305),
  MEMBER(rtcm_galileo_inav_ephemeris, ascending_node, 306),
  MEMBER(rtcm_galileo_inav_ephemeris, cis, 307),
  MEMBER(rtcm_galileo_inav_ephemeris, inclination, 308),
  MEMBER(rtcm_galileo_inav_ephemeris, crc, 309),
  MEMBER(rtcm_galileo_inav_ephemeris, argument_of_perigee, 310),
  MEMBER(rtcm_galileo_inav_ephemeris, ascension_rate, 311),
  MEMBER(rtcm_galileo_inav_ephemeris, group_delay_e5a, 312),
  MEMBER(rtcm_galileo_inav_ephemeris, group_delay_e5b, 313),
  MEMBER(rtcm_galileo_inav_ephemeris, e5b_health, 316),
  MEMBER(rtcm_galileo_inav_ephemeris, is_e5b_data_invalid, 317),
  MEMBER(rtcm_galileo_inav_ephemeris, e1b_health, 287),
  MEMBER(rtcm_galileo_inav_ephemeris, is_e1b_data_invalid, 288),
  MEMBER(rtcm_galileo_inav_ephemeris, reserved, 1),
};

static const struct_member receiver_and_antenna_members[] = {
  MEMBER(rtcm_receiver_and_antenna, station_id, 3),
  MEMBER(rtcm_receiver_and_antenna, antenna_descriptor, 30),
  MEMBER(rtcm_receiver_and_antenna, antenna_setup_id, 31),
  MEMBER(rtcm_receiver_and_antenna, antenna_serial_number, 33),
  MEMBER(rtcm_receiver_and_antenna, receiver_type, 228),
  MEMBER(rtcm_receiver_and_antenna, receiver_firmware, 230),
  MEMBER(rtcm_receiver_and_antenna, receiver_serial_number, 232),
};

static const struct_member unicode_text_members[] = {
  MEMBER(rtcm_unicode_text, station_id, 3),
  MEMBER(rtcm_unicode_text, modified_julian_day, 51),
  MEMBER(rtcm_unicode_text, second_of_day, 52),
  MEMBER(rtcm_unicode_text, character_count, 138),
  MEMBER(rtcm_unicode_text, text, 140),
};

/* The functions of a struct, for any. */
typedef struct {
  uint16_t type;
  const struct_member *members;
  size_t member_count, size;
  rtcm_status (*read)(const uint8_t *payload, size_t count, void *message, rtcm_error *error);
  rtcm_status (*make)(const void *message, uint8_t *frame, size_t capacity, size_t *count, rtcm_error *error);
} message_struct;

#define FUNCTIONS(name)                                                                                      \
  static rtcm_status read_##name(const uint8_t *payload, size_t count, void *message, rtcm_error *error) {   \
    return rtcm_read_##name(payload, count, (rtcm_##name *)message, error);                                  \
  }                                                                                                          \
  static rtcm_status make_##name(const void *message, uint8_t *frame, size_t capacity, size_t *count,        \
                                 rtcm_error *error) {                                                        \
    return rtcm_make_##name((const rtcm_##name *)message, frame, capacity, count, error);                    \
  }
#define STRUCT(type, name)                                                                                   \
  {type, name##_members, sizeof name##_members / sizeof *name##_members, sizeof(rtcm_##name), read_##name,   \
   make_##name}

FUNCTIONS(gps_ephemeris)
FUNCTIONS(glonass_ephemeris)
FUNCTIONS(navic_ephemeris)
FUNCTIONS(beidou_ephemeris)
FUNCTIONS(qzss_ephemeris)
FUNCTIONS(galileo_fnav_ephemeris)
FUNCTIONS(galileo_inav_ephemeris)
FUNCTIONS(receiver_and_antenna)
FUNCTIONS(unicode_text)

static const message_struct message_structs[] = {
    STRUCT(1019, gps_ephemeris),
    STRUCT(1020, glonass_ephemeris),
    STRUCT(1041, navic_ephemeris),
    STRUCT(1042, beidou_ephemeris),
    STRUCT(1044, qzss_ephemeris),
    STRUCT(1045, galileo_fnav_ephemeris),
    STRUCT(1046, galileo_inav_ephemeris),
    STRUCT(1033, receiver_and_antenna),
    STRUCT(1029, unicode_text)};
