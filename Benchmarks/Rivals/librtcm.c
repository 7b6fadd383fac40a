// librtcm of Swift Navigation. It has neither a framer nor a dispatcher: here they are, as its user would write them,
// with the CRC of libswiftnav, which librtcm needs anyway.

#include "rival.h"

#include <rtcm3/decode.h>
#include <rtcm3/encode.h>
#include <rtcm3/eph_decode.h>
#include <rtcm3/eph_encode.h>
#include <rtcm3/ssr_decode.h>
#include <stdlib.h>
#include <string.h>
#include <swiftnav/edc.h>

enum { preamble = 0xD3, header_length = 3, crc_length = 3, longest_frame = 1029 };

typedef union {
  rtcm_obs_message observations;
  rtcm_msm_message msm;
  rtcm_msg_1005 m1005;
  rtcm_msg_1006 m1006;
  rtcm_msg_1007 m1007;
  rtcm_msg_1008 m1008;
  rtcm_msg_1029 m1029;
  rtcm_msg_1033 m1033;
  rtcm_msg_1230 m1230;
  rtcm_msg_eph ephemeris;
  rtcm_msg_orbit orbit;
  rtcm_msg_clock clock;
  rtcm_msg_orbit_clock orbit_clock;
  rtcm_msg_code_bias code_bias;
  rtcm_msg_phase_bias phase_bias;
  rtcm_msg_swift_proprietary swift;
} message;

void rival_start(void) {}

// MARK: Decoding

enum { unknown_type = 1 };

static int decode_msm(int type, swiftnav_bitstream_t *bits, message *to) {
  if (type / 10 == 113) return unknown_type;  // NavIC
  switch (type % 10) {
    case 4: return rtcm3_decode_msm4_bitstream(bits, &to->msm);
    case 5: return rtcm3_decode_msm5_bitstream(bits, &to->msm);
    case 6: return rtcm3_decode_msm6_bitstream(bits, &to->msm);
    case 7: return rtcm3_decode_msm7_bitstream(bits, &to->msm);
    default: return unknown_type;
  }
}

static int decode(int type, const uint8_t *payload, size_t length, message *to) {
  swiftnav_bitstream_t bits;
  swiftnav_bitstream_init(&bits, payload, (uint32_t)(8 * length));
  if (type >= 1071 && type <= 1137) return decode_msm(type, &bits, to);
  switch (type) {
    case 1001: return rtcm3_decode_1001_bitstream(&bits, &to->observations);
    case 1002: return rtcm3_decode_1002_bitstream(&bits, &to->observations);
    case 1003: return rtcm3_decode_1003_bitstream(&bits, &to->observations);
    case 1004: return rtcm3_decode_1004_bitstream(&bits, &to->observations);
    case 1005: return rtcm3_decode_1005_bitstream(&bits, &to->m1005);
    case 1006: return rtcm3_decode_1006_bitstream(&bits, &to->m1006);
    case 1007: return rtcm3_decode_1007_bitstream(&bits, &to->m1007);
    case 1008: return rtcm3_decode_1008_bitstream(&bits, &to->m1008);
    case 1010: return rtcm3_decode_1010_bitstream(&bits, &to->observations);
    case 1012: return rtcm3_decode_1012_bitstream(&bits, &to->observations);
    case 1019: return rtcm3_decode_gps_eph_bitstream(&bits, &to->ephemeris);
    case 1020: return rtcm3_decode_glo_eph_bitstream(&bits, &to->ephemeris);
    case 1029: return rtcm3_decode_1029_bitstream(&bits, &to->m1029);
    case 1033: return rtcm3_decode_1033_bitstream(&bits, &to->m1033);
    case 1042: return rtcm3_decode_bds_eph_bitstream(&bits, &to->ephemeris);
    case 1044: return rtcm3_decode_qzss_eph_bitstream(&bits, &to->ephemeris);
    case 1045: return rtcm3_decode_gal_eph_fnav_bitstream(&bits, &to->ephemeris);
    case 1046: return rtcm3_decode_gal_eph_inav_bitstream(&bits, &to->ephemeris);
    case 1230: return rtcm3_decode_1230_bitstream(&bits, &to->m1230);
    case 1057: case 1063: case 1240: case 1246: case 1258:
      return rtcm3_decode_orbit_bitstream(&bits, &to->orbit);
    case 1058: case 1064: case 1241: case 1247: case 1259:
      return rtcm3_decode_clock_bitstream(&bits, &to->clock);
    case 1059: case 1065: case 1242: case 1248: case 1260:
      return rtcm3_decode_code_bias_bitstream(&bits, &to->code_bias);
    case 1060: case 1066: case 1243: case 1249: case 1261:
      return rtcm3_decode_orbit_clock_bitstream(&bits, &to->orbit_clock);
    case 1265: case 1266: case 1267: case 1268: case 1269: case 1270:
      return rtcm3_decode_phase_bias_bitstream(&bits, &to->phase_bias);
    case 4062: return rtcm3_decode_4062_bitstream(&bits, &to->swift);
    default: return unknown_type;
  }
}

// Keeps the compiler from leaving out what nobody reads.
static void look_at(const void *value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// MARK: Encoding

static size_t encode_payload(int type, const message *from, uint8_t *to) {
  if (type >= 1071 && type <= 1137) {
    return type % 10 == 4   ? rtcm3_encode_msm4(&from->msm, to)
           : type % 10 == 5 ? rtcm3_encode_msm5(&from->msm, to)
                            : 0;
  }
  switch (type) {
    case 1001: return rtcm3_encode_1001(&from->observations, to);
    case 1002: return rtcm3_encode_1002(&from->observations, to);
    case 1003: return rtcm3_encode_1003(&from->observations, to);
    case 1004: return rtcm3_encode_1004(&from->observations, to);
    case 1005: return rtcm3_encode_1005(&from->m1005, to);
    case 1006: return rtcm3_encode_1006(&from->m1006, to);
    case 1007: return rtcm3_encode_1007(&from->m1007, to);
    case 1008: return rtcm3_encode_1008(&from->m1008, to);
    case 1010: return rtcm3_encode_1010(&from->observations, to);
    case 1012: return rtcm3_encode_1012(&from->observations, to);
    case 1019: return rtcm3_encode_gps_eph(&from->ephemeris, to);
    case 1020: return rtcm3_encode_glo_eph(&from->ephemeris, to);
    case 1029: return rtcm3_encode_1029(&from->m1029, to);
    case 1033: return rtcm3_encode_1033(&from->m1033, to);
    case 1042: return rtcm3_encode_bds_eph(&from->ephemeris, to);
    case 1045: return rtcm3_encode_gal_eph_fnav(&from->ephemeris, to);
    case 1046: return rtcm3_encode_gal_eph_inav(&from->ephemeris, to);
    case 1230: return rtcm3_encode_1230(&from->m1230, to);
    case 4062: return rtcm3_encode_4062(&from->swift, to);
    default: return 0;
  }
}

static size_t encode(int type, const message *from) {
  uint8_t frame[2 * longest_frame] = {preamble};
  size_t length = encode_payload(type, from, frame + header_length);
  if (length == 0 || length > 1023) return 0;
  frame[1] = (uint8_t)(length >> 8);
  frame[2] = (uint8_t)length;
  uint32_t crc = crc24q(frame, (uint32_t)(header_length + length), 0);
  for (int byte = 0; byte < crc_length; byte++) {
    frame[header_length + length + (size_t)byte] = (uint8_t)(crc >> (16 - 8 * byte));
  }
  look_at(frame);
  return header_length + length + crc_length;
}

struct held {
  int type;
  message *message;
};

static struct held *messages;
static size_t message_count, capacity;

static int hold(int type, const message *decoded) {
  if (encode(type, decoded) == 0) return 0;
  if (message_count == capacity) messages = realloc(messages, sizeof *messages * (capacity = 2 * capacity + 100));
  message *copy = malloc(sizeof *copy);
  *copy = *decoded;
  messages[message_count++] = (struct held){type, copy};
  return 1;
}

size_t rival_encode(long *frames) {
  size_t bytes = 0;
  for (size_t index = 0; index < message_count; index++) {
    bytes += encode(messages[index].type, messages[index].message);
  }
  *frames = (long)message_count;
  return bytes;
}

// MARK: Framing

static uint32_t crc_at(const uint8_t *at) { return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2]; }

// The length of the frame that begins here; 0 where none does.
static size_t frame_length(const uint8_t *at, size_t available) {
  if (available < header_length + crc_length || at[0] != preamble || at[1] & 0xFC) return 0;
  size_t checked = header_length + ((size_t)(at[1] & 3) << 8 | at[2]);
  if (available < checked + crc_length) return 0;
  return crc24q(at, (uint32_t)checked, 0) == crc_at(at + checked) ? checked + crc_length : 0;
}

static int decode_frame(const uint8_t *frame, size_t length, int *type, message *to) {
  const uint8_t *payload = frame + header_length;
  if (length < header_length + 2 + crc_length) return unknown_type;
  *type = payload[0] << 4 | payload[1] >> 4;
  int result = decode(*type, payload, length - header_length - crc_length, to);
  look_at(to);
  return result;
}

void rival_decode(const uint8_t *bytes, size_t length) {
  static message decoded;
  for (size_t at = 0; at < length;) {
    size_t frame = frame_length(bytes + at, length - at);
    int type;
    if (frame > 0) decode_frame(bytes + at, frame, &type, &decoded);
    at += frame > 0 ? frame : 1;
  }
}

struct counts rival_survey(const uint8_t *bytes, size_t length, struct kept decoded, struct kept encoded) {
  struct counts counts = {0};
  static message to;
  for (size_t at = 0; at < length;) {
    size_t frame = frame_length(bytes + at, length - at);
    if (frame > 0) {
      int type = 0, result = decode_frame(bytes + at, frame, &type, &to);
      counts.frames++;
      if (result == unknown_type) {
        counts.unknown++;
      } else if (result != RC_OK) {
        counts.failed++;
      } else {
        counts.decoded++;
        keep_frame(decoded, bytes + at, frame);
        if (hold(type, &to)) keep_frame(encoded, bytes + at, frame);
      }
    }
    at += frame > 0 ? frame : 1;
  }
  return counts;
}
