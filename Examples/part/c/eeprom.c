/* A 24C02: 256 bytes in pages of 8, which are written in 5 ms after the STOP.
 *
 *     cc -std=c99 -o eeprom eeprom.c
 *     boardsim bus --part 'name=eeprom address=0x50 command=./eeprom'
 *
 * A driver has to wait for the write, or to ask for the acknowledge until it comes.
 *
 * Source: Atmel AT24C01A/02 data sheet (0180): page write, acknowledge polling. */
#include "boardsim_part.h"

enum { SIZE = 256, PAGE = 8 };
static const int64_t write_time = 5000000; /* the longest write cycle, 5 ms */

static uint8_t memory[SIZE];
static uint8_t pointer;
static int64_t busy_until;

static void begin(uint64_t seed, int64_t time) {
  (void)seed;
  (void)time;
  memset(memory, 0xff, SIZE); /* as it leaves the factory */
}

/* The part does not acknowledge its address while it writes. */
static bool start(int64_t time, bool is_read, bool is_repeated) {
  (void)is_read;
  (void)is_repeated;
  return time >= busy_until;
}

static int write_bytes(int64_t time, const uint8_t *bytes, int count) {
  pointer = bytes[0];
  if (count == 1) return -1;
  for (int index = 1; index < count; index++) {
    memory[pointer] = bytes[index];
    /* The lower three bits alone are counted: more bytes than a page has begin it again. */
    pointer = (uint8_t)((pointer & ~(PAGE - 1)) | ((pointer + 1) & (PAGE - 1)));
  }
  busy_until = time + write_time;
  return -1;
}

static void read_bytes(int64_t time, uint8_t *bytes, int count) {
  (void)time;
  for (int index = 0; index < count; index++) bytes[index] = memory[pointer++];
}

static void power(int64_t time, bool is_on) {
  (void)time;
  (void)is_on;
  pointer = 0;
  busy_until = 0;
}

int main(void) {
  static const struct boardsim_part part = {
      .begin = begin, .start = start, .write = write_bytes, .read = read_bytes, .power = power};
  return boardsim_serve(&part);
}
