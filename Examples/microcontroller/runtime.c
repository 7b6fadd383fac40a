/* What compilers call that a C library and libgcc have. This program needs no more; one that needs
   more does not link, and the linker says what is missing. */

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t low, high;
} Halves;

typedef union {
  uint64_t whole;
  Halves half;
} Word;

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t index = 0; index < count; index++) ((uint8_t *)to)[index] = ((const uint8_t *)from)[index];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  for (size_t index = 0; index < count; index++) ((uint8_t *)to)[index] = (uint8_t)byte;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if ((uintptr_t)to - (uintptr_t)from >= count) return memcpy(to, from, count);
  while (count-- > 0) ((uint8_t *)to)[count] = ((const uint8_t *)from)[count];
  return to;
}

/* The same by the names of Arm's run-time ABI; the digit is an alignment that is promised. */
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy8(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove4(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove8(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memset(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memset4(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memset8(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr8(void *to, size_t count) { memset(to, 0, count); }

/* Shifts of 64 bits, in halves, since the compiler makes a call of a whole one. */
uint64_t __aeabi_llsl(uint64_t value, int count) {
  Word word = {value};
  if (count == 0) return value;
  if (count >= 32) return (Word){.half = {0, word.half.low << (count - 32)}}.whole;
  return (Word){.half = {word.half.low << count, word.half.high << count | word.half.low >> (32 - count)}}.whole;
}

uint64_t __aeabi_llsr(uint64_t value, int count) {
  Word word = {value};
  if (count == 0) return value;
  if (count >= 32) return (Word){.half = {word.half.high >> (count - 32), 0}}.whole;
  return (Word){.half = {word.half.low >> count | word.half.high << (32 - count), word.half.high >> count}}.whole;
}

int64_t __aeabi_lasr(int64_t value, int count) {
  uint64_t signs = value < 0 && count > 0 ? ~__aeabi_llsr(~(uint64_t)0, count) : 0;
  return (int64_t)(__aeabi_llsr((uint64_t)value, count) | signs);
}

/* The processor converts 32 bits. The upper half is exact, so the sum is rounded once. */
double __aeabi_ul2d(uint64_t value) {
  Word word = {value};
  return (double)word.half.high * 0x1p32 + (double)word.half.low;
}

double __aeabi_l2d(int64_t value) {
  Word word = {(uint64_t)value};
  return (double)(int32_t)word.half.high * 0x1p32 + (double)word.half.low;
}
