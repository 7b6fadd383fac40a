// Particulate matter: Sensirion SPS30 at 0x69 (datasheet 1.0, section 6: I2C, commands, checksum).
#ifndef SPS30_H
#define SPS30_H

#include "Bus.h"

class SPS30 {
public:
  float pm1 = 0, pm25 = 0, pm4 = 0, pm10 = 0;   // micrograms in a cubic metre

  // Starts to measure, with floating-point numbers.
  bool begin() {
    const uint8_t start[] = {0x00, 0x10, 0x03, 0x00, 0xAC};
    return busWrite(address, start, sizeof start);
  }

  // Reads the mass concentrations when there are new ones; Wire has no room for the ten values.
  bool poll() {
    uint8_t bytes[24];
    if (!ask(0x02, bytes, 3) || bytes[1] != 1 || !ask(0x03, bytes, sizeof bytes)) return false;
    float values[4];
    for (uint8_t i = 0; i < 4; i++) values[i] = number(bytes + 6 * i);
    pm1 = values[0], pm25 = values[1], pm4 = values[2], pm10 = values[3];
    return true;
  }

private:
  static const uint8_t address = 0x69;

  // Sends a command and reads words with their checksums; the part forbids the repeated START.
  static bool ask(uint8_t high, uint8_t *bytes, uint8_t count) {
    const uint8_t command[] = {high, (uint8_t)(high == 0x02 ? 0x02 : 0x00)};
    if (!busWrite(address, command, sizeof command) || !busRead(address, bytes, count)) return false;
    for (uint8_t i = 0; i < count; i += 3)
      if (checksum(bytes[i], bytes[i + 1]) != bytes[i + 2]) return false;
    return true;
  }

  static uint8_t checksum(uint8_t first, uint8_t second) {
    uint8_t crc = 0xFF;
    for (uint8_t i = 0; i < 2; i++) {
      crc ^= i == 0 ? first : second;
      for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x80 ? crc << 1 ^ 0x31 : crc << 1;
    }
    return crc;
  }

  static float number(const uint8_t *b) {
    uint32_t bits = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[3] << 8 | b[4];
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
};

#endif
