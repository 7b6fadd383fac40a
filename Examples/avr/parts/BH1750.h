// Light: ROHM BH1750FVI at 0x23 (technical note 2011.11, instruction set).
#ifndef BH1750_H
#define BH1750_H

#include "Bus.h"

class BH1750 {
public:
  float lux = 0;

  // Measures without end, in steps of 1 lx.
  bool begin() {
    const uint8_t measure = 0x10;
    return busWrite(address, &measure, 1);
  }

  bool poll() {
    uint8_t data[2];
    if (!busRead(address, data, 2)) return false;
    lux = ((uint16_t)data[0] << 8 | data[1]) / 1.2f;
    return true;
  }

private:
  static const uint8_t address = 0x23;
};

#endif
