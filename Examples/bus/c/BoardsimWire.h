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
  //
  // What is written without a STOP goes out with the message that comes next to the same address, a
  // repeated START between them: a data byte that is refused is told then. Whether anybody has the
  // address is told at once, asked by an empty message where it did not answer the last time.
  uint8_t endTransmission(bool sendStop = true) {
    if (isOverfull) return 1;
    uint8_t status = hold();
    if (sendStop) return status != 0 ? status : release(nullptr, 0);
    if (status == 0 && !hasAnswered(address)) {
      status = result(address, boardsim_write_read(&bus, address, nullptr, 0, nullptr, 0));
      if (status != 0) heldMessages = heldBytes = 0;
    }
    return status;
  }
  uint8_t requestFrom(uint8_t from, uint8_t count, bool = true) {
    size_t wanted = count < bufferLength ? count : bufferLength;
    position = length = 0;
    if (heldMessages > 0 && from != heldAddress) release(nullptr, 0);
    heldAddress = from;
    if (release(input, wanted) == 0) length = wanted;
    return static_cast<uint8_t>(length);
  }
  int available() const { return static_cast<int>(length - position); }
  int read() { return position < length ? input[position++] : -1; }
  int peek() const { return position < length ? input[position] : -1; }

  // What a sketch calls delay(), micros() and millis(). Looking at the clock takes time, as on an AVR: who
  // waits by looking alone gets there.
  uint32_t clockCallMicroseconds = 4;
  void delay(uint32_t milliseconds) { boardsim_delay_us(&bus, milliseconds * 1000ull); }
  void delayMicroseconds(uint32_t microseconds) { boardsim_delay_us(&bus, microseconds); }
  uint32_t micros() { return static_cast<uint32_t>(look()); }
  uint32_t millis() { return static_cast<uint32_t>(look() / 1000); }

  boardsim_bus bus;

private:
  static const size_t mostHeld = BOARDSIM_MOST_MESSAGES - 1;  // a read has to fit behind them

  // Keeps the written message until a STOP or a read; one to another address, or beyond the room, first
  // sends what is kept.
  uint8_t hold() {
    bool isFull = heldMessages == mostHeld || heldBytes + written > BOARDSIM_LONGEST_WRITE;
    if (heldMessages > 0 && (isFull || heldAddress != address)) {
      uint8_t status = release(nullptr, 0);
      if (status != 0) return status;
    }
    heldAddress = address;
    memcpy(held + heldBytes, output, written);
    heldCounts[heldMessages++] = written;
    heldBytes += written;
    written = 0;
    return 0;
  }
  // Sends what is kept, and reads behind it.
  uint8_t release(uint8_t *buffer, size_t count) {
    boardsim_message messages[BOARDSIM_MOST_MESSAGES];
    size_t used = 0;
    for (uint8_t *bytes = held; used < heldMessages; bytes += heldCounts[used++])
      messages[used] = {0, bytes, heldCounts[used]};
    if (count > 0) messages[used++] = {1, buffer, count};
    heldMessages = heldBytes = 0;
    return result(heldAddress, boardsim_transfer(&bus, heldAddress, messages, used));
  }
  bool hasAnswered(uint8_t part) const { return answered[part & 127]; }
  uint8_t result(uint8_t part, int status) {
    answered[part & 127] = status == 0;
    return static_cast<uint8_t>(status);
  }
  uint64_t look() {
    return boardsim_delay_us(&bus, clockCallMicroseconds) == 0 ? strtoull(bus.line + 3, nullptr, 10)
                                                                : 0;
  }

  uint8_t address = 0, heldAddress = 0;
  uint8_t output[bufferLength], input[bufferLength], held[BOARDSIM_LONGEST_WRITE];
  size_t heldCounts[mostHeld], heldMessages = 0, heldBytes = 0;
  size_t written = 0, position = 0, length = 0;
  bool isOverfull = false, answered[128] = {};
};

#endif
