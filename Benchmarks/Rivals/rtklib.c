// RTKLIB: byte by byte through input_rtcm3, as its programs do, and gen_rtcm3.
//
// It keeps one state of the receiver, into which messages are decoded and of which they are encoded; what a message
// needs of it is put back before the message is encoded.

#include "rival.h"

#include <rtklib.h>
#include <stdlib.h>
#include <string.h>

static rtcm_t state;

void rival_start(void) {
  init_rtcm(&state);
  // Ephemerides that are known already count, too.
  strcpy(state.opt, "-EPHALL");
}

void rival_decode(const uint8_t *bytes, size_t length) {
  for (size_t index = 0; index < length; index++) input_rtcm3(&state, bytes[index]);
}

// Whether the observations or the values of a type are read. Of other types RTKLIB reads the header or nothing, and
// says nothing of it.
static int is_decoded(int type) {
  static const int types[] = {1002, 1004, 1005, 1006, 1007, 1008, 1010, 1012, 1013, 1019, 1020, 1029,
                              1033, 1041, 1042, 1044, 1045, 1046, 63,   1230, 4076};
  for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
    if (types[index] == type) return 1;
  }
  return (type >= 1057 && type <= 1068) || (type >= 1071 && type <= 1137 && type % 10 >= 4 && type % 10 <= 7) ||
         (type >= 1240 && type <= 1263) || (type >= 1265 && type <= 1270);
}

static int system_of_msm(int type) {
  static const int systems[] = {SYS_GPS, SYS_GLO, SYS_GAL, SYS_SBS, SYS_QZS, SYS_CMP, SYS_IRN};
  return type >= 1071 && type <= 1137 ? systems[(type - 1071) / 10] : 0;
}

static int system_of_observations(int type) {
  if (type == 1002 || type == 1004) return SYS_GPS | SYS_SBS;
  return type == 1010 || type == 1012 ? SYS_GLO : system_of_msm(type);
}

static int is_of_station(int type) { return (type >= 1005 && type <= 1008) || type == 1033 || type == 1230; }

// MARK: Encoding

// A message with the part of the state that it is encoded of.
struct held {
  int type, station, number;
  gtime_t time;
  int observation_count;
  obsd_t *observations;
  sta_t *antenna;
  int satellite, set;
  eph_t *orbit;
  geph_t *glonass_orbit;
};

static struct held *messages;
static size_t message_count, capacity;

static void *copy(const void *value, size_t size) {
  void *to = malloc(size ? size : 1);
  memcpy(to, value, size);
  return to;
}

static void hold_observations(struct held *held, int systems) {
  obsd_t chosen[MAXOBS];
  for (int index = 0; index < state.obs.n; index++) {
    int prn;
    if (satsys(state.obs.data[index].sat, &prn) & systems) chosen[held->observation_count++] = state.obs.data[index];
  }
  held->observations = copy(chosen, sizeof *chosen * (size_t)held->observation_count);
}

static void hold_orbit(struct held *held) {
  int prn, system = satsys(state.ephsat, &prn);
  held->satellite = state.ephsat;
  held->set = state.ephset;
  if (system == SYS_GLO) {
    held->glonass_orbit = copy(&state.nav.geph[prn - 1], sizeof(geph_t));
  } else {
    held->orbit = copy(&state.nav.eph[state.ephsat - 1 + MAXSAT * state.ephset], sizeof(eph_t));
  }
}

// Puts back what a message is encoded of, and encodes it; 0 where it cannot be.
static size_t encode(const struct held *held) {
  state.time = held->time;
  state.staid = held->station;
  state.seqno = held->number;
  state.ephsat = held->satellite;
  state.ephset = held->set;
  state.obs.n = held->observation_count;
  state.obs.data = held->observations;
  if (held->antenna) state.sta = *held->antenna;
  if (held->orbit) state.nav.eph[held->satellite - 1 + MAXSAT * held->set] = *held->orbit;
  if (held->glonass_orbit) {
    int prn;
    satsys(held->satellite, &prn);
    state.nav.geph[prn - 1] = *held->glonass_orbit;
  }
  return gen_rtcm3(&state, held->type, 0, 0) ? (size_t)state.nbyte : 0;
}

// Encodes messages without a trace in what the decoder goes on with.
static size_t encode_aside(const struct held *from, size_t count) {
  obsd_t *observations = state.obs.data;
  int observation_count = state.obs.n, station = state.staid;
  gtime_t time = state.time;
  size_t bytes = 0;
  for (size_t index = 0; index < count; index++) bytes += encode(&from[index]);
  state.obs.data = observations;
  state.obs.n = observation_count;
  state.staid = station;
  state.time = time;
  state.nbyte = state.len = 0;
  return bytes;
}

// Holds the message that was just decoded; 0 where it cannot be encoded.
static int hold(int type, int result) {
  struct held held = {.type = type, .station = state.staid, .number = state.seqno, .time = state.time};
  int systems = system_of_observations(type);
  if (systems) {
    hold_observations(&held, systems);
    if (held.observation_count == 0) return 0;
  } else if (is_of_station(type)) {
    held.antenna = copy(&state.sta, sizeof(sta_t));
  } else if (result == 2) {
    hold_orbit(&held);
  } else {
    return 0;
  }
  size_t length = encode_aside(&held, 1);
  if (length == 0) return 0;
  if (message_count == capacity) messages = realloc(messages, sizeof *messages * (capacity = 2 * capacity + 100));
  messages[message_count++] = held;
  return 1;
}

size_t rival_encode(long *frames) {
  *frames = (long)message_count;
  return encode_aside(messages, message_count);
}

// MARK: Counting

static void count_frame(int result, struct counts *counts, struct kept decoded, struct kept encoded) {
  int type = (int)getbitu(state.buff, 24, 12);
  size_t length = (size_t)state.len + 3;
  uint8_t frame[sizeof state.buff];
  memcpy(frame, state.buff, length);
  counts->frames++;
  if (!is_decoded(type)) {
    counts->unknown++;
  } else if (result < 0) {
    counts->failed++;
  } else {
    counts->decoded++;
    keep_frame(decoded, frame, length);
    if (hold(type, result)) keep_frame(encoded, frame, length);
  }
}

struct counts rival_survey(const uint8_t *bytes, size_t length, struct kept decoded, struct kept encoded) {
  struct counts counts = {0};
  for (size_t index = 0; index < length; index++) {
    int before = state.nbyte;
    int result = input_rtcm3(&state, bytes[index]);
    int is_whole = before > 4 && state.nbyte == 0;
    if (is_whole && rtk_crc24q(state.buff, state.len) == getbitu(state.buff, state.len * 8, 24)) {
      count_frame(result, &counts, decoded, encoded);
    }
  }
  return counts;
}
