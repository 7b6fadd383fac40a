/* The functions of the C library that have no instruction in WebAssembly; sines and their kin are JavaScript's. */

#include <stddef.h>
#include <stdint.h>

static uint64_t bits_of(double number) {
  union { double number; uint64_t bits; } both = {.number = number};
  return both.bits;
}

static double of_bits(uint64_t bits) {
  union { uint64_t bits; double number; } both = {.bits = bits};
  return both.number;
}

/* To the nearest whole number, halves away from zero. */
double round(double x) {
  double whole = __builtin_trunc(x);
  if (__builtin_fabs(x - whole) >= 0.5) whole += __builtin_copysign(1, x);
  return __builtin_copysign(whole, x);
}

/* A sum and what its rounding lost, exactly (Knuth). */
static double sum(double a, double b, double *lost) {
  double s = a + b, part = s - a;
  *lost = (a - (s - part)) + (b - part);
  return s;
}

/* A product and what its rounding lost, exactly (Dekker), where neither overflows. */
static double product(double a, double b, double *lost) {
  const double split = 134217729; /* 2^27 + 1 */
  double p = a * b, x = split * a, y = split * b;
  double a1 = x - (x - a), b1 = y - (y - b), a2 = a - a1, b2 = b - b1;
  *lost = ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2;
  return p;
}

/* a b + c, rounded once: the small parts are added to an odd last bit, so that the last sum rounds rightly (Boldo and
   Melquiond, 2008). It holds for magnitudes from 1e-140 to 1e140, and is a b + c in two steps outside. */
double fma(double a, double b, double c) {
  double x = __builtin_fabs(a), y = __builtin_fabs(b), z = __builtin_fabs(c);
  const double least = 1e-140, most = 1e140;
  if (!(x >= least && x <= most && y >= least && y <= most && z <= most && (z == 0 || z >= least))) return a * b + c;
  double low, rest, middle, tiny;
  double high = product(a, b, &low);
  double inner = sum(c, low, &rest);
  double outer = sum(high, inner, &middle);
  double odd = sum(middle, rest, &tiny);
  if (tiny != 0 && (bits_of(odd) & 1) == 0) {
    /* The neighbour on the side of what was lost has an odd last bit. */
    odd = of_bits(bits_of(odd) + ((tiny > 0) == (odd > 0) ? 1 : (uint64_t)-1));
  }
  return outer + odd;
}

/* What is left of x after the nearest whole multiple of y, exactly: y is doubled up to x, then taken off on the way back. */
double remainder(double x, double y) {
  double rest = __builtin_fabs(x), step = __builtin_fabs(y);
  if (!(rest < __builtin_inf()) || !(step > 0)) return __builtin_nan("");
  if (step == __builtin_inf()) return x;
  double part = step;
  int is_odd = 0;
  while (part <= rest / 2) part *= 2;
  for (; part >= step; part /= 2) {
    if (rest < part) continue;
    rest -= part;
    if (part == step) is_odd = 1;
  }
  double half = rest - (step - rest);
  if (half > 0 || (half == 0 && is_odd)) rest -= step;
  return x < 0 ? -rest : rest;
}

/* The 128 bits of a product, from its halves of 32 bits. */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

wide __multi3(wide a, wide b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b, mask = 0xFFFFFFFF;
  uint64_t low = (x & mask) * (y & mask), middle = (x >> 32) * (y & mask) + (low >> 32);
  uint64_t other = (x & mask) * (y >> 32) + (middle & mask);
  uint64_t high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * y + x * (uint64_t)(b >> 64);
  return (wide)(((uwide)high << 64) | (other << 32 | (low & mask)));
}

/* The seed of Swift's hash tables; the same results in the same order each time. */
void arc4random_buf(void *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) ((uint8_t *)bytes)[index] = (uint8_t)(0x9E + 37 * index);
}
