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
#define RTCM_ABI_VERSION 1
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
  uint16_t type;
  uint16_t station_id;
} rtcm_station;

rtcm_status rtcm_read_station(const uint8_t *payload, size_t count, rtcm_station *station, rtcm_error *error);

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

/* ---- Many messages at once ---- */

/* A message of a batch: its fields that are numbers are values[first_item] and so on. */
typedef struct {
  uint64_t offset; /* of the frame in the bytes */
  uint64_t layout; /* the same for messages with the same fields at the same places */
  uint32_t first_item, item_count;
  uint16_t byte_count; /* of the frame */
  uint16_t type;
  uint8_t status;      /* RTCM_OK, or why it has no items */
  uint8_t has_bytes;   /* whether there is anything but numbers, which rtcm_visit() shows */
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

#ifdef __cplusplus
}
#endif
#endif
