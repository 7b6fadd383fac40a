/* What compilers call that a C library and libgcc have, as far as the examples need it; one that needs
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

int memcmp(const void *one, const void *other, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int difference = ((const uint8_t *)one)[index] - ((const uint8_t *)other)[index];
    if (difference != 0) return difference;
  }
  return 0;
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

/* Towards zero; the value is within the type. */
int64_t __aeabi_d2lz(double value) {
  double magnitude = value < 0 ? -value : value;
  uint32_t high = (uint32_t)(magnitude * 0x1p-32);
  Word word = {.half = {(uint32_t)(magnitude - (double)high * 0x1p32), high}};
  return value < 0 ? -(int64_t)word.whole : (int64_t)word.whole;
}

/* Divisions of 64 bits: bit by bit, from the place on where the divisor fits. A divisor is not zero, since Swift asks. */
static int leading_zeros(uint64_t value) {
  Word word = {value};
  return word.half.high != 0 ? __builtin_clz(word.half.high) : word.half.low != 0 ? 32 + __builtin_clz(word.half.low) : 64;
}

__attribute__((used)) static uint64_t divide(uint64_t number, uint64_t divisor, uint64_t *remainder) {
  uint64_t quotient = 0;
  for (int place = leading_zeros(divisor) - leading_zeros(number); place >= 0; place--) {
    uint64_t part = divisor << place;
    if (number < part) continue;
    number -= part;
    quotient |= (uint64_t)1 << place;
  }
  *remainder = number;
  return quotient;
}

__attribute__((used)) static int64_t divide_signed(int64_t number, int64_t divisor, int64_t *remainder) {
  uint64_t left;
  uint64_t quotient = divide(number < 0 ? -(uint64_t)number : (uint64_t)number,
                             divisor < 0 ? -(uint64_t)divisor : (uint64_t)divisor, &left);
  *remainder = (int64_t)(number < 0 ? -left : left);
  return (int64_t)((number < 0) != (divisor < 0) ? -quotient : quotient);
}

/* Arm's ABI wants the quotient in r0 and r1 and the remainder in r2 and r3, which no function of C can return. */
#define RETURNING_BOTH(function)                                                                      \
  __asm volatile("push {r4, lr}\n sub sp, #16\n add r4, sp, #8\n str r4, [sp]\n bl " function "\n" \
                 "ldrd r2, r3, [sp, #8]\n add sp, #16\n pop {r4, pc}")
__attribute__((naked)) void __aeabi_uldivmod(void) { RETURNING_BOTH("divide"); }
__attribute__((naked)) void __aeabi_ldivmod(void) { RETURNING_BOTH("divide_signed"); }

double sqrt(double value) {
  __asm("vsqrt.f64 %P0, %P0" : "+w"(value));
  return value;
}
