// What a sketch has around it on this machine: its line to the modem, time, standard output as Serial, and main().
#include "BoardsimModem.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

const char *BoardsimModem::standard = nullptr;

static void leave(const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

/* The line */

static int dial(const char *place, const char *colon) {
  char host[256];
  snprintf(host, sizeof host, "%.*s", (int)(colon - place), place);
  struct addrinfo wanted, *found = nullptr;
  memset(&wanted, 0, sizeof wanted);
  wanted.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host, colon + 1, &wanted, &found) != 0) leave("there is no host '%s'", host);
  int descriptor = -1;
  for (struct addrinfo *one = found; one && descriptor < 0; one = one->ai_next) {
    descriptor = socket(one->ai_family, one->ai_socktype, 0);
    if (descriptor >= 0 && connect(descriptor, one->ai_addr, one->ai_addrlen) == 0) break;
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
  freeaddrinfo(found);
  return descriptor;
}

static speed_t speed(unsigned long baud) {
  switch (baud) {
    case 9600: return B9600;
    case 19200: return B19200;
    case 38400: return B38400;
    case 57600: return B57600;
    case 115200: return B115200;
  }
  leave("a pseudoterminal has no rate of %lu baud: take 9600 or 115200, or boardsim modem --port", baud);
  return B0;
}

void BoardsimModem::begin(unsigned long baud) {
  const char *name = place ? place : standard;
  if (!name) leave("which modem? Start the program with its line, as boardsim modem tells it");
  const char *colon = strrchr(name, ':');
  if (*name != '/' && colon) {
    if (descriptor < 0) descriptor = dial(name, colon);
  } else {
    if (descriptor < 0) descriptor = open(name, O_RDWR | O_NOCTTY);
    struct termios line;
    if (descriptor >= 0 && tcgetattr(descriptor, &line) == 0) {
      cfmakeraw(&line);
      cfsetspeed(&line, speed(baud));
      tcsetattr(descriptor, TCSANOW, &line);
    }
  }
  if (descriptor < 0) leave("no modem at %s: %s; start boardsim modem first", name, strerror(errno));
}

void BoardsimModem::end() {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
  count = 0;
}

void BoardsimModem::take() {
  if (descriptor < 0 || count == sizeof waiting) return;
  struct pollfd polled = {descriptor, POLLIN, 0};
  if (poll(&polled, 1, 0) <= 0) return;
  size_t end = (first + count) % sizeof waiting;
  size_t room = end < first ? first - end : sizeof waiting - end;
  ssize_t taken = ::read(descriptor, waiting + end, room);
  if (taken == 0 || (taken < 0 && errno != EINTR && errno != EAGAIN)) leave("the modem has gone");
  if (taken > 0) count += (size_t)taken;
}

int BoardsimModem::available() {
  take();
  if (count == 0) yield();
  return (int)count;
}

int BoardsimModem::peek() {
  take();
  return count > 0 ? waiting[first] : -1;
}

int BoardsimModem::read() {
  int byte = peek();
  if (byte < 0) return -1;
  first = (first + 1) % sizeof waiting;
  count--;
  return byte;
}

size_t BoardsimModem::write(uint8_t byte) {
  if (descriptor < 0) return 0;
  while (::write(descriptor, &byte, 1) != 1)
    if (errno != EINTR && errno != EAGAIN) leave("the modem has gone");
  return 1;
}

/* Serial: standard output, and standard input. */

inline HardwareSerial::HardwareSerial(
    volatile uint8_t *ubrrh, volatile uint8_t *ubrrl, volatile uint8_t *ucsra, volatile uint8_t *ucsrb,
    volatile uint8_t *ucsrc, volatile uint8_t *udr)
    : _ubrrh(ubrrh), _ubrrl(ubrrl), _ucsra(ucsra), _ucsrb(ucsrb), _ucsrc(ucsrc), _udr(udr) {}

HardwareSerial Serial(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);

void HardwareSerial::begin(unsigned long, byte) {}
void HardwareSerial::end() {}
static int typed = -1;   // the byte of standard input that waits, -1 for none

int HardwareSerial::available() { return peek() >= 0; }
int HardwareSerial::peek() {
  static bool isOver = false;
  struct pollfd polled = {STDIN_FILENO, POLLIN, 0};
  unsigned char byte;
  if (typed < 0 && !isOver && poll(&polled, 1, 0) > 0) {
    isOver = ::read(STDIN_FILENO, &byte, 1) != 1;
    if (!isOver) typed = byte;
  }
  if (typed < 0) ::yield();
  return typed;
}
int HardwareSerial::read() {
  int byte = peek();
  typed = -1;
  return byte;
}
int HardwareSerial::availableForWrite() { return 1; }
void HardwareSerial::flush() { fflush(stdout); }
size_t HardwareSerial::write(uint8_t byte) {
  putchar(byte);
  if (byte == '\n') fflush(stdout);
  return 1;
}

/* Time and pins */

static uint64_t now_us() {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static const uint64_t start = now_us();

// As wide as on an AVR, so that they run over where they do there.
unsigned long micros() { return (uint32_t)(now_us() - start); }
unsigned long millis() { return (uint32_t)((now_us() - start) / 1000u); }
void delayMicroseconds(unsigned int us) { usleep(us); }
void delay(unsigned long ms) { usleep((useconds_t)ms * 1000u); }
// A sketch that waits in a loop leaves the processor to others.
void yield() { usleep(200); }

void pinMode(uint8_t, uint8_t) {}
void digitalWrite(uint8_t, uint8_t) {}
int digitalRead(uint8_t) { return LOW; }
int analogRead(uint8_t) { return 0; }
void analogWrite(uint8_t, int) {}

/* Functions of avr-libc */

static char *digits(unsigned long value, bool isNegative, char *text, int base) {
  char reversed[8 * sizeof value + 1];
  int count = 0;
  char *at = text;
  do {
    reversed[count++] = "0123456789abcdefghijklmnopqrstuvwxyz"[value % (unsigned)base];
  } while (value /= (unsigned)base);
  if (isNegative) *at++ = '-';
  while (count > 0) *at++ = reversed[--count];
  *at = 0;
  return text;
}

char *ultoa(unsigned long value, char *text, int base) { return digits(value, false, text, base); }
char *utoa(unsigned value, char *text, int base) { return digits(value, false, text, base); }
char *ltoa(long value, char *text, int base) {
  return digits(value < 0 ? 0ul - (unsigned long)value : (unsigned long)value, value < 0, text, base);
}
char *itoa(int value, char *text, int base) { return ltoa(value, text, base); }
char *dtostrf(double value, signed char width, unsigned char decimals, char *text) {
  sprintf(text, "%*.*f", width, decimals, value);
  return text;
}

int main(int count, char **words) {
  if (count > 1) BoardsimModem::standard = words[1];
  setup();
  for (;;) {
    loop();
    yield();
  }
}
