/* Reads firmware: ELF for an AVR, or Intel HEX. A file is checked before a byte of it is used. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <errno.h>
#include <simavr/avr_eeprom.h>

#define LARGEST_FILE (16u << 20)
#define EM_AVR 83       /* e_machine */
#define PT_LOAD 1
#define EEPROM_START 0x810000u /* where the linker places it; 0x800000 is RAM */
#define RAM_START 0x800000u

typedef struct {
  const char *path;
  uint8_t *bytes;
  size_t count;
} file;

static file read_file(const char *path) {
  file read = {path, NULL, 0};
  FILE *input = fopen(path, "rb");
  if (!input) leave(RUN_FAILED, "cannot read %s: %s", path, strerror(errno));
  read.bytes = malloc(LARGEST_FILE + 1);
  if (!read.bytes) leave(RUN_FAILED, "no memory for %s", path);
  read.count = fread(read.bytes, 1, LARGEST_FILE + 1, input);
  if (ferror(input)) leave(RUN_FAILED, "cannot read %s: %s", path, strerror(errno));
  fclose(input);
  if (read.count == 0) leave(RUN_FAILED, "%s is empty; compile the sketch again", path);
  if (read.count > LARGEST_FILE) leave(RUN_FAILED, "%s has more than 16 MiB; is it firmware?", path);
  return read;
}

/* Copies bytes into flash; their end is the end of the code. */
static void put_flash(avr_t *avr, const file *from, uint32_t address, const uint8_t *bytes, uint32_t count) {
  if (count == 0) return;
  if (address > avr->flashend || count > avr->flashend + 1 - address)
    leave(RUN_FAILED, "%s needs flash up to 0x%x, an %s has it up to 0x%x; choose another --mcu", from->path,
          address + count - 1, avr->mmcu, avr->flashend);
  memcpy(avr->flash + address, bytes, count);
  if (address + count > avr->codeend) avr->codeend = address + count;
}

static void put_eeprom(avr_t *avr, const file *from, uint32_t address, const uint8_t *bytes, uint32_t count) {
  if (count > avr->e2end + 1u || address > avr->e2end + 1u - count)
    leave(RUN_FAILED, "%s has more EEPROM data than an %s has room; choose another --mcu", from->path, avr->mmcu);
  avr_eeprom_desc_t eeprom = {.ee = (uint8_t *)bytes, .offset = (uint16_t)address, .size = count};
  avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &eeprom);
}

/* ELF, TIS 1.2: numbers of 16 and 32 bits, the low byte first. */

static uint32_t number(const file *from, size_t offset, int bytes) {
  if (offset > from->count || from->count - offset < (size_t)bytes)
    leave(RUN_FAILED, "%s ends in the middle of its headers; compile the sketch again", from->path);
  uint32_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | from->bytes[offset + (size_t)i];
  return value;
}

static void check_header(const avr_t *avr, const file *from) {
  uint32_t kind = from->count > 5 ? from->bytes[4] : 0;
  uint32_t machine = number(from, 18, 2);
  if (kind != 1 || from->bytes[5] != 1 || machine != EM_AVR)
    leave(RUN_FAILED, "%s is for another processor (ELF machine %u), not for an AVR; compile it with avr-gcc", from->path,
          machine);
  uint32_t family = number(from, 36, 4) & 0x7F, own = avr->flashend > 0x1FFFF ? 6 : 5;
  if (number(from, 16, 2) != 2)
    leave(RUN_FAILED, "%s is not linked; give the .elf file, not an object or a library", from->path);
  if (family != own)
    leave(RUN_FAILED, "%s is compiled for avr%u, an %s is an avr%u; choose another --mcu", from->path, family, avr->mmcu,
          own);
}

static void load_elf(avr_t *avr, const file *from) {
  check_header(avr, from);
  uint32_t table = number(from, 28, 4), size = number(from, 42, 2), count = number(from, 44, 2);
  if (size < 32) count = 0;
  for (uint32_t i = 0; i < count; i++) {
    size_t entry = (size_t)table + (size_t)i * size;
    if (number(from, entry, 4) != PT_LOAD) continue;
    uint32_t offset = number(from, entry + 4, 4), address = number(from, entry + 12, 4);
    uint32_t length = number(from, entry + 16, 4);
    if (offset > from->count || length > from->count - offset)
      leave(RUN_FAILED, "%s ends in the middle of its code; compile the sketch again", from->path);
    if (address < RAM_START) put_flash(avr, from, address, from->bytes + offset, length);
    else if (address >= EEPROM_START && address < EEPROM_START + 0x10000u)
      put_eeprom(avr, from, address - EEPROM_START, from->bytes + offset, length);
  }
}

/* Intel HEX, rev. A 1988: ":", count, address, type, data and checksum, two digits a byte. */

static int digit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads the record at *at, which is behind the colon; returns the number of its bytes, or -1. */
static int read_record(const file *from, size_t *at, uint8_t record[260]) {
  int count = 0, wanted = 5;
  uint8_t sum = 0;
  while (count < wanted) {
    if (from->count - *at < 2) return -1;
    int high = digit(from->bytes[*at]), low = digit(from->bytes[*at + 1]);
    if (high < 0 || low < 0) return -1;
    record[count] = (uint8_t)(high << 4 | low);
    sum = (uint8_t)(sum + record[count]);
    if (count++ == 0) wanted = record[0] + 5;
    *at += 2;
  }
  return sum == 0 ? count : -1;
}

static void load_hex(avr_t *avr, const file *from) {
  uint32_t base = 0;
  size_t at = 0;
  for (int line = 1; at < from->count; at++) {
    if (from->bytes[at] == '\n') line++;
    if (from->bytes[at] != ':') continue;
    uint8_t record[260];
    at++;
    if (read_record(from, &at, record) < 0)
      leave(RUN_FAILED, "%s:%d: a record that is cut, no hexadecimal, or with a wrong checksum; make the file again",
            from->path, line);
    uint32_t address = (uint32_t)record[1] << 8 | record[2], word = (uint32_t)record[4] << 8 | record[5];
    if (record[3] == 0) put_flash(avr, from, base + address, record + 4, record[0]);
    if (record[3] == 1) return;
    if (record[3] == 2 && record[0] == 2) base = word << 4;
    if (record[3] == 4 && record[0] == 2) base = word << 16;
    at--;
  }
  leave(RUN_FAILED, "%s has no end record; make the file again", from->path);
}

void firmware_load(avr_t *avr, const char *path) {
  file from = read_file(path);
  memset(avr->flash, 0xFF, avr->flashend + 1);
  avr->codeend = 0;
  if (from.count >= 4 && memcmp(from.bytes, "\177ELF", 4) == 0) load_elf(avr, &from);
  else if (from.bytes[0] == ':') load_hex(avr, &from);
  else leave(RUN_FAILED, "%s is neither ELF nor Intel HEX; give what avr-gcc or avr-objcopy -O ihex makes", path);
  if (avr->codeend == 0) leave(RUN_FAILED, "%s has no code; compile the sketch again", path);
  free(from.bytes);
}
