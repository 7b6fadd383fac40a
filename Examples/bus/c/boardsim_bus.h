/* Drivers in C on the parts of `boardsim bus`: C99 and POSIX sockets, nothing else.
 *
 *     boardsim_bus bus;
 *     if (boardsim_open(&bus, "127.0.0.1", 7070, NULL) != 0) return 1;
 *     uint8_t pointer = 0xD0, id;
 *     boardsim_write_read(&bus, 0x77, &pointer, 1, &id, 1);    // id is 0x60
 *     boardsim_delay_us(&bus, 2000);
 *     boardsim_close(&bus);
 *
 * Every function gives 0, or one of the numbers below; boardsim_error() has the words.
 */
#ifndef BOARDSIM_BUS_H
#define BOARDSIM_BUS_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BOARDSIM_OK 0
#define BOARDSIM_NACK_ADDRESS 2  /* the numbers of Arduino's Wire.endTransmission() */
#define BOARDSIM_NACK_DATA 3
#define BOARDSIM_OTHER 4
#define BOARDSIM_TIMEOUT 5
#define BOARDSIM_TOO_LONG 1

/* A line has at most 4096 bytes, two digits a written byte. */
#define BOARDSIM_LONGEST_WRITE 2000
#define BOARDSIM_LONGEST_READ 8192
#define BOARDSIM_MOST_MESSAGES 42

typedef struct {
  int socket;
  size_t start, end;   /* of what has come and was not read */
  char buffer[2 * BOARDSIM_LONGEST_READ + 128];
  char line[2 * BOARDSIM_LONGEST_READ + 128];   /* the last answer */
} boardsim_bus;

static inline const char *boardsim_error(const boardsim_bus *bus) { return bus->line; }

/* Reads the next line into bus->line; 0 when there is one. */
static inline int boardsim_receive(boardsim_bus *bus) {
  size_t length = 0;
  for (;;) {
    while (bus->start < bus->end) {
      char c = bus->buffer[bus->start++];
      if (c == '\n') {
        bus->line[length] = 0;
        return BOARDSIM_OK;
      }
      if (length + 1 < sizeof bus->line) bus->line[length++] = c;
    }
    ssize_t count = recv(bus->socket, bus->buffer, sizeof bus->buffer, 0);
    if (count <= 0) {
      strcpy(bus->line, "ERR closed the bus has closed the connection");
      return BOARDSIM_OTHER;
    }
    bus->start = 0;
    bus->end = (size_t)count;
  }
}

/* Sends a line, with its LF, and takes the answer. */
static inline int boardsim_ask(boardsim_bus *bus, const char *line, size_t length) {
  while (length > 0) {
    ssize_t count = send(bus->socket, line, length, MSG_NOSIGNAL);
    if (count <= 0) {
      strcpy(bus->line, "ERR closed the bus has closed the connection");
      return BOARDSIM_OTHER;
    }
    line += count;
    length -= (size_t)count;
  }
  int status = boardsim_receive(bus);
  if (status != BOARDSIM_OK) return status;
  if (strncmp(bus->line, "OK", 2) == 0) return BOARDSIM_OK;
  if (strncmp(bus->line, "NACK", 4) == 0)
    return strstr(bus->line, "b=-1") ? BOARDSIM_NACK_ADDRESS : BOARDSIM_NACK_DATA;
  return strncmp(bus->line, "ERR timeout", 11) == 0 ? BOARDSIM_TIMEOUT : BOARDSIM_OTHER;
}

/* Connects, without a greeting. */
static inline int boardsim_connect(boardsim_bus *bus, const char *host, int port) {
  memset(bus, 0, sizeof *bus);
  bus->socket = -1;
  strcpy(bus->line, "ERR closed the host is no IPv4 address, or no socket is left");
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons((uint16_t)port);
  if (inet_pton(AF_INET, host, &address.sin_addr) != 1) return BOARDSIM_OTHER;
  bus->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (bus->socket < 0) return BOARDSIM_OTHER;
  int one = 1;
  setsockopt(bus->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(bus->socket, (struct sockaddr *)&address, sizeof address) != 0) {
    strcpy(bus->line, "ERR closed nobody listens there; start boardsim bus first");
    close(bus->socket);
    bus->socket = -1;
    return BOARDSIM_OTHER;
  }
  return BOARDSIM_OK;
}

/* Connects and greets; `board` names a board that several clients share, NULL is one of one's own. */
static inline int boardsim_open(boardsim_bus *bus, const char *host, int port, const char *board) {
  int status = boardsim_connect(bus, host, port);
  if (status != BOARDSIM_OK) return status;
  char line[128];
  int length = board ? snprintf(line, sizeof line, "HELLO 1 board=%s\n", board)
                     : snprintf(line, sizeof line, "HELLO 1\n");
  if (length < 0 || (size_t)length >= sizeof line) return BOARDSIM_TOO_LONG;
  return boardsim_ask(bus, line, (size_t)length);
}

static inline void boardsim_close(boardsim_bus *bus) {
  if (bus->socket >= 0) close(bus->socket);
  bus->socket = -1;
}

/* A message of a transfer: a write, or a read into `bytes`. */
typedef struct {
  int is_read;
  uint8_t *bytes;
  size_t count;
} boardsim_message;

/* Sends messages to one address, a repeated START between them and a STOP at the end. */
static inline int boardsim_transfer(
    boardsim_bus *bus, uint8_t address, const boardsim_message *messages, size_t count) {
  static const char digits[] = "0123456789abcdef";
  char line[2 * BOARDSIM_LONGEST_WRITE + 256];
  size_t length = (size_t)snprintf(line, sizeof line, "T %02x", address);
  size_t written = 0, wanted = 0;
  if (count > BOARDSIM_MOST_MESSAGES) return BOARDSIM_TOO_LONG;
  for (size_t m = 0; m < count; m++) {
    const boardsim_message *message = &messages[m];
    if (message->is_read) {
      wanted += message->count;
      if (wanted > BOARDSIM_LONGEST_READ) return BOARDSIM_TOO_LONG;
      length += (size_t)snprintf(line + length, sizeof line - length, " r %zu", message->count);
      continue;
    }
    written += message->count;
    if (written > BOARDSIM_LONGEST_WRITE) return BOARDSIM_TOO_LONG;
    memcpy(line + length, " w ", 3);
    length += 3;
    for (size_t i = 0; i < message->count; i++) {
      line[length++] = digits[message->bytes[i] >> 4];
      line[length++] = digits[message->bytes[i] & 15];
    }
  }
  line[length++] = '\n';
  int status = boardsim_ask(bus, line, length);
  const char *answer = bus->line + 3;
  for (size_t m = 0; status == BOARDSIM_OK && m < count; m++) {
    for (size_t i = 0; messages[m].is_read && i < messages[m].count; i++, answer += 2) {
      char pair[3] = {answer[0], answer[1], 0};
      messages[m].bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
  }
  return status;
}

/* Writes `written` bytes, then, after a repeated START, reads `count`; either may be 0. */
static inline int boardsim_write_read(
    boardsim_bus *bus, uint8_t address, const uint8_t *bytes, size_t written, uint8_t *buffer,
    size_t count) {
  boardsim_message messages[2];
  size_t used = 0;
  if (written > 0 || count == 0) {
    boardsim_message write = {0, (uint8_t *)bytes, written};
    messages[used++] = write;
  }
  if (count > 0) {
    boardsim_message read = {1, buffer, count};
    messages[used++] = read;
  }
  return boardsim_transfer(bus, address, messages, used);
}

/* Transfers by byte, for a controller that does not know the length of a read when it begins: a START, bytes, a STOP.
 * After BOARDSIM_NACK_ADDRESS or BOARDSIM_NACK_DATA comes a repeated START or the STOP; after any other number the
 * transfer has ended, or was not open. */

/* Sends a START, or in an open transfer a repeated START; the part answers by 0 or BOARDSIM_NACK_ADDRESS. */
static inline int boardsim_start(boardsim_bus *bus, uint8_t address, int is_read) {
  char line[32];
  int length = snprintf(line, sizeof line, "START %02x %c\n", address & 127, is_read ? 'r' : 'w');
  return boardsim_ask(bus, line, (size_t)length);
}

/* Writes a byte; 0 is an acknowledge. */
static inline int boardsim_write_byte(boardsim_bus *bus, uint8_t byte) {
  char line[16];
  int length = snprintf(line, sizeof line, "WB %02x\n", byte);
  return boardsim_ask(bus, line, (size_t)length);
}

/* Reads a byte, and acknowledges it where another one is wanted. */
static inline int boardsim_read_byte(boardsim_bus *bus, uint8_t *byte, int wants_more) {
  int status = wants_more ? boardsim_ask(bus, "RB ack\n", 7) : boardsim_ask(bus, "RB nack\n", 8);
  if (status != BOARDSIM_OK) return status;
  char pair[3] = {bus->line[3], bus->line[4], 0};
  *byte = (uint8_t)strtoul(pair, NULL, 16);
  return BOARDSIM_OK;
}

/* Ends the transfer. */
static inline int boardsim_stop(boardsim_bus *bus) { return boardsim_ask(bus, "STOP\n", 5); }

/* The microseconds that the last transfer, or the last step of one, has taken; 0 for a refused one. */
static inline uint64_t boardsim_took_us(const boardsim_bus *bus) {
  const char *time = strncmp(bus->line, "OK ", 3) == 0 ? strstr(bus->line, " t=") : NULL;
  return time ? strtoull(time + 3, NULL, 10) : 0;
}

/* Lets board time pass. */
static inline int boardsim_delay_us(boardsim_bus *bus, uint64_t microseconds) {
  char line[64];
  int length = snprintf(line, sizeof line, "D %llu\n", (unsigned long long)microseconds);
  return boardsim_ask(bus, line, (size_t)length);
}

/* Board time in microseconds. */
static inline uint64_t boardsim_now_us(boardsim_bus *bus) {
  return boardsim_ask(bus, "NOW\n", 4) == BOARDSIM_OK ? strtoull(bus->line + 3, NULL, 10) : 0;
}

/* Holds a quantity of the world: boardsim_set(&bus, "temperature", 20). */
static inline int boardsim_set(boardsim_bus *bus, const char *quantity, double value) {
  char line[128];
  int length = snprintf(line, sizeof line, "W %s=%.9g\n", quantity, value);
  if (length < 0 || (size_t)length >= sizeof line) return BOARDSIM_TOO_LONG;
  return boardsim_ask(bus, line, (size_t)length);
}

/* Switches a part on or off. */
static inline int boardsim_power(boardsim_bus *bus, const char *part, int is_on) {
  char line[64];
  int length = snprintf(line, sizeof line, "P %s %s\n", part, is_on ? "on" : "off");
  if (length < 0 || (size_t)length >= sizeof line) return BOARDSIM_TOO_LONG;
  return boardsim_ask(bus, line, (size_t)length);
}

#endif
