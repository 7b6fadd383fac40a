// Registers over Wire, with the outcome of each transfer.
#ifndef BUS_H
#define BUS_H

#include <Wire.h>

// Writes bytes, then a STOP.
inline bool busWrite(uint8_t address, const uint8_t *bytes, uint8_t count) {
  Wire.beginTransmission(address);
  return Wire.write(bytes, count) == count && Wire.endTransmission() == 0;
}

// Reads bytes, at most 32.
inline bool busRead(uint8_t address, uint8_t *bytes, uint8_t count) {
  if (Wire.requestFrom(address, count) != count) return false;
  for (uint8_t i = 0; i < count; i++) bytes[i] = Wire.read();
  return true;
}

// Writes a register's number and, after a repeated START, reads bytes, at most 32.
inline bool busRead(uint8_t address, uint8_t pointer, uint8_t *bytes, uint8_t count) {
  Wire.beginTransmission(address);
  Wire.write(pointer);
  return Wire.endTransmission(false) == 0 && busRead(address, bytes, count);
}

#endif
