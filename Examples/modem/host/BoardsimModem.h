// A serial line to boardsim modem, as an Arduino Stream.
//
//     BoardsimModem line("/tmp/ttyESP");          // boardsim modem --pty /tmp/ttyESP
//     BoardsimModem line("127.0.0.1:7000");       // boardsim modem --port 7000
//
// Without a place it is the one that the program was started with.
#ifndef BOARDSIMMODEM_H
#define BOARDSIMMODEM_H

#include <Arduino.h>

class BoardsimModem : public Stream {
public:
  BoardsimModem(const char *place = nullptr) : place(place) {}

  // Opens the line; a pseudoterminal takes over the rate. Ends the program where there is no modem.
  void begin(unsigned long baud);
  void end();

  int available() override;
  int read() override;
  int peek() override;
  void flush() override {}
  size_t write(uint8_t byte) override;
  using Print::write;
  operator bool() const { return descriptor >= 0; }

  // The place of the program's line.
  static const char *standard;

private:
  // Takes what has come; ends the program when the modem has gone.
  void take();

  const char *place;
  int descriptor = -1;
  uint8_t waiting[1024];
  size_t first = 0, count = 0;
};

#endif
