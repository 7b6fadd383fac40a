/* SPDX-License-Identifier: Apache-2.0 */
/* States what holds for any bytes that are given to librtcm: a target of libFuzzer, which scripts/release/librtcm-fuzz runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtcm.h"
#include "structs.h"

#define HOLDS(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "FINDING: line %d: %s\n", __LINE__, #condition);          \
      abort();                                                                  \
    }                                                                           \
  } while (0)

enum { MAXIMUM_ITEMS = 10000 };

/* The items of a message, with bytes of their own. */
typedef struct {
  rtcm_item items[MAXIMUM_ITEMS];
  size_t count;
  uint8_t bytes[4096];
  size_t byte_count;
  bool has_trailing;
} message;

static bool collect(void *context, const rtcm_item *item) {
  message *into = (message *)context;
  HOLDS(into->count < MAXIMUM_ITEMS && into->byte_count + item->byte_count <= sizeof into->bytes);
  HOLDS(item->name != NULL && item->unit != NULL && item->steps_per_unit != 0);
  HOLDS((item->kind != RTCM_NUMBER) || isnan(item->value) == (item->is_available == 0));
  rtcm_item *copy = &into->items[into->count++];
  *copy = *item;
  if (item->kind == RTCM_TRAILING) into->has_trailing = true;
  if (item->byte_count > 0) {
    memcpy(into->bytes + into->byte_count, item->bytes, item->byte_count);
    copy->bytes = into->bytes + into->byte_count;
    into->byte_count += item->byte_count;
  }
  return true;
}

static bool stop_at_second(void *context, const rtcm_item *item) {
  (void)item;
  return ++*(size_t *)context < 2;
}

static rtcm_status visit(const uint8_t *payload, size_t count, message *into, rtcm_error *error) {
  into->count = into->byte_count = 0;
  into->has_trailing = false;
  return rtcm_visit(payload, count, collect, into, error);
}

static message read_message;
static uint8_t frame[RTCM_MAXIMUM_FRAME];

static void check_error(rtcm_status status, const rtcm_error *error) {
  HOLDS(status != RTCM_OK && error->status == status);
  HOLDS(error->text[0] != 0 && error->text[sizeof error->text - 1] == 0);
}

static bool is_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* A table of observations has the cells of each MSM, in order, and rows of no message that cannot be read. */
static void check_observations(const uint8_t *data, size_t size, const rtcm_batch *batch) {
  static rtcm_msm_satellite satellites[64];
  static rtcm_msm_cell cells[64];
  rtcm_observations *table = rtcm_observations_create(data, size, 18);
  HOLDS(table != NULL);
  size_t row = 0;
  for (size_t index = 0; index < batch->message_count; index++) {
    const rtcm_batch_message *entry = &batch->messages[index];
    rtcm_msm header;
    if (rtcm_read_msm(data + entry->offset + 3, entry->byte_count - 6u, &header, satellites, cells, NULL) != RTCM_OK) {
      while (entry->status == RTCM_OK && row < table->row_count && table->offset[row] == entry->offset) {
        HOLDS(table->type[row] == entry->type && entry->type <= 1012);
        row++;
      }
      continue;
    }
    for (size_t cell = 0; cell < header.cell_count; cell++, row++) {
      HOLDS(row < table->row_count && table->offset[row] == entry->offset && table->type[row] == entry->type);
      HOLDS(table->station_id[row] == header.station_id && table->epoch[row] == header.epoch);
      HOLDS(is_same(table->pseudorange[row], cells[cell].pseudorange));
      HOLDS(is_same(table->phaserange[row], cells[cell].phaserange));
      HOLDS(is_same(table->phaserange_rate[row], cells[cell].phaserange_rate));
      HOLDS(is_same(table->cnr[row], cells[cell].cnr));
      HOLDS(is_same(table->lock_time[row], cells[cell].lock_time == INT32_MIN ? NAN : cells[cell].lock_time));
      HOLDS(table->has_half_cycle_ambiguity[row] == cells[cell].has_half_cycle_ambiguity);
      HOLDS(isnan(table->time[row]) || (table->time[row] >= 0 && table->time[row] < 604800));
      HOLDS(cells[cell].code[0] == 0 || table->signal[2 * row] == (uint32_t)cells[cell].code[0]);
    }
  }
  HOLDS(row == table->row_count);
  rtcm_observations_destroy(table);
}

/* Frames come the same however a stream is cut, and a batch has them with what a visitor is shown. */
static void check_stream(const uint8_t *data, size_t size) {
  rtcm_batch *batch = rtcm_batch_create(data, size);
  HOLDS(batch != NULL);
  for (size_t chunk = 1; chunk <= size + 1; chunk += 1 + size) {
    rtcm_scanner *scanner = rtcm_scanner_create();
    rtcm_frame found;
    size_t index = 0;
    for (size_t offset = 0; offset <= size; offset += chunk) {
      bool is_end = offset + chunk > size;
      const uint8_t *bytes = data + offset;
      size_t count = is_end ? size - offset : chunk;
      while (rtcm_scanner_next(scanner, &bytes, &count, &found) || (is_end && rtcm_scanner_finish(scanner, &found))) {
        HOLDS(index < batch->message_count);
        const rtcm_batch_message *entry = &batch->messages[index++];
        HOLDS(entry->offset == found.offset && entry->byte_count == found.byte_count && entry->type == found.type);
        HOLDS(memcmp(found.bytes, data + found.offset, found.byte_count) == 0);
        HOLDS(rtcm_crc24q(found.bytes, found.byte_count) == 0);
      }
      HOLDS(count == 0);
    }
    HOLDS(index == batch->message_count);
    rtcm_scan_counts counts = rtcm_scanner_counts(scanner);
    HOLDS(counts.bytes == size && counts.frames == index);
    HOLDS(size == counts.frame_bytes + counts.no_preamble + counts.reserved_bits + counts.bad_crc +
                      counts.truncated_at_end + counts.too_short_at_end);
    rtcm_scanner_destroy(scanner);
  }
  for (size_t index = 0; index < batch->message_count; index++) {
    const rtcm_batch_message *entry = &batch->messages[index];
    rtcm_error error;
    rtcm_status status = visit(data + entry->offset + 3, entry->byte_count - 6u, &read_message, &error);
    HOLDS(entry->status == status);
    size_t row = entry->first_item, end = row + entry->item_count;
    bool has_bytes = false;
    for (size_t item = 0; status == RTCM_OK && item < read_message.count; item++) {
      const rtcm_item *shown = &read_message.items[item];
      if (shown->kind != RTCM_NUMBER) has_bytes = true;
      if (shown->kind != RTCM_NUMBER) continue;
      HOLDS(row < end && batch->integers[row] == shown->integer);
      double value = batch->values[row++];
      HOLDS(shown->is_available ? value == shown->value : isnan(value));
    }
    HOLDS(row == end && end <= batch->item_count);
    HOLDS(status != RTCM_OK || (entry->has_bytes != 0) == has_bytes);
  }
  check_observations(data, size, batch);
  rtcm_batch_destroy(batch);
}

/* What was read makes the same payload again. */
static void check_payload(const uint8_t *payload, size_t size) {
  rtcm_error error;
  size_t length = 0, seen = 0;
  rtcm_status status = visit(payload, size, &read_message, &error);
  if (status != RTCM_OK) {
    check_error(status, &error);
    HOLDS(error.bit_offset <= size * 8);
  } else {
    HOLDS(rtcm_encode(read_message.items, read_message.count, frame, sizeof frame, &length, &error) == RTCM_OK);
    HOLDS(length == size + 6 && memcmp(frame + 3, payload, size) == 0);
    HOLDS(rtcm_crc24q(frame, length) == 0);
    rtcm_visit(payload, size, stop_at_second, &seen, NULL);
    HOLDS(seen == 2 || seen == read_message.count);
  }
  bool has_trailing = read_message.has_trailing;
  union {
    double alignment;
    uint8_t bytes[4096];
  } made;
  for (size_t index = 0; index < sizeof message_structs / sizeof *message_structs; index++) {
    const message_struct *kind = &message_structs[index];
    status = kind->read(payload, size, made.bytes, &error);
    if (status != RTCM_OK) {
      check_error(status, &error);
      continue;
    }
    HOLDS(kind->make(made.bytes, frame, sizeof frame, &length, &error) == RTCM_OK);
    HOLDS(has_trailing || (length == size + 6 && memcmp(frame + 3, payload, size) == 0));
  }
  rtcm_station station;
  if (rtcm_read_station(payload, size, &station, &error) == RTCM_OK) {
    HOLDS(rtcm_make_station(&station, frame, sizeof frame, &length, &error) == RTCM_OK);
    HOLDS(has_trailing || (length == size + 6 && memcmp(frame + 3, payload, size) == 0));
  }
  rtcm_glonass_biases biases;
  if (rtcm_read_glonass_biases(payload, size, &biases, &error) == RTCM_OK) {
    HOLDS(rtcm_make_glonass_biases(&biases, frame, sizeof frame, &length, &error) == RTCM_OK);
    HOLDS(has_trailing || (length == size + 6 && memcmp(frame + 3, payload, size) == 0));
  }
  static rtcm_msm_satellite satellites[64];
  static rtcm_msm_cell cells[64];
  rtcm_msm header;
  if (rtcm_read_msm(payload, size, &header, satellites, cells, &error) == RTCM_OK) {
    HOLDS(header.satellite_count <= 64 && header.cell_count <= 64);
    HOLDS(rtcm_make_msm(&header, satellites, cells, frame, sizeof frame, &length, &error) == RTCM_OK);
    HOLDS(has_trailing || (length == size + 6 && memcmp(frame + 3, payload, size) == 0));
  }
}

/* Takes bytes for whatever is wanted, zeros when there are no more. */
static void take(const uint8_t **data, size_t *size, void *into, size_t count) {
  size_t there = count < *size ? count : *size;
  memset(into, 0, count);
  memcpy(into, *data, there);
  *data += there;
  *size -= there;
}

/* What a caller may fill in wrongly is an error or a frame that can be read. */
static void check_made(rtcm_status status, size_t length, const rtcm_error *error) {
  if (status != RTCM_OK) return check_error(status, error);
  HOLDS(length >= 6 && length <= sizeof frame && rtcm_crc24q(frame, length) == 0);
}

static void check_makers(const uint8_t *data, size_t size) {
  rtcm_error error;
  size_t length = 0, count = 0;
  union {
    double alignment;
    uint8_t bytes[4096];
  } made;
  const uint8_t *rest = data;
  size_t left = size;
  take(&rest, &left, made.bytes, sizeof made.bytes);
  for (size_t index = 0; index < sizeof message_structs / sizeof *message_structs; index++)
    check_made(message_structs[index].make(made.bytes, frame, sizeof frame, &length, &error), length, &error);

  static rtcm_item items[256];
  for (rest = data, left = size; left > 0 && count < 256; count++) {
    struct {
      uint64_t bits;
      uint16_t number;
      uint8_t kind, from, bit_count, byte_count, is_utf8;
    } given;
    take(&rest, &left, &given, 15);
    rtcm_item *item = &items[count];
    memset(item, 0, sizeof *item);
    item->bits = given.bits;
    item->integer = (int64_t)given.bits;
    memcpy(&item->value, &given.bits, sizeof item->value);
    item->number = count == 0 ? 2 : given.number % 600;
    item->kind = given.kind % 5;
    item->from = given.from % 4;
    item->bit_count = given.bit_count & 64 ? 0 : given.bit_count;
    item->is_utf8 = given.is_utf8;
    item->byte_count = given.byte_count;
    static const uint8_t text[256];
    item->bytes = text;
  }
  check_made(rtcm_encode(items, count, frame, sizeof frame, &length, &error), length, &error);

  static rtcm_msm_satellite satellites[256];
  static rtcm_msm_cell cells[256];
  rtcm_msm header;
  rest = data, left = size;
  take(&rest, &left, &header, sizeof header);
  take(&rest, &left, satellites, sizeof satellites / 16);
  take(&rest, &left, cells, sizeof cells / 8);
  check_made(rtcm_make_msm(&header, satellites, cells, frame, sizeof frame, &length, &error), length, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check_stream(data, size);
  check_makers(data, size);
  if (size > RTCM_MAXIMUM_PAYLOAD) return 0;
  check_payload(data, size);
  /* As a frame among other bytes, so that a batch reads it. */
  size_t length = 0;
  static uint8_t stream[RTCM_MAXIMUM_FRAME + 2];
  stream[0] = 0xD3;
  if (rtcm_frame_payload(data, size, stream + 1, RTCM_MAXIMUM_FRAME, &length, NULL) != RTCM_OK) abort();
  stream[1 + length] = 0;
  check_stream(stream, length + 2);
  return 0;
}
