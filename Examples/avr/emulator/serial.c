/* Connects the processor's serial lines: UART0 to standard output, and a UART or two pins to the modem. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <simavr/avr_uart.h>

/* The longest line that is said on the bus, bytes; the rest of a longer one is a line of its own. */
#define LONGEST_SAID 1000

/* UART0: standard output, and line by line what the sketch says on the bus. */
static struct {
  FILE *output;
  boardsim_bus *bus;
  char words[LONGEST_SAID + 6];
  size_t count;
} console;

/* The bus hears a line at the board time of its end; what would end the line on the bus is a blank. */
static void say_line(void) {
  if (!console.bus || console.count == 0) return;
  size_t count = 4 + console.count;
  console.words[count] = '\n';
  console.count = 0;
  twi_catch_up();
  boardsim_ask(console.bus, console.words, count + 1);
}

void console_finish(void) {
  say_line();
  fflush(console.output);
}

void console_open(void) {
  int output = dup(STDOUT_FILENO);
  console.output = output < 0 ? NULL : fdopen(output, "w");
  if (!console.output || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) leave(RUN_FAILED, "no descriptor is left");
}

void console_tell(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(console.output, format, arguments);
  va_end(arguments);
  fflush(console.output);
}

static void print_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)param;
  char byte = (char)(value & 0xFF);
  putc(byte, console.output);
  if (byte != '\n' && console.bus) console.words[4 + console.count++] = byte;
  if (byte != '\n' && console.count < LONGEST_SAID) return;
  say_line();
  if (byte == '\n') fflush(console.output);
}

/* Lets simavr neither print what a UART sends, nor sleep when a program polls it. */
static void quieten(avr_t *avr, char name) {
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS(name), &flags);
  flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS(name), &flags);
}

void console_connect(avr_t *avr, boardsim_bus *bus) {
  console.bus = bus;
  memcpy(console.words, "SAY ", 4);
  quieten(avr, '0');
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), print_byte, NULL);
}

/* The line to the modem: what has come from it waits here, and goes in at the line's pace. */
static struct {
  avr_t *avr;
  int socket;
  uint8_t waiting[65536];
  size_t first, count;
  uint64_t bit;               /* the time of a bit, 1/256 cycle */
  avr_irq_t *to_processor;    /* the pin or the UART */
  int is_uart, is_ready;      /* whether the UART has room */
  int is_sending;             /* whether a byte is on its way in */
  uint16_t frame;             /* its bits: start, data with the low bit first, stop */
  int sent_bits;
  uint64_t edge;              /* when the next bit begins, 1/256 cycle */
  int level;                  /* of the processor's output pin */
  int is_receiving, bits;     /* of the byte on its way out */
  uint8_t byte;
  uint64_t sample;
} line = {.socket = -1, .level = 1};

static void gone(void) { leave(RUN_FAILED, "the modem has gone; is boardsim modem still running?"); }

static void send_byte(uint8_t byte) {
  while (send(line.socket, &byte, 1, MSG_NOSIGNAL) != 1) {
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) gone();
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
}

static uint64_t ticks(void) { return (uint64_t)line.avr->cycle << 8; }

static void call_at(uint64_t when, avr_cycle_timer_t timer) {
  uint64_t now = ticks();
  avr_cycle_timer_register(line.avr, when > now ? (when - now + 255) >> 8 : 1, timer, NULL);
}

/* From the processor: a falling edge begins a byte, whose bits are looked at in their middle. */

static avr_cycle_count_t look(avr_t *avr, avr_cycle_count_t when, void *param) {
  (void)avr;
  (void)when;
  (void)param;
  if (line.bits < 8) {
    line.byte = (uint8_t)(line.byte >> 1 | (line.level ? 0x80 : 0));
    line.bits++;
    line.sample += line.bit;
    call_at(line.sample, look);
  } else {
    line.is_receiving = 0;
    if (line.level) send_byte(line.byte);   /* without a stop bit it is no byte */
  }
  return 0;
}

static void pin_changed(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)param;
  int was = line.level;
  line.level = value & 1;
  if (!was || line.level || line.is_receiving) return;
  line.is_receiving = 1;
  line.bits = 0;
  line.sample = ticks() + line.bit + line.bit / 2;
  call_at(line.sample, look);
}

static void uart_sent(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)param;
  send_byte((uint8_t)value);
}

/* To the processor: a start bit, eight bits and a stop bit; a UART gets the whole byte when they have passed. */

static avr_cycle_count_t next_bit(avr_t *avr, avr_cycle_count_t when, void *param) {
  (void)avr;
  (void)when;
  (void)param;
  if (line.sent_bits == 10) {
    if (line.is_uart) avr_raise_irq(line.to_processor, line.frame >> 1 & 0xFF);
    line.is_sending = 0;
    modem_exchange();
    return 0;
  }
  if (!line.is_uart) avr_raise_irq(line.to_processor, line.frame >> line.sent_bits & 1);
  line.sent_bits++;
  line.edge += line.bit;
  call_at(line.edge, next_bit);
  return 0;
}

static void send_next(void) {
  if (line.is_sending || line.count == 0) return;
  line.frame = (uint16_t)(0x200 | line.waiting[line.first] << 1);
  line.first = (line.first + 1) % sizeof line.waiting;
  line.count--;
  line.is_sending = 1;
  line.sent_bits = 0;
  line.edge = ticks();
  next_bit(line.avr, 0, NULL);
}

void modem_exchange(void) {
  if (line.socket < 0) return;
  size_t end = (line.first + line.count) % sizeof line.waiting;
  size_t room = end < line.first || line.count == sizeof line.waiting ? sizeof line.waiting - line.count
                                                                      : sizeof line.waiting - end;
  if (room > 0) {
    ssize_t count = recv(line.socket, line.waiting + end, room, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) gone();
    if (count > 0) line.count += (size_t)count;
  }
  send_next();
}

void modem_lose_power(void) {
  uint8_t bytes[4096];
  if (line.socket < 0) return;
  while (recv(line.socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0);
  line.count = 0;
  line.is_sending = line.is_receiving = 0;
  line.level = 1;
  if (!line.is_uart) avr_raise_irq(line.to_processor, 1);
}

static int connect_modem(const options *wanted) {
  boardsim_bus address;   /* its opening of a socket is that of the bus, without a greeting */
  if (boardsim_connect(&address, wanted->modem_host, wanted->modem_port) != BOARDSIM_OK)
    leave(RUN_FAILED, "nobody listens at %s:%d; start boardsim modem --port first", wanted->modem_host, wanted->modem_port);
  return address.socket;
}

void modem_connect(avr_t *avr, const options *wanted) {
  char in_name[8], out_name[8], extra;
  line.avr = avr;
  line.bit = ((uint64_t)avr->frequency << 8) / wanted->baud;
  if (sscanf(wanted->modem_line, "%7[^,],%7[^,]%c", in_name, out_name, &extra) == 2) {
    line.to_processor = pin_named(avr, "--modem-line", in_name);
    avr_irq_register_notify(pin_named(avr, "--modem-line", out_name), pin_changed, NULL);
    avr_raise_irq(line.to_processor, 1);
  } else if (strlen(wanted->modem_line) == 1 && strchr("0123", wanted->modem_line[0])) {
    char name = wanted->modem_line[0];
    line.is_uart = 1;
    line.to_processor = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ(name), UART_IRQ_INPUT);
    avr_irq_t *from = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ(name), UART_IRQ_OUTPUT);
    if (!line.to_processor || !from) leave(RUN_USAGE, "--modem-line: an %s has no UART %c", avr->mmcu, name);
    quieten(avr, name);
    avr_irq_register_notify(from, uart_sent, NULL);
  } else {
    leave(RUN_USAGE, "--modem-line is RX,TX, such as 8,9, or the number of a UART");
  }
  line.socket = connect_modem(wanted);
}
