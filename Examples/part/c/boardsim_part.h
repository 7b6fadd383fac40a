/* The frame of a part for `boardsim bus --part` and `boardsim run --part`, in C99.
 *
 *     static const struct boardsim_part part = {.write = my_write, .read = my_read};
 *     int main(void) { return boardsim_serve(&part); }
 *
 * docs/adding-a-sensor.md has the protocol. Board times are nanoseconds. A function that is missing is one that
 * does nothing. */
#ifndef BOARDSIM_PART_H
#define BOARDSIM_PART_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct boardsim_part {
  /* The first line, with the random seed and the board time of power-on. */
  void (*begin)(uint64_t seed, int64_t time);
  /* A START with the part's address; false for a part that does not acknowledge it. */
  bool (*start)(int64_t time, bool is_read, bool is_repeated);
  /* Written bytes; -1, or the index of the byte that is not acknowledged. */
  int (*write)(int64_t time, const uint8_t *bytes, int count);
  /* Read bytes; those that are not filled are 0xff. */
  void (*read)(int64_t time, uint8_t *bytes, int count);
  /* The board time that boardsim_wake() asked for. */
  void (*at)(int64_t time);
  /* The power goes or comes back; what is volatile is lost. */
  void (*power)(int64_t time, bool is_on);
};

/* The longest line, and the largest number of bytes in one. */
enum { BOARDSIM_LINE = 32768, BOARDSIM_BYTES = BOARDSIM_LINE / 2 };

/* While the part is asked: its interrupt pin, the next time it wants to be asked, a value for those who look. */
static inline void boardsim_interrupt(bool is_high) { printf("INT %d\n", is_high); }
static inline void boardsim_wake(int64_t time) { printf("WAKE %lld\n", (long long)time); }
static inline void boardsim_state(const char *name, const char *value) {
  printf("STATE %s=%s\n", name, value);
}

/* A quantity of the board's world at this board time, such as "temperature" in degrees Celsius. */
static inline double boardsim_world(const char *name) {
  char line[200];
  printf("GET %s\n", name);
  fflush(stdout);
  if (!fgets(line, sizeof line, stdin)) exit(0);
  const char *value = strchr(line, '=');
  return value ? strtod(value + 1, NULL) : 0;
}

static inline int boardsim_bytes(const char *digits, uint8_t *bytes) {
  int count = 0;
  unsigned byte;
  while (count < BOARDSIM_BYTES && sscanf(digits + 2 * count, "%2x", &byte) == 1) {
    bytes[count++] = (uint8_t)byte;
  }
  return count;
}

static inline void boardsim_read(const struct boardsim_part *part, int64_t time, int count) {
  static uint8_t bytes[BOARDSIM_BYTES];
  if (count < 0 || count > BOARDSIM_BYTES) count = 0;
  memset(bytes, 0xff, sizeof bytes);
  if (part->read) part->read(time, bytes, count);
  printf("OK ");
  for (int index = 0; index < count; index++) printf("%02x", bytes[index]);
  printf("\n");
}

static inline void boardsim_write(const struct boardsim_part *part, int64_t time, const char *digits) {
  static uint8_t bytes[BOARDSIM_BYTES];
  int count = boardsim_bytes(digits, bytes);
  int refused = part->write ? part->write(time, bytes, count) : -1;
  if (refused < 0) printf("OK\n");
  else printf("NACK %d\n", refused);
}

/* Carries out one line. */
static inline void boardsim_answer(const struct boardsim_part *part, char *line) {
  char word[16] = "", rest[64] = "";
  long long time = 0;
  int digits = 0;
  sscanf(line, "%15s %lld %n%63s", word, &time, &digits, rest);
  if (!strcmp(word, "R")) {
    boardsim_read(part, time, atoi(rest));
  } else if (!strcmp(word, "W")) {
    boardsim_write(part, time, line + digits);
  } else if (!strcmp(word, "START") || !strcmp(word, "RESTART")) {
    bool is_there = !part->start || part->start(time, rest[0] == 'r', word[0] == 'R');
    printf(is_there ? "OK\n" : "NACK\n");
  } else {
    if (!strcmp(word, "PART") && part->begin) {
      const char *seed = strstr(line, "seed="), *start = strstr(line, "start=");
      part->begin(seed ? strtoull(seed + 5, NULL, 10) : 0, start ? strtoll(start + 6, NULL, 10) : 0);
    }
    if (!strcmp(word, "AT") && part->at) part->at(time);
    if (!strcmp(word, "POWER") && part->power) part->power(time, rest[0] == '1');
    printf("OK\n"); /* also to lines of a later version */
  }
}

/* Serves the board that started the program, until it has no more to say. */
static inline int boardsim_serve(const struct boardsim_part *part) {
  static char line[BOARDSIM_LINE];
  while (fgets(line, sizeof line, stdin)) {
    boardsim_answer(part, line);
    fflush(stdout);
  }
  return 0;
}

#endif
