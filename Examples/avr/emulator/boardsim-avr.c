/* Runs a sketch on an emulated AVR: TWI on `boardsim bus`, a serial line on `boardsim modem`, UART0 on standard output.
 *
 *     boardsim bus --port 7070 &
 *     boardsim-avr --bus 127.0.0.1:7070 --duration 10 sketch.elf
 *
 * libsimavr is under the GNU General Public License, version 3, and so is this program when it is linked with it. It is
 * no part of boardsim and talks to it by sockets alone.
 *
 * The status is 0 after the given time or a signal, 1 where the firmware or the board fails, 2 for wrong arguments. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <time.h>
#include <simavr/sim_gdb.h>

/* A sketch that sleeps for so long, without a modem that could wake it, will sleep for ever; us. */
#define LONGEST_SLEEP 600000000ull
/* 16 bits of data, 24 bits of flash by RAMPZ and Z, and room for a word behind them. */
#define ADDRESSABLE_DATA (0x10000u + 16)
#define ADDRESSABLE_FLASH (0x1000000u + 16)
/* The time between two looks at sockets and the clock, and between two at the board, us. */
#define LOOK 1000
#define BOARD_LOOK 100000
/* The time between two looks at a board without power, and from its power-on to the sketch, which the boot loader takes; us. */
#define OFF_LOOK 10000
#define BOOT 200000
/* What the memory holds after power-on, where nobody may rely on anything. */
#define GARBAGE 0xA5

static volatile sig_atomic_t is_stopped;
static char last_words[256];   /* the latest error that simavr has told */
static uint64_t earlier_us;    /* board time before the processor's first cycle */

void leave(int status, const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  fputs("boardsim-avr: ", stderr);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(status);
}

uint64_t machine_now(const avr_t *avr) {
  return earlier_us + avr->cycle / avr->frequency * 1000000u + avr->cycle % avr->frequency * 1000000u / avr->frequency;
}

avr_cycle_count_t machine_cycles(const avr_t *avr, uint64_t microseconds) {
  return (microseconds * avr->frequency + 999999u) / 1000000u;
}

avr_cycle_timer_t machine_cancel_timer(avr_t *avr, const void *port) {
  for (avr_cycle_timer_slot_p slot = avr->cycle_timers.timer; slot; slot = slot->next) {
    if (slot->param != port) continue;
    avr_cycle_timer_t timer = slot->timer;
    avr_cycle_timer_cancel(avr, timer, slot->param);
    return timer;
  }
  return NULL;
}

static void stop(int number) {
  (void)number;
  is_stopped = 1;
}

/* Copies a text's printable characters, without colours of a terminal and blanks around. */
static void copy_words(char *to, const char *from) {
  char *start = to;
  for (; *from; from++) {
    if (*from == '\033') from += strcspn(from, "m");
    else if (*from > ' ' || (*from == ' ' && to > start)) *to++ = *from;
    if (!*from) break;
  }
  while (to > start && to[-1] == ' ') to--;
  *to = 0;
}

/* Keeps simavr's errors for the line that tells how the run ended. */
static void keep(struct avr_t *avr, const int level, const char *format, va_list arguments) {
  (void)avr;
  char words[sizeof last_words];
  if (level > LOG_ERROR) return;
  vsnprintf(words, sizeof words, format, arguments);
  if (strncmp(words, "avr_sadly_crashed", 17) != 0) copy_words(last_words, words);   /* that says no more */
}

/* simavr would sleep in real time. */
static void skip_sleep(avr_t *avr, avr_cycle_count_t cycles) {
  (void)avr;
  (void)cycles;
}

/* Arguments */

static const char usage[] =
    "usage: boardsim-avr [options] FILE.elf|FILE.hex\n"
    "  --bus HOST:PORT      the board's parts: boardsim bus\n"
    "  --board NAME         the name of a board on the bus that others share\n"
    "  --modem HOST:PORT    the Wi-Fi modem: boardsim modem --port\n"
    "  --modem-line LINE    where it is connected: pins RX,TX, 8,9 by default, or the number of a UART\n"
    "  --modem-baud N       the line's rate, 9600 by default\n"
    "  --pin PIN=PART.PIN   a pin at a part's: PD4=ccs811.nwake, or 4 on an Arduino Uno; repeatable\n"
    "  --pin A0=light       an analogue pin at a divider with a photoresistor, in the world's light\n"
    "  --sd FILE            an SD card on the SPI, the image FILE\n"
    "  --sd-select PIN      the pin that selects it: 10 by default, on an atmega2560 PB0, which is 53 there\n"
    "  --mcu NAME           atmega328p (default) or atmega2560\n"
    "  --clock HZ           the processor's clock, 16000000 by default\n"
    "  --duration S         ends after so many seconds of board time\n"
    "  --speed 1|max        board time is real time, or goes as fast as it can (default without a modem)\n"
    "  --gdb PORT           waits for avr-gdb on a port, 0 for a free one, and tells it in its first line\n";

static void read_place(const char *option, char *text, const char **host, int *port) {
  char *colon = strrchr(text, ':'), *end = NULL;
  long number = colon ? strtol(colon + 1, &end, 10) : 0;
  if (!colon || *end || number < 1 || number > 65535) leave(RUN_USAGE, "%s is HOST:PORT, not '%s'", option, text);
  *colon = 0;
  *host = text;
  *port = (int)number;
}

static double read_number(const char *option, const char *text, double least, double most) {
  char *end = NULL;
  double number = strtod(text, &end);
  if (end == text || *end || !(number >= least && number <= most))
    leave(RUN_USAGE, "%s is a number from %g to %g, not '%s'", option, least, most, text);
  return number;
}

static void take_pin(options *wanted, const char *text) {
  if (wanted->pin_count == MOST_PINS) leave(RUN_USAGE, "--pin: at most %d pins are connected", MOST_PINS);
  wanted->pins[wanted->pin_count++] = text;
}

static void take_option(options *wanted, const char *name, char *value) {
  if (strcmp(name, "--bus") == 0) read_place(name, value, &wanted->bus_host, &wanted->bus_port);
  else if (strcmp(name, "--modem") == 0) read_place(name, value, &wanted->modem_host, &wanted->modem_port);
  else if (strcmp(name, "--modem-line") == 0) wanted->modem_line = value;
  else if (strcmp(name, "--modem-baud") == 0) wanted->baud = (uint32_t)read_number(name, value, 300, 1000000);
  else if (strcmp(name, "--pin") == 0) take_pin(wanted, value);
  else if (strcmp(name, "--sd") == 0) wanted->card = value;
  else if (strcmp(name, "--sd-select") == 0) wanted->card_select = value;
  else if (strcmp(name, "--board") == 0) wanted->board = value;
  else if (strcmp(name, "--mcu") == 0) wanted->mcu = value;
  else if (strcmp(name, "--clock") == 0) wanted->frequency = (uint32_t)read_number(name, value, 1e5, 2e7);
  else if (strcmp(name, "--duration") == 0) wanted->duration = read_number(name, value, 0.001, 1e9);
  else if (strcmp(name, "--gdb") == 0) wanted->has_debugger = 1, wanted->gdb_port = (int)read_number(name, value, 0, 65535);
  else if (strcmp(name, "--speed") == 0 && strcmp(value, "1") == 0) wanted->is_paced = 1;
  else if (strcmp(name, "--speed") == 0 && strcmp(value, "max") == 0) wanted->is_paced = 0;
  else leave(RUN_USAGE, "'%s %s' is no option; --help lists them", name, value);
}

static options read_arguments(int count, char **words) {
  options wanted = {.mcu = "atmega328p", .modem_line = "8,9", .baud = 9600, .frequency = 16000000, .is_paced = -1};
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], "--help") == 0) {
      fputs(usage, stdout);
      exit(RUN_OK);
    }
    if (words[i][0] != '-') {
      if (wanted.firmware) leave(RUN_USAGE, "one file is run, not '%s' and '%s'", wanted.firmware, words[i]);
      wanted.firmware = words[i];
    } else if (i + 1 == count) {
      leave(RUN_USAGE, "'%s' needs a value; --help lists the options", words[i]);
    } else {
      take_option(&wanted, words[i], words[i + 1]);
      i++;
    }
  }
  if (!wanted.firmware) leave(RUN_USAGE, "give the sketch, an .elf or .hex file; --help lists the options");
  if (strcmp(wanted.mcu, "atmega328p") != 0 && strcmp(wanted.mcu, "atmega2560") != 0)
    leave(RUN_USAGE, "--mcu is atmega328p or atmega2560, not '%s'", wanted.mcu);
  if (wanted.card_select && !wanted.card) leave(RUN_USAGE, "--sd-select is for a card: give --sd too");
  if (!wanted.card_select) wanted.card_select = strcmp(wanted.mcu, "atmega328p") == 0 ? "10" : "PB0";
  if (wanted.is_paced < 0) wanted.is_paced = wanted.modem_port != 0;
  return wanted;
}

/* The processor */

/* Gives the memories the size of all that a program can address: simavr tells of an access beyond the end, and then
 * carries it out. */
static void enlarge_memories(avr_t *avr) {
  uint8_t *data = calloc(1, ADDRESSABLE_DATA), *flash = calloc(1, ADDRESSABLE_FLASH);
  if (!data || !flash) leave(RUN_FAILED, "no memory for an %s", avr->mmcu);
  memcpy(data, avr->data, avr->ramend + 1u);
  free(avr->data);
  free(avr->flash);
  avr->data = data;
  avr->flash = flash;
}

static avr_t *make_processor(const options *wanted) {
  avr_global_logger_set(keep);
  avr_t *avr = avr_make_mcu_by_name(wanted->mcu);
  if (!avr) leave(RUN_FAILED, "this libsimavr has no %s", wanted->mcu);
  avr->mmcu = wanted->mcu;   /* simavr has one name for several */
  avr_init(avr);
  enlarge_memories(avr);
  avr->log = LOG_ERROR;
  avr->frequency = wanted->frequency;
  avr->vcc = avr->avcc = avr->aref = 5000;
  avr->sleep = skip_sleep;
  firmware_load(avr, wanted->firmware);
  return avr;
}

/* Returns a port that is free now. */
static int free_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int one = socket(AF_INET, SOCK_STREAM, 0);
  if (one < 0 || bind(one, (struct sockaddr *)&address, size) != 0 || getsockname(one, (struct sockaddr *)&address, &size) != 0)
    leave(RUN_FAILED, "there is no free port: %s", strerror(errno));
  close(one);
  return ntohs(address.sin_port);
}

/* Stops the processor before its first instruction until a debugger lets it go on. */
static void await_debugger(avr_t *avr, const options *wanted) {
  if (!wanted->has_debugger) return;
  avr->gdb_port = wanted->gdb_port ? wanted->gdb_port : free_port();
  avr->state = cpu_Stopped;
  if (avr_gdb_init(avr) != 0) leave(RUN_FAILED, "the debugger's port %d is taken; name another one", avr->gdb_port);
  avr->sleep = skip_sleep;
  console_tell("gdb ready: 127.0.0.1:%d\n", avr->gdb_port);
}

/* Whether the program stands in a jump to itself with interrupts off, as after exit(). */
static int stands_still(const avr_t *avr) {
  return !avr->sreg[S_I] && avr->pc < avr->flashend && avr->flash[avr->pc] == 0xFF && avr->flash[avr->pc + 1] == 0xCF;
}

static void judge(const avr_t *avr, const options *wanted) {
  static uint64_t awake;
  uint64_t now = machine_now(avr);
  double seconds = (double)now / 1e6;
  if (avr->state == cpu_Crashed)
    leave(RUN_FAILED, "the sketch has crashed at %.3f s, pc 0x%04x: %s", seconds, avr->pc,
          *last_words ? last_words : "it left its code or its memory");
  if (avr->state == cpu_Done)
    leave(RUN_FAILED, "the sketch sleeps for ever since %.3f s: interrupts are off, nothing can wake it", seconds);
  if (stands_still(avr))
    leave(RUN_FAILED, "the sketch stands still since %.3f s, pc 0x%04x: an endless loop with interrupts off", seconds,
          avr->pc);
  if (avr->state != cpu_Sleeping) awake = now;
  if (now - awake > LONGEST_SLEEP && !wanted->modem_port)
    leave(RUN_FAILED, "the sketch sleeps since %.3f s of board time, and nothing wakes it", (double)awake / 1e6);
}

static uint64_t wall_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* Waits until real time has come to board time; a machine that was slower is not made up for. */
static void keep_pace(const avr_t *avr, uint64_t *start) {
  uint64_t due = *start + machine_now(avr), now = wall_now();
  if (now >= due) {
    if (now - due > 100000u) *start += now - due;
    return;
  }
  struct timespec pause = {(time_t)((due - now) / 1000000u), (long)((due - now) % 1000000u * 1000u)};
  nanosleep(&pause, NULL);
}

/* The board has no power: time goes on without the processor, which begins again when the power is back. */
static void outlast_outage(avr_t *avr, const options *wanted, uint64_t *start) {
  uint64_t end = (uint64_t)(wanted->duration * 1e6);
  console_finish();
  twi_lose_power();
  while (!is_stopped && !twi_has_power() && !(end && machine_now(avr) >= end)) {
    earlier_us += OFF_LOOK;
    twi_catch_up();
    modem_lose_power();
    if (wanted->is_paced) keep_pace(avr, start);
  }
  earlier_us += BOOT;
  uint64_t now = machine_now(avr);
  memset(avr->data + avr->ioend + 1, GARBAGE, avr->ramend - avr->ioend);
  avr_reset(avr);
  avr_regbit_set(avr, avr->reset_flags.porf);
  earlier_us = 0;
  earlier_us = now - machine_now(avr);
  pins_lose_power();
  spi_lose_power();
  modem_lose_power();
}

static void run(avr_t *avr, const options *wanted) {
  uint64_t next = 0, end = (uint64_t)(wanted->duration * 1e6), start = wall_now(), last_catch_up = 0;
  while (!is_stopped) {
    avr_run(avr);
    uint64_t now = machine_now(avr);
    if (now < next && avr->state != cpu_Crashed && avr->state != cpu_Done) continue;
    next = now + LOOK;
    judge(avr, wanted);
    modem_exchange();
    pins_exchange();
    if (wanted->is_paced) keep_pace(avr, &start);
    if (wanted->bus_port && now - last_catch_up >= BOARD_LOOK) {
      twi_catch_up();
      last_catch_up = now;
      if (!twi_has_power()) outlast_outage(avr, wanted, &start);
    }
    if (end && now >= end) break;
  }
}

int main(int count, char **words) {
  static boardsim_bus bus;
  options wanted = read_arguments(count, words);
  console_open();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = stop;
  action.sa_flags = SA_RESTART;   /* an answer of the bus is waited for */
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  avr_t *avr = make_processor(&wanted);
  if (wanted.bus_port) {
    if (boardsim_open(&bus, wanted.bus_host, wanted.bus_port, wanted.board) != BOARDSIM_OK)
      leave(RUN_FAILED, "no bus at %s:%d: %s", wanted.bus_host, wanted.bus_port, boardsim_error(&bus));
    twi_connect(avr, &bus);
    pins_connect(avr, &bus, &wanted);
  } else if (wanted.pin_count) {
    leave(RUN_USAGE, "--pin connects parts on the bus: give --bus too");
  }
  console_connect(avr, wanted.bus_port ? &bus : NULL);
  if (wanted.card) spi_connect(avr, &wanted);
  if (wanted.modem_port) modem_connect(avr, &wanted);
  await_debugger(avr, &wanted);
  run(avr, &wanted);
  console_finish();
  if (wanted.bus_port) twi_catch_up();
  unsigned long transfers = 0, steps = 0;
  twi_counts(&transfers, &steps);
  fprintf(stderr, "boardsim-avr: %.3f s of board time, %lu transfers in %lu steps", (double)machine_now(avr) / 1e6,
          transfers, steps);
  spi_tell(stderr);
  fputc('\n', stderr);
  return RUN_OK;
}
