/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and makes every test vector with librtcm: usage vectors (rtcm_vectors.h is `boardsim rtcm vectors`').
   Prints what it did; ends with 1 when something is not as the vectors say. C11 and C++11. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtcm.h"
#include "rtcm_vectors.h"
#include "structs.h"

static int failures;

#define CHECK(condition, name)                                                  \
  do {                                                                          \
    if (!(condition)) {                                                         \
      failures++;                                                               \
      fprintf(stderr, "%s: line %d: %s\n", name, __LINE__, #condition);         \
    }                                                                           \
  } while (0)

enum { MAXIMUM_ITEMS = 8192, MAXIMUM_BYTES = 4096 };

/* The items of a message, with bytes of their own. */
typedef struct {
  rtcm_item items[MAXIMUM_ITEMS];
  size_t count;
  uint8_t bytes[MAXIMUM_BYTES];
  size_t byte_count;
} message;

static bool collect(void *context, const rtcm_item *item) {
  message *into = (message *)context;
  if (into->count == MAXIMUM_ITEMS || into->byte_count + item->byte_count > MAXIMUM_BYTES) return false;
  rtcm_item *copy = &into->items[into->count++];
  *copy = *item;
  if (item->byte_count > 0) {
    memcpy(into->bytes + into->byte_count, item->bytes, item->byte_count);
    copy->bytes = into->bytes + into->byte_count;
    into->byte_count += item->byte_count;
  }
  return true;
}

static message read_message;

/* Whether an item is a number of the message itself or of the first group of a kind. */
static bool is_of_first(const rtcm_item *item) {
  return item->kind == RTCM_NUMBER && item->index[0] <= 1 && item->index[1] <= 1;
}

static void check_fields(const rtcm_vector *vector) {
  size_t next = 0;
  for (size_t index = 0; index < read_message.count; index++) {
    const rtcm_item *item = &read_message.items[index];
    if (!is_of_first(item)) continue;
    if (next == vector->field_count) {
      CHECK(!"more numbers than the vector has", vector->name);
      return;
    }
    const rtcm_field *field = &vector->fields[next++];
    CHECK(item->number == field->number, vector->name);
    CHECK(item->bit_count == field->bit_count, vector->name);
    CHECK(item->integer == field->raw, vector->name);
    CHECK(item->is_available == field->is_available, vector->name);
    if (field->is_available) CHECK(fabs(item->value - field->value) <= fabs(field->value) * 1e-15, vector->name);
    else CHECK(isnan(item->value), vector->name);
  }
  CHECK(next == vector->field_count, vector->name);
}

static size_t struct_count;

/* Whether a frame is the vector's, but for what may stand behind the last field. */
static void check_frame(const rtcm_vector *vector, const uint8_t *frame, size_t length) {
  for (size_t index = 0; index < read_message.count; index++)
    if (read_message.items[index].kind == RTCM_TRAILING) return;
  CHECK(length == vector->frame_length && memcmp(frame, vector->frame, length) == 0, vector->name);
}

/* The structs against the items, which the vectors have confirmed. */
static void check_structs(const rtcm_vector *vector, const uint8_t *payload, size_t count) {
  static rtcm_msm msm;
  static rtcm_msm_satellite satellites[64];
  static rtcm_msm_cell cells[64];
  rtcm_error error;
  rtcm_status status = rtcm_read_msm(payload, count, &msm, satellites, cells, &error);
  bool is_msm = vector->type >= 1071 && vector->type <= 1137;
  CHECK((status == RTCM_OK) == is_msm, vector->name);
  if (!is_msm) CHECK(status == RTCM_UNEXPECTED_TYPE && error.message_type == vector->type, vector->name);
  for (size_t index = 0; is_msm && index < read_message.count; index++) {
    const rtcm_item *item = &read_message.items[index];
    const rtcm_msm_satellite *satellite = &satellites[(item->index[0] + 63) % 64];
    const rtcm_msm_cell *cell = &cells[(item->index[0] + 63) % 64];
    switch (item->number) {
    case 3: CHECK(msm.station_id == item->integer, vector->name); break;
    case 394: CHECK(msm.satellite_mask == item->bits, vector->name); break;
    case 395: CHECK(msm.signal_mask == item->bits, vector->name); break;
    case 396: CHECK(msm.cell_mask == item->bits, vector->name); break;
    case 398: CHECK(satellite->id == item->satellite && satellite->rough_range_modulo == item->integer, vector->name); break;
    case 400:
    case 405:
      CHECK(cell->satellite == item->satellite && cell->signal == item->signal, vector->name);
      CHECK(cell->fine_pseudorange == (item->is_available ? item->integer : INT32_MIN), vector->name);
      break;
    case 401:
    case 406: CHECK(cell->fine_phaserange == (item->is_available ? item->integer : INT32_MIN), vector->name); break;
    case 403:
    case 408: CHECK(item->is_available ? cell->cnr == item->value : isnan(cell->cnr), vector->name); break;
    }
  }
  uint8_t frame[RTCM_MAXIMUM_FRAME];
  size_t length = 0;
  if (is_msm) {
    struct_count++;
    status = rtcm_make_msm(&msm, satellites, cells, frame, sizeof frame, &length, &error);
    if (status != RTCM_OK) fprintf(stderr, "%s: %s\n", vector->name, error.text);
    CHECK(status == RTCM_OK, vector->name);
    check_frame(vector, frame, length);
    /* The masks of the satellites and cells are the message's, but for signals that no cell has. */
    msm.signal_mask = 0;
    status = rtcm_make_msm(&msm, satellites, cells, frame, sizeof frame, &length, &error);
    CHECK(status == RTCM_OK, vector->name);
    msm.signal_mask = 1;
    msm.cell_mask = 0x100;
    status = rtcm_make_msm(&msm, satellites, cells, frame, sizeof frame, &length, &error);
    CHECK(status != RTCM_OK && error.message_type == vector->type, vector->name);
    msm.signal_mask = 0;
    msm.satellite_count = 1;
    satellites[0].id = 0;
    status = rtcm_make_msm(&msm, satellites, cells, frame, sizeof frame, &length, &error);
    CHECK(status != RTCM_OK && error.message_type == vector->type && error.text[0] != 0, vector->name);
  }
  rtcm_station station;
  status = rtcm_read_station(payload, count, &station, &error);
  CHECK((status == RTCM_OK) == (vector->type == 1005 || vector->type == 1006), vector->name);
  for (size_t index = 0; status == RTCM_OK && index < read_message.count; index++) {
    const rtcm_item *item = &read_message.items[index];
    if (item->number == 25) CHECK(station.x == item->value, vector->name);
    if (item->number == 26) CHECK(station.y == item->value, vector->name);
    if (item->number == 27) CHECK(station.z == item->value, vector->name);
    if (item->number == 28) CHECK(station.antenna_height == item->value, vector->name);
  }
  if (status == RTCM_OK) {
    struct_count++;
    CHECK(rtcm_make_station(&station, frame, sizeof frame, &length, &error) == RTCM_OK, vector->name);
    check_frame(vector, frame, length);
  }
}

/* The members of a struct against the items, one by one. */
static void check_members(const rtcm_vector *vector, const message_struct *kind, const uint8_t *message) {
  size_t next = 0;
  for (size_t index = 1; index < read_message.count; index++) {
    const rtcm_item *item = &read_message.items[index];
    bool is_count = index + 1 < read_message.count && read_message.items[index + 1].kind == RTCM_TEXT;
    if (is_count || item->kind == RTCM_TRAILING) continue;
    CHECK(next < kind->member_count, vector->name);
    if (next == kind->member_count) return;
    const struct_member *member = &kind->members[next++];
    CHECK(member->number == item->number, vector->name);
    if (member->size == sizeof(double)) {
      double value;
      memcpy(&value, message + member->offset, sizeof value);
      CHECK(value == item->value && item->steps_per_unit != 0, vector->name);
    } else if (member->size == sizeof(int32_t)) {
      int32_t value;
      memcpy(&value, message + member->offset, sizeof value);
      CHECK(value == item->integer, vector->name);
    } else if (member->size == 1) {
      CHECK(message[member->offset] == item->bits && item->bit_count == 1, vector->name);
    } else {
      rtcm_text text;
      CHECK(member->size == sizeof text, vector->name);
      memcpy(&text, message + member->offset, sizeof text);
      CHECK(text.byte_count == item->byte_count, vector->name);
      CHECK(memcmp(text.characters, item->bytes, item->byte_count) == 0, vector->name);
      CHECK(text.characters[text.byte_count] == 0, vector->name);
    }
  }
  CHECK(next == kind->member_count, vector->name);
}

/* The structs whose members are all the fields: read, and made into the frame again. */
static void check_message_structs(const rtcm_vector *vector, const uint8_t *payload, size_t count) {
  static union {
    double alignment;
    uint8_t bytes[4096];
  } message;
  rtcm_error error;
  uint8_t frame[RTCM_MAXIMUM_FRAME];
  size_t length = 0;
  for (size_t index = 0; index < sizeof message_structs / sizeof *message_structs; index++) {
    const message_struct *kind = &message_structs[index];
    rtcm_status status = kind->read(payload, count, message.bytes, &error);
    CHECK((status == RTCM_OK) == (kind->type == vector->type), vector->name);
    if (status != RTCM_OK) {
      CHECK(status == RTCM_UNEXPECTED_TYPE && error.message_type == vector->type, vector->name);
      continue;
    }
    struct_count++;
    check_members(vector, kind, message.bytes);
    status = kind->make(message.bytes, frame, sizeof frame, &length, &error);
    if (status != RTCM_OK) fprintf(stderr, "%s: %s\n", vector->name, error.text);
    CHECK(status == RTCM_OK, vector->name);
    check_frame(vector, frame, length);
    CHECK(kind->make(message.bytes, frame, length - 1, &length, &error) == RTCM_NO_ROOM, vector->name);
    CHECK(kind->read(payload, 3, message.bytes, &error) == RTCM_TRUNCATED, vector->name);
    memset(message.bytes, 0x7F, kind->size);
    status = kind->make(message.bytes, frame, sizeof frame, &length, &error);
    CHECK(status == RTCM_OUT_OF_RANGE && error.message_type == kind->type && error.field != 0, vector->name);
  }
  rtcm_glonass_biases biases;
  if (rtcm_read_glonass_biases(payload, count, &biases, &error) == RTCM_OK) {
    struct_count++;
    for (size_t index = 0; index < read_message.count; index++) {
      const rtcm_item *item = &read_message.items[index];
      double value = item->number == 423   ? biases.l1_ca
                     : item->number == 424 ? biases.l1_p
                     : item->number == 425 ? biases.l2_ca
                                           : biases.l2_p;
      if (item->number == 422) CHECK(biases.signal_mask == item->bits, vector->name);
      if (item->number < 423) continue;
      CHECK(item->is_available ? value == item->value : isnan(value), vector->name);
    }
    CHECK(rtcm_make_glonass_biases(&biases, frame, sizeof frame, &length, &error) == RTCM_OK, vector->name);
    check_frame(vector, frame, length);
  }
}

static void check_vector(const rtcm_vector *vector) {
  const uint8_t *payload = vector->frame + 3;
  size_t count = vector->frame_length - 6u;
  rtcm_error error;
  read_message.count = read_message.byte_count = 0;
  CHECK(rtcm_crc24q(vector->frame, vector->frame_length) == 0, vector->name);
  CHECK(rtcm_visit(payload, count, collect, &read_message, &error) == RTCM_OK, vector->name);
  check_fields(vector);
  check_structs(vector, payload, count);
  check_message_structs(vector, payload, count);

  /* The items make the frame again; so do those that are numbers in steps. */
  for (int from = RTCM_FROM_BITS; from <= RTCM_FROM_VALUE; from++) {
    uint8_t frame[RTCM_MAXIMUM_FRAME];
    size_t length = 0;
    for (size_t index = 0; index < read_message.count; index++) {
      rtcm_item *item = &read_message.items[index];
      bool is_plain = from == RTCM_FROM_INTEGER && item->is_available && !(item->integer == 0 && item->bits != 0);
      bool is_value = from == RTCM_FROM_VALUE && item->bit_count < 50 && !(item->integer == 0 && item->bits != 0);
      item->from = (uint8_t)(is_plain || is_value ? from : RTCM_FROM_BITS);
    }
    rtcm_status status = rtcm_encode(read_message.items, read_message.count, frame, sizeof frame, &length, &error);
    if (status != RTCM_OK) fprintf(stderr, "%s: %s\n", vector->name, error.text);
    CHECK(status == RTCM_OK, vector->name);
    CHECK(length == vector->frame_length && memcmp(frame, vector->frame, length) == 0, vector->name);
    if (from != RTCM_FROM_BITS) continue;
    CHECK(rtcm_encode(read_message.items, read_message.count, frame, length - 1, &length, &error) == RTCM_NO_ROOM,
          vector->name);
    CHECK(rtcm_encode(read_message.items, 1, frame, sizeof frame, &length, &error) != RTCM_OK, vector->name);
  }
}

/* A type that is not known keeps its payload. */
static void check_unknown(void) {
  static const uint8_t payload[] = {0xFF, 0xF1, 0x02};
  uint8_t frame[RTCM_MAXIMUM_FRAME];
  size_t length = 0;
  rtcm_error error;
  read_message.count = read_message.byte_count = 0;
  CHECK(rtcm_visit(payload, sizeof payload, collect, &read_message, &error) == RTCM_OK, "unknown");
  CHECK(read_message.count == 2 && read_message.items[1].kind == RTCM_PAYLOAD, "unknown");
  CHECK(rtcm_encode(read_message.items, 2, frame, sizeof frame, &length, &error) == RTCM_OK, "unknown");
  CHECK(length == sizeof payload + 6 && memcmp(frame + 3, payload, sizeof payload) == 0, "unknown");
  read_message.items[2] = read_message.items[0];
  CHECK(rtcm_encode(read_message.items, 3, frame, sizeof frame, &length, &error) == RTCM_LEFTOVER_ITEM, "unknown");
}

static void check_malformed(const rtcm_malformed *vector) {
  rtcm_error error;
  read_message.count = read_message.byte_count = 0;
  rtcm_status status = rtcm_visit(vector->frame + 3, vector->frame_length - 6u, collect, &read_message, &error);
  CHECK(status == RTCM_TRUNCATED || status == RTCM_TOO_MANY_CELLS, vector->name);
  CHECK(error.status == status && error.text[0] != 0, vector->name);
  CHECK(error.field == vector->field, vector->name);
  CHECK(error.bit_offset == vector->bit_offset, vector->name);
}

static void check_stream(const rtcm_stream *stream, size_t chunk) {
  rtcm_scanner *scanner = rtcm_scanner_create();
  rtcm_frame frame;
  size_t found = 0;
  for (size_t offset = 0; offset <= stream->byte_count; offset += chunk) {
    bool is_end = offset + chunk > stream->byte_count;
    const uint8_t *bytes = stream->bytes + offset;
    size_t count = is_end ? stream->byte_count - offset : chunk;
    while (rtcm_scanner_next(scanner, &bytes, &count, &frame) || (is_end && rtcm_scanner_finish(scanner, &frame))) {
      CHECK(found < stream->frame_count, stream->name);
      if (found >= stream->frame_count) break;
      const rtcm_stream_frame *expected = &stream->frames[found++];
      CHECK(frame.offset == expected->offset && frame.byte_count == expected->length, stream->name);
      CHECK(frame.type == expected->type, stream->name);
      CHECK(memcmp(frame.bytes, stream->bytes + expected->offset, frame.byte_count) == 0, stream->name);
    }
    CHECK(count == 0, stream->name);
  }
  CHECK(found == stream->frame_count, stream->name);
  rtcm_scan_counts counts = rtcm_scanner_counts(scanner);
  CHECK(counts.bytes == stream->byte_count && counts.frames == found, stream->name);
  CHECK(counts.bytes == counts.frame_bytes + counts.no_preamble + counts.reserved_bits + counts.bad_crc +
                            counts.truncated_at_end + counts.too_short_at_end,
        stream->name);
  rtcm_scanner_destroy(scanner);

  rtcm_batch *batch = rtcm_batch_create(stream->bytes, stream->byte_count);
  CHECK(batch != NULL && batch->message_count == stream->frame_count, stream->name);
  for (size_t index = 0; index < batch->message_count && index < stream->frame_count; index++) {
    const rtcm_batch_message *entry = &batch->messages[index];
    CHECK(entry->offset == stream->frames[index].offset && entry->type == stream->frames[index].type, stream->name);
    read_message.count = read_message.byte_count = 0;
    rtcm_visit(stream->bytes + entry->offset + 3, entry->byte_count - 6u, collect, &read_message, NULL);
    size_t row = 0;
    for (size_t item = 0; entry->status == RTCM_OK && item < read_message.count; item++) {
      if (read_message.items[item].kind != RTCM_NUMBER) continue;
      CHECK(row < entry->item_count, stream->name);
      CHECK(batch->integers[entry->first_item + row] == read_message.items[item].integer, stream->name);
      row++;
    }
    CHECK(entry->status != RTCM_OK || row == entry->item_count, stream->name);
  }
  rtcm_batch_destroy(batch);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

int main(void) {
  CHECK(rtcm_abi_version() == RTCM_ABI_VERSION, "version");
  CHECK(!rtcm_set_objects(NULL, NULL, NULL, NULL), "objects of no plan");
  check_unknown();
  for (size_t index = 0; index < COUNT(rtcm_vectors); index++) check_vector(&rtcm_vectors[index]);
  for (size_t index = 0; index < COUNT(rtcm_malformed_frames); index++) check_malformed(&rtcm_malformed_frames[index]);
  static const size_t chunks[] = {1, 7, 1000, 1000000};
  for (size_t index = 0; index < COUNT(rtcm_streams); index++)
    for (size_t chunk = 0; chunk < COUNT(chunks); chunk++) check_stream(&rtcm_streams[index], chunks[chunk]);
  CHECK(struct_count > 40, "structs");
  printf("%zu vectors, %zu of them structs too, %zu malformed frames, %zu streams, %d failures\n", COUNT(rtcm_vectors),
         struct_count, COUNT(rtcm_malformed_frames), COUNT(rtcm_streams), failures);
  return failures == 0 ? 0 : 1;
}
