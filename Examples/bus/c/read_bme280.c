/* Reads a BME280 on `boardsim bus` as a driver in C does, over a range of the world.
 *
 *     cc -std=c99 -Wall -o read_bme280 read_bme280.c && ./read_bme280 7070 2000
 *
 * Prints how far the readings are from what the world was set to, at most; fails when that is more
 * than one step of the part's resolution. The compensation is the datasheet's (BST-BME280-DS002, 4.2.3).
 */
#define _POSIX_C_SOURCE 200809L
#include "boardsim_bus.h"

#include <math.h>

static boardsim_bus bus;

static int read_registers(uint8_t pointer, uint8_t *bytes, size_t count) {
  return boardsim_write_read(&bus, 0x77, &pointer, 1, bytes, count);
}

static int write_register(uint8_t pointer, uint8_t value) {
  uint8_t bytes[2] = {pointer, value};
  return boardsim_write_read(&bus, 0x77, bytes, 2, NULL, 0);
}

static int16_t s16(const uint8_t *b) { return (int16_t)(b[0] | b[1] << 8); }
static uint16_t u16(const uint8_t *b) { return (uint16_t)(b[0] | b[1] << 8); }

static uint8_t low[26], high[7];

static double temperature(int32_t raw, double *fine) {
  double a = (raw / 16384.0 - u16(low) / 1024.0) * s16(low + 2);
  double b = raw / 131072.0 - u16(low) / 8192.0;
  *fine = a + b * b * s16(low + 4);
  return *fine / 5120.0;
}

static double pressure(int32_t raw, double fine) {
  double v1 = fine / 2.0 - 64000.0;
  double v2 = v1 * v1 * s16(low + 16) / 32768.0;
  v2 = v2 + v1 * s16(low + 14) * 2.0;
  v2 = v2 / 4.0 + s16(low + 12) * 65536.0;
  v1 = (s16(low + 10) * v1 * v1 / 524288.0 + s16(low + 8) * v1) / 524288.0;
  v1 = (1.0 + v1 / 32768.0) * u16(low + 6);
  if (v1 == 0.0) return 0.0;
  double p = (1048576.0 - raw - v2 / 4096.0) * 6250.0 / v1;
  v1 = s16(low + 22) * p * p / 2147483648.0;
  v2 = p * s16(low + 20) / 32768.0;
  return p + (v1 + v2 + s16(low + 18)) / 16.0;
}

static double humidity(int32_t raw, double fine) {
  int h4 = (int8_t)high[3] * 16 | (high[4] & 15), h5 = (int8_t)high[5] * 16 | high[4] >> 4;
  double t = fine - 76800.0;
  double h = (raw - (h4 * 64.0 + h5 / 16384.0 * t)) *
             (s16(high) / 65536.0 *
              (1.0 + (int8_t)high[6] / 67108864.0 * t * (1.0 + high[2] / 67108864.0 * t)));
  h = h * (1.0 - low[25] * h / 524288.0);
  return h < 0 ? 0 : h > 100 ? 100 : h;
}

static int measure(double *t, double *p, double *h) {
  uint8_t data[8];
  double fine;
  /* x1, x16, x1, forced: 46.1 ms at most. */
  if (write_register(0xF2, 1) || write_register(0xF4, 1 << 5 | 5 << 2 | 1)) return 1;
  if (boardsim_delay_us(&bus, 47000) || read_registers(0xF7, data, 8)) return 1;
  *t = temperature(data[3] << 12 | data[4] << 4 | data[5] >> 4, &fine);
  *p = pressure(data[0] << 12 | data[1] << 4 | data[2] >> 4, fine);
  *h = humidity(data[6] << 8 | data[7], fine);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: read_bme280 PORT POINTS\n");
    return 2;
  }
  int points = atoi(argv[2]);
  double worst[3] = {0, 0, 0};
  uint8_t id;
  if (boardsim_open(&bus, "127.0.0.1", atoi(argv[1]), NULL) || boardsim_delay_us(&bus, 2000) ||
      read_registers(0xD0, &id, 1) || id != 0x60 || read_registers(0x88, low, 26) ||
      read_registers(0xE1, high, 7)) {
    fprintf(stderr, "the part does not answer: %s\n", boardsim_error(&bus));
    return 1;
  }
  for (int i = 0; i < points; i++) {
    double part = (i + 0.5) / points, t, p, h;
    double truth[3] = {-40 + 125 * part, 30000 + 80000 * fmod(part * 7, 1), 100 * fmod(part * 3, 1)};
    if (boardsim_set(&bus, "temperature", truth[0]) || boardsim_set(&bus, "pressure", truth[1]) ||
        boardsim_set(&bus, "humidity", truth[2]) || boardsim_delay_us(&bus, 10000000) ||
        measure(&t, &p, &h)) {
      fprintf(stderr, "point %d: %s\n", i, boardsim_error(&bus));
      return 1;
    }
    double off[3] = {fabs(t - truth[0]), fabs(p - truth[1]), fabs(h - truth[2])};
    for (int k = 0; k < 3; k++)
      if (off[k] > worst[k]) worst[k] = off[k];
  }
  printf("%d points, off by at most %.4f C, %.3f Pa, %.4f %%\n", points, worst[0], worst[1], worst[2]);
  boardsim_close(&bus);
  return worst[0] > 0.01 || worst[1] > 0.5 || worst[2] > 0.02;
}
