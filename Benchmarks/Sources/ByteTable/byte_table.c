#include "byte_table.h"

static uint32_t table[256];

__attribute__((constructor)) static void make_table(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t check = byte << 16;
    for (int bit = 0; bit < 8; bit++) check = (check << 1) ^ (check & 0x800000 ? 0x1864CFB : 0);
    table[byte] = check & 0xFFFFFF;
  }
}

uint32_t byte_table_crc24q(const uint8_t *bytes, size_t count) {
  uint32_t check = 0;
  for (size_t i = 0; i < count; i++) check = ((check << 8) & 0xFFFFFF) ^ table[(check >> 16) ^ bytes[i]];
  return check;
}

size_t byte_table_count_frames(const uint8_t *bytes, size_t count) {
  size_t frames = 0, at = 0;
  while (at + 6 <= count) {
    if (bytes[at] != 0xD3 || (bytes[at + 1] & 0xFC)) { at++; continue; }
    size_t length = 6 + ((size_t)(bytes[at + 1] & 3) << 8 | bytes[at + 2]);
    if (at + length > count || byte_table_crc24q(bytes + at, length) != 0) { at++; continue; }
    frames++;
    at += length;
  }
  return frames;
}
