/* Calls of Arm's semihosting, which the emulator answers: files, command line, the end. */

#include "board.h"

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_READ = 0x06, SYS_SEEK = 0x0A, SYS_FLEN = 0x0C, SYS_GET_CMDLINE = 0x15 };

static int call(uint32_t number, void *block) {
  register uint32_t operation __asm("r0") = number;
  register void *argument __asm("r1") = block;
  __asm volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
  return (int)operation;
}

static size_t length(const char *text) {
  size_t count = 0;
  while (text[count] != 0) count++;
  return count;
}

void read_command_line(void *buffer, size_t size) {
  uint32_t block[] = {(uint32_t)buffer, size};
  if (call(SYS_GET_CMDLINE, block) != 0) *(char *)buffer = 0;
}

static uint32_t card;

int card_open(const void *path) {
  uint32_t block[] = {(uint32_t)path, 3 /* r+b */, length(path)};
  int handle = call(SYS_OPEN, block);
  card = (uint32_t)handle;
  return handle == -1;
}

uint32_t card_blocks(void) {
  int bytes = call(SYS_FLEN, &card);
  return bytes < 0 ? 0 : (uint32_t)bytes / 512;
}

static int seek(uint32_t number) {
  uint32_t block[] = {card, number * 512};
  return call(SYS_SEEK, block);
}

int card_read(uint32_t number, uint8_t *bytes) {
  uint32_t block[] = {card, (uint32_t)bytes, 512};
  int failure = seek(number);
  return failure ? failure : call(SYS_READ, block);
}

int card_write(uint32_t number, const uint8_t *bytes) {
  uint32_t block[] = {card, (uint32_t)bytes, 512};
  int failure = seek(number);
  return failure ? failure : call(SYS_WRITE, block);
}

void mask_interrupts(void) { __asm volatile("cpsid i" ::: "memory"); }

void wait_for_interrupt(void) { __asm volatile("wfi" ::: "memory"); }

extern uint32_t stack_bottom[], stack_top[];

/* The emulator's memory is zero at the beginning. */
uint32_t stack_most(void) {
  uint32_t *word = stack_bottom;
  while (word < stack_top && *word == 0) word++;
  return (uint32_t)((uint8_t *)stack_top - (uint8_t *)word);
}
