// Position: a u-blox receiver at 0x42 (UBX-18010802, 3.6.2: DDC; UBX-NAV-PVT in the interface description).
#ifndef RECEIVER_H
#define RECEIVER_H

#include "Bus.h"

class Receiver {
public:
  int32_t latitude, longitude;   // 1e-7 degrees
  int32_t millimetres;           // above mean sea level
  uint8_t fix, carrier;          // 3 is a position in space; 1 a float, 2 a fixed solution
  uint8_t satellites;
  bool hasPosition = false;

  // Whether anybody answers.
  bool begin() {
    Wire.beginTransmission(address);
    return Wire.endTransmission() == 0;
  }

  // Asks for a position; poll() takes it when it comes.
  bool ask() {
    const uint8_t request[] = {0xB5, 0x62, 0x01, 0x07, 0x00, 0x00, 0x08, 0x19};
    return busWrite(address, request, sizeof request);
  }

  // Reads what waits, at most `most` bytes; returns whether a position has come.
  bool poll(uint16_t most = 512) {
    uint8_t count[2], bytes[32];
    if (!busRead(address, 0xFD, count, 2)) return false;
    uint16_t waiting = (uint16_t)count[0] << 8 | count[1];
    bool isNew = false;
    for (waiting = min(waiting, most); waiting > 0;) {
      uint8_t piece = min(waiting, (uint16_t)sizeof bytes);
      if (!busRead(address, bytes, piece)) return isNew;
      for (uint8_t i = 0; i < piece; i++) isNew |= take(bytes[i]);
      waiting -= piece;
    }
    return isNew;
  }

  // Sends corrections; a single byte would be a register's number, so it waits for the next one.
  bool correct(const uint8_t *bytes, uint8_t count) { return count > 1 && busWrite(address, bytes, count); }

private:
  static const uint8_t address = 0x42, headLength = 6, pvtLength = 92;
  uint8_t frame[headLength + pvtLength + 2];   // of NAV-PVT; others are passed over
  uint16_t length = 0;

  bool take(uint8_t byte) {
    static const uint8_t head[] = {0xB5, 0x62, 0x01, 0x07, pvtLength, 0x00};
    if (length < headLength && byte != head[length]) {
      length = byte == head[0];
      frame[0] = byte;
      return false;
    }
    frame[length++] = byte;
    if (length < sizeof frame) return false;
    length = 0;
    return isWhole() && read();
  }

  bool isWhole() const {
    uint8_t a = 0, b = 0;
    for (uint8_t i = 2; i < headLength + pvtLength; i++) b += a += frame[i];
    return frame[headLength + pvtLength] == a && frame[headLength + pvtLength + 1] == b;
  }

  int32_t i4(uint8_t at) const {
    int32_t value;
    memcpy(&value, frame + headLength + at, sizeof value);
    return value;
  }

  bool read() {
    fix = frame[headLength + 20];
    carrier = frame[headLength + 21] >> 6;
    satellites = frame[headLength + 23];
    longitude = i4(24);
    latitude = i4(28);
    millimetres = i4(36);
    hasPosition = fix >= 2;
    return true;
  }
};

#endif
