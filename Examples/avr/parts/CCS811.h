// Equivalent CO2 and TVOC: ams CCS811 at 0x5B (DS000459; its register overviews and figure 24).
#ifndef CCS811_H
#define CCS811_H

#include "Bus.h"

class CCS811 {
public:
  uint16_t co2 = 0, tvoc = 0;   // ppm, ppb

  // Checks the identity, starts the application and measures every second (mode 1).
  bool begin() {
    const uint8_t start = 0xF4, mode[] = {0x01, 0x10};
    uint8_t id;
    if (!busRead(address, 0x20, &id, 1) || id != 0x81 || !busWrite(address, &start, 1)) return false;
    delay(2);
    return busWrite(address, mode, sizeof mode);
  }

  // Reads the result when there is a new one (bit 3 of STATUS).
  bool poll() {
    uint8_t status, data[4];
    if (!busRead(address, 0x00, &status, 1) || !(status & 8) || !busRead(address, 0x02, data, 4)) return false;
    co2 = (uint16_t)data[0] << 8 | data[1];
    tvoc = (uint16_t)data[2] << 8 | data[3];
    return true;
  }

private:
  static const uint8_t address = 0x5B;
};

#endif
