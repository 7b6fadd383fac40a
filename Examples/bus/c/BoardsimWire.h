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

  // Behind endTransmission(false) it begins with a repeated START, if it goes to the same part.
  void beginTransmission(uint8_t to) {
    if (isHeld && to != address) sendHeld();
    held = isHeld ? written : 0;
    address = to;
    written = held;
    isHeld = isOverfull = false;
  }
  size_t write(uint8_t byte) {
    if (written - held == bufferLength) {
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
    if (sendStop) return send(nullptr, 0);
    if (held > 0) return send(nullptr, 0);  // a third piece would not fit: the first two end here
    // What comes next begins with the repeated START, and is sent with these bytes; whether the part is there is
    // asked now, by its address alone.
    uint8_t status = static_cast<uint8_t>(boardsim_write_read(&bus, address, nullptr, 0, nullptr, 0));
    isHeld = status == 0;
    return status;
  }
  uint8_t requestFrom(uint8_t from, uint8_t count, bool = true) {
    size_t wanted = count < bufferLength ? count : bufferLength;
    if (isHeld && from != address) sendHeld();
    if (!isHeld) written = held = 0;
    isHeld = false;
    address = from;
    position = 0;
    length = send(input, wanted) == 0 ? wanted : 0;
    return static_cast<uint8_t>(length);
  }
  int available() const { return static_cast<int>(length - position); }
  int read() { return position < length ? input[position++] : -1; }
  int peek() const { return position < length ? input[position] : -1; }

  // What a sketch calls delay(), micros() and millis().
  void delay(uint32_t milliseconds) { boardsim_delay_us(&bus, milliseconds * 1000ull); }
  void delayMicroseconds(uint32_t microseconds) { boardsim_delay_us(&bus, microseconds); }
  // Each call costs so much board time as on an AVR: a loop that waits by these alone comes to its end.
  uint32_t micros() { return static_cast<uint32_t>(clock()); }
  uint32_t millis() { return static_cast<uint32_t>(clock() / 1000); }

  boardsim_bus bus;
  uint32_t clockCallMicroseconds = 4;

private:
  uint64_t clock() {
    boardsim_delay_us(&bus, clockCallMicroseconds);
    return static_cast<uint64_t>(boardsim_now_us(&bus));
  }
  // Sends what is held and what was written behind it, and reads.
  uint8_t send(uint8_t *into, size_t count) {
    uint8_t status = static_cast<uint8_t>(
        boardsim_write_write_read(&bus, address, output, held, written - held, into, count));
    written = held = 0;
    return status;
  }
  void sendHeld() {
    held = 0;
    send(nullptr, 0);
    isHeld = false;
  }

  uint8_t address = 0;
  uint8_t output[2 * bufferLength], input[bufferLength];
  // Of `written` bytes the first `held` were ended by endTransmission(false).
  size_t written = 0, held = 0, position = 0, length = 0;
  bool isOverfull = false, isHeld = false;
};

#endif
