// Arduino's TwoWire on the parts of `boardsim bus`, for sketches and libraries compiled on a desk.
//
//     BoardsimWire Wire;
//     Wire.connect("127.0.0.1", 7070);
//
// Its buffer has 32 bytes as on an AVR: what does not fit is not sent and not read, as there.
#ifndef BOARDSIM_WIRE_H
#define BOARDSIM_WIRE_H

extern "C" {
#include "boardsim_bus.h"
}

class BoardsimWire {
public:
  static const size_t bufferLength = 32;

  bool connect(const char *host, int port, const char *board = nullptr) {
    return boardsim_open(&bus, host, port, board) == BOARDSIM_OK;
  }
  void begin() {}
  void end() { boardsim_close(&bus); }
  void setClock(uint32_t) {}  // the bus is as quick as `boardsim bus --bus-clock` says

  void beginTransmission(uint8_t to) {
    address = to;
    written = 0;
    isOverfull = false;
  }
  size_t write(uint8_t byte) {
    if (written == bufferLength) {
      isOverfull = true;
      return 0;
    }
    output[written++] = byte;
    return 1;
  }
  size_t write(const uint8_t *bytes, size_t count) {
    size_t taken = 0;
    while (taken < count && write(bytes[taken]) == 1) taken++;
    return taken;
  }
  // 0, or Wire's numbers: 1 too long, 2 address refused, 3 data refused, 4 other, 5 timeout.
  uint8_t endTransmission(bool sendStop = true) {
    if (isOverfull) return 1;
    if (!sendStop) {  // the repeated START belongs to the read that comes next
      isHeld = true;
      return 0;
    }
    return static_cast<uint8_t>(
        boardsim_write_read(&bus, address, output, written, nullptr, 0));
  }
  uint8_t requestFrom(uint8_t from, uint8_t count, bool = true) {
    size_t wanted = count < bufferLength ? count : bufferLength;
    size_t first = isHeld && from == address ? written : 0;
    isHeld = false;
    position = 0;
    length = boardsim_write_read(&bus, from, output, first, input, wanted) == 0 ? wanted : 0;
    return static_cast<uint8_t>(length);
  }
  int available() const { return static_cast<int>(length - position); }
  int read() { return position < length ? input[position++] : -1; }
  int peek() const { return position < length ? input[position] : -1; }

  // What a sketch calls delay(), micros() and millis().
  void delay(uint32_t milliseconds) { boardsim_delay_us(&bus, milliseconds * 1000ull); }
  void delayMicroseconds(uint32_t microseconds) { boardsim_delay_us(&bus, microseconds); }
  uint32_t micros() { return static_cast<uint32_t>(boardsim_now_us(&bus)); }
  uint32_t millis() { return static_cast<uint32_t>(boardsim_now_us(&bus) / 1000); }

  boardsim_bus bus;

private:
  uint8_t address = 0;
  uint8_t output[bufferLength], input[bufferLength];
  size_t written = 0, position = 0, length = 0;
  bool isOverfull = false, isHeld = false;
};

#endif
