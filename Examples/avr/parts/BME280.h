// Temperature, humidity and pressure: Bosch BME280 (BST-BME280-DS002; sections below are its).
#ifndef BME280_H
#define BME280_H

#include "Bus.h"

class BME280 {
public:
  float celsius, percent, pascals;

  // Reads the identity (5.4.1) and the calibration (4.2.2).
  bool begin() {
    uint8_t id;
    return busRead(address, 0xD0, &id, 1) && id == 0x60 && busRead(address, 0x88, low, 26)
        && busRead(address, 0xE1, high, 7);
  }

  // Measures once, each quantity oversampled once: at most 9.3 ms (9.1).
  bool measure() {
    const uint8_t start[] = {0xF2, 1, 0xF4, 0x25};
    uint8_t data[8];
    if (!busWrite(address, start, sizeof start)) return false;
    delay(10);
    if (!busRead(address, 0xF7, data, sizeof data)) return false;
    compensate(raw20(data + 3), raw20(data), (uint16_t)data[6] << 8 | data[7]);
    return true;
  }

private:
  static const uint8_t address = 0x77;
  uint8_t low[26], high[7];

  static int32_t raw20(const uint8_t *b) { return (int32_t)b[0] << 12 | (int32_t)b[1] << 4 | b[2] >> 4; }
  float u(uint8_t at) const { return (uint16_t)(low[at] | low[at + 1] << 8); }
  float s(uint8_t at) const { return (int16_t)(low[at] | low[at + 1] << 8); }

  // The formulas of 4.2.3 in floating point; `fine` is the temperature in 1/5120 degrees.
  void compensate(int32_t t, int32_t p, int32_t h) {
    float a = (t / 16384.0f - u(0) / 1024.0f) * s(2), b = t / 131072.0f - u(0) / 8192.0f;
    float fine = a + b * b * s(4);
    celsius = fine / 5120.0f;
    pascals = pressure(p, fine / 2.0f - 64000.0f);
    percent = humidity(h, fine - 76800.0f);
  }

  float pressure(int32_t raw, float f) const {
    float offset = ((f * f * s(16) / 32768.0f + f * s(14) * 2.0f) / 4.0f + s(12) * 65536.0f) / 4096.0f;
    float gain = (1.0f + (s(10) * f * f / 524288.0f + s(8) * f) / 524288.0f / 32768.0f) * u(6);
    if (gain <= 0) return 0;
    float p = (1048576.0f - raw - offset) * 6250.0f / gain;
    return p + (s(22) * p / 2147483648.0f * p + p * s(20) / 32768.0f + s(18)) / 16.0f;
  }

  float humidity(int32_t raw, float t) const {
    float h1 = low[25], h2 = (int16_t)(high[0] | high[1] << 8), h3 = high[2], h6 = (int8_t)high[6];
    float h4 = (int8_t)high[3] * 16 | (high[4] & 15), h5 = (int8_t)high[5] * 16 | high[4] >> 4;
    float h = (raw - (h4 * 64.0f + h5 / 16384.0f * t))
        * (h2 / 65536.0f * (1.0f + h6 / 67108864.0f * t * (1.0f + h3 / 67108864.0f * t)));
    h *= 1.0f - h1 * h / 524288.0f;
    return h < 0 ? 0 : h > 100 ? 100 : h;
  }
};

#endif
