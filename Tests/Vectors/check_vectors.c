/* Checks a header of 'boardsim rtcm vectors --format c' with a scanner and a bit reader of its own.
 *
 * It compiles as C99 and as C++11, and is an example of how a parser is tested with the vectors:
 *   cc -std=c99 -I DIRECTORY_OF_THE_HEADER check_vectors.c && ./a.out
 */
#include "rtcm_vectors.h"

#include <stdio.h>

static int failures = 0;

static void fail(const char *name, const char *what, unsigned long where) {
  printf("%s: %s at %lu\n", name, what, where);
  failures++;
}

/* CRC-24Q of some bytes; 0 of a whole frame. */
static uint32_t check(const uint8_t *bytes, uint32_t count) {
  uint32_t crc = 0;
  for (uint32_t i = 0; i < count; i++) {
    crc ^= (uint32_t)bytes[i] << 16;
    for (int bit = 0; bit < 8; bit++) {
      crc <<= 1;
      if (crc & 0x1000000) crc ^= 0x1864CFB;
    }
  }
  return crc;
}

/* The length of the valid frame that begins here, or 0. */
static uint32_t frame_length(const uint8_t *bytes, uint32_t count) {
  if (count < 6 || bytes[0] != 0xD3 || (bytes[1] & 0xFC) != 0) return 0;
  uint32_t length = ((uint32_t)bytes[1] << 8 | bytes[2]) + 6;
  return length <= count && check(bytes, length) == 0 ? length : 0;
}

static uint64_t read_bits(const uint8_t *bytes, uint32_t offset, uint32_t count) {
  uint64_t bits = 0;
  for (uint32_t i = offset; i < offset + count; i++) bits = bits << 1 | (bytes[i / 8] >> (7 - i % 8) & 1);
  return bits;
}

/* The number that a field's bits stand for. */
static int64_t number(const rtcm_field *field, uint64_t bits) {
  uint64_t sign = (uint64_t)1 << (field->bit_count - 1);
  if (field->kind == RTCM_UNSIGNED || (bits & sign) == 0) return (int64_t)bits;
  if (field->kind == RTCM_SIGN_MAGNITUDE) return -(int64_t)(bits - sign);
  return (int64_t)(bits - sign) - (int64_t)(sign - 1) - 1;
}

static void check_vector(const rtcm_vector *vector) {
  const uint8_t *payload = vector->frame + 3;
  if (frame_length(vector->frame, vector->frame_length) != vector->frame_length)
    fail(vector->name, "no valid frame", 0);
  if (read_bits(payload, 0, 12) != vector->type) fail(vector->name, "wrong type", 0);
  for (uint16_t i = 0; i < vector->field_count; i++) {
    const rtcm_field *field = &vector->fields[i];
    uint64_t bits = read_bits(payload, field->bit_offset, field->bit_count);
    if (number(field, bits) != field->raw) fail(vector->name, "wrong number", field->bit_offset);
  }
}

static void check_malformed(const rtcm_malformed *malformed) {
  uint32_t payload_bits = (malformed->frame_length - 6u) * 8;
  if (frame_length(malformed->frame, malformed->frame_length) != malformed->frame_length)
    fail(malformed->name, "no valid frame", 0);
  if (read_bits(malformed->frame + 3, 0, 12) != malformed->type) fail(malformed->name, "wrong type", 0);
  if (malformed->bit_offset > payload_bits) fail(malformed->name, "error not in the payload", payload_bits);
}

static void check_stream(const rtcm_stream *stream) {
  uint32_t offset = 0;
  uint16_t found = 0;
  while (offset < stream->byte_count) {
    uint32_t length = frame_length(stream->bytes + offset, stream->byte_count - offset);
    if (length == 0) {
      offset++;
      continue;
    }
    const rtcm_stream_frame *frame = &stream->frames[found];
    if (found == stream->frame_count)
      fail(stream->name, "a frame too many", offset);
    else if (frame->offset != offset || frame->length != length)
      fail(stream->name, "another frame", offset);
    else if (frame->type != read_bits(stream->bytes + offset + 3, 0, 12))
      fail(stream->name, "another type", offset);
    if (found < stream->frame_count) found++;
    offset += length;
  }
  if (found < stream->frame_count) fail(stream->name, "frames are missing", offset);
}

int main(void) {
  for (int i = 0; i < rtcm_vectors_count; i++) check_vector(&rtcm_vectors[i]);
  for (int i = 0; i < rtcm_malformed_frames_count; i++) check_malformed(&rtcm_malformed_frames[i]);
  for (int i = 0; i < rtcm_streams_count; i++) check_stream(&rtcm_streams[i]);
  printf("%d vectors, %d malformed frames, %d streams, %d failures\n", rtcm_vectors_count,
         rtcm_malformed_frames_count, rtcm_streams_count, failures);
  return failures != 0;
}
