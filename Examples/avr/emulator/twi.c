/* Connects the processor's TWI to the bus over a socket, byte by byte.
 *
 * A step on the bus takes board time, and the TWI reports it to the program when that time has passed, as the
 * hardware does; meanwhile the program runs on. simavr's own TWI is quicker than a real one, so that its timer is
 * set back. Clock stretching comes with the time of the step. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <simavr/avr_twi.h>

static avr_t *processor;
static boardsim_bus *bus;
static avr_irq_t *input;
static avr_twi_t *port;
static uint64_t start_us, board_us;   /* board time at the processor's start, and now */
static unsigned long transfer_count, step_count;
static int is_open, is_reading, is_stepping;
static uint64_t open_delay;           /* how long the TWI's next report waits, us */
static uint8_t address_state;         /* what it reports of an address, 0 for another step */

/* States of the TWI (ATmega328P datasheet, tables 21-3 and 21-4): the address with W or R, acknowledged or not. */
enum { SLA_W_ACK = 0x18, SLA_W_NACK = 0x20, SLA_R_ACK = 0x40, SLA_R_NACK = 0x48 };

static void lost(void) {
  leave(RUN_FAILED, "the bus has gone; is boardsim bus still running?");
}

/* An error of the bus that is no refusal: a held line, a timeout. The program sees no acknowledge. */
static int is_lost(int status) { return status == BOARDSIM_OTHER && strncmp(bus->line, "ERR closed", 10) == 0; }

void twi_catch_up(void) {
  uint64_t now = start_us + machine_now(processor);
  if (now <= board_us) return;
  if (is_lost(boardsim_delay_us(bus, now - board_us))) lost();
  board_us = now;
}

int twi_has_power(void) {
  int status = boardsim_ask(bus, "P\n", 2);
  if (is_lost(status)) lost();
  return strcmp(bus->line, "OK off") != 0;
}

void twi_lose_power(void) {
  if (is_open && is_lost(boardsim_stop(bus))) lost();
  is_open = is_stepping = 0;
}

static avr_cycle_count_t report_address(avr_t *avr, avr_cycle_count_t when, void *param) {
  (void)when;
  (void)param;
  avr->data[port->r_twsr] = (uint8_t)((avr->data[port->r_twsr] & 3) | address_state);
  avr_raise_interrupt(avr, &port->twi);
  return 0;
}

/* Called after simavr has seen a write of TWCR, before the next instruction: sets the report of a step back to its end,
 * until when TWINT is clear. simavr 1.6 reports an address as if it were data (its issue 137) and leaves TWINT set
 * meanwhile (453). */
static void after_control(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *param) {
  (void)address;
  (void)value;
  (void)param;
  if (!is_stepping) return;
  is_stepping = 0;
  avr_cycle_timer_t report = machine_cancel_timer(avr, port);
  avr_clear_interrupt(avr, &port->twi);
  avr_regbit_clear(avr, port->twi.raised);
  if (address_state) avr_cycle_timer_register(avr, machine_cycles(avr, open_delay), report_address, NULL);
  else if (report) avr_cycle_timer_register(avr, machine_cycles(avr, open_delay), report, port);
}

/* Takes over a step's outcome: its time. Returns whether the part has acknowledged. */
static int after_step(int status) {
  if (is_lost(status)) lost();
  step_count++;
  uint64_t before = board_us;
  board_us = status == BOARDSIM_OK ? before + boardsim_took_us(bus) : boardsim_now_us(bus);
  open_delay = board_us - before;
  address_state = 0;
  is_stepping = 1;
  return status == BOARDSIM_OK;
}

static void answer(uint8_t flags, uint8_t address, uint8_t data) {
  avr_raise_irq(input, avr_twi_irq_msg(flags, address, data));
}

static void start(uint8_t address_byte) {
  twi_catch_up();
  is_reading = address_byte & 1;
  int is_taken = after_step(boardsim_start(bus, address_byte >> 1, is_reading));
  address_state = is_reading ? (is_taken ? SLA_R_ACK : SLA_R_NACK) : (is_taken ? SLA_W_ACK : SLA_W_NACK);
  if (!is_open) transfer_count++;
  is_open = 1;
  answer(TWI_COND_ACK, address_byte, (uint8_t)is_taken);
}

static void write_byte(uint8_t address_byte, uint8_t byte) {
  twi_catch_up();
  answer(TWI_COND_ACK, address_byte, (uint8_t)after_step(boardsim_write_byte(bus, byte)));
}

static void read_byte(uint8_t address_byte, int wants_more) {
  uint8_t byte = 0xFF;
  twi_catch_up();
  after_step(boardsim_read_byte(bus, &byte, wants_more));
  answer(TWI_COND_READ, address_byte, byte);
}

static void stop(void) {
  twi_catch_up();
  int status = boardsim_stop(bus);
  if (is_lost(status)) lost();
  board_us += status == BOARDSIM_OK ? boardsim_took_us(bus) : 0;
  is_open = 0;
}

/* Hears what the TWI does: conditions, the byte with the address and direction, and data. */
static void hear(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)param;
  avr_twi_msg_irq_t message = {.u.v = value};
  uint8_t flags = (uint8_t)message.u.twi.msg, address = (uint8_t)message.u.twi.addr;
  if (flags & TWI_COND_STOP) {
    if (is_open) stop();
  } else if (flags & TWI_COND_START) {
    start(address);
  } else if (flags & TWI_COND_WRITE) {
    write_byte(address, (uint8_t)message.u.twi.data);
  } else if (flags & TWI_COND_READ) {
    read_byte(address, flags & TWI_COND_ACK);
  }
}

void twi_connect(avr_t *avr, boardsim_bus *connected) {
  processor = avr;
  bus = connected;
  for (avr_io_t *io = avr->io_port; io && !port; io = io->next)
    if (io->kind && strcmp(io->kind, "twi") == 0) port = (avr_twi_t *)io;
  if (!port) leave(RUN_FAILED, "an %s has no TWI", avr->mmcu);
  input = avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_INPUT);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT), hear, NULL);
  avr_register_io_write(avr, port->r_twcr, after_control, NULL);
  start_us = board_us = boardsim_now_us(bus);
}

void twi_counts(unsigned long *transfers, unsigned long *steps) {
  *transfers = transfer_count;
  *steps = step_count;
}
