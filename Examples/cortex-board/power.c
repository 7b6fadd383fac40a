/* The one function of a C library's mathematics that the firmware calls, for the altitude by the air's pressure. Of three million
   pressures it and glibc's differ for one in 200, by the last bit, and for none in what is written of the altitude. */

double pow(double base, double exponent);

/* A number as a sum of two, the second of which is below the first one's last digit. */
typedef struct {
  double high, low;
} Pair;

static Pair sum(double one, double other) {
  double high = one + other;
  double part = high - one;
  return (Pair){high, (one - (high - part)) + (other - part)};
}

static Pair product(double one, double other) {
  double high = one * other;
  return (Pair){high, __builtin_fma(one, other, -high)};
}

static const Pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/* The logarithm of a normal number: 2 atanh((m - 1) / (m + 1)) of its mantissa, and the power of two. */
static Pair logarithm(double value) {
  union { double value; unsigned long long bits; } number = {value};
  int power = (int)(number.bits >> 52) - 1023;
  number.bits = (number.bits & 0xFFFFFFFFFFFFFull) | 0x3FF0000000000000ull;
  if (number.value > 1.4142135623730951) number.value /= 2, power++;
  double above = number.value - 1; /* exact */
  Pair below = sum(number.value, 1);
  double share = above / below.high;
  double rest = (__builtin_fma(-share, below.high, above) - share * below.low) / below.high;
  double square = share * share, series = 0;
  for (int odd = 27; odd >= 3; odd -= 2) series = series * square + 1.0 / odd;
  Pair whole = sum(2 * share, 2 * (rest + share * square * series));
  Pair twos = product(power, ln2.high);
  Pair result = sum(twos.high, whole.high);
  result.low += twos.low + power * ln2.low + whole.low;
  return sum(result.high, result.low);
}

/* For a base above zero; another one, which no pressure is, gives 0, or itself where it is no finite number. */
double pow(double base, double exponent) {
  if (!(base >= 0x1p-1022 && base <= 0x1.fffffffffffffp1023)) return base - base == 0 ? 0 : base + exponent;
  Pair natural = logarithm(base);
  Pair power = product(natural.high, exponent);
  power.low += natural.low * exponent;
  double twos = power.high / ln2.high;
  int whole = (int)(twos < 0 ? twos - 0.5 : twos + 0.5);
  if (whole < -1021 || whole > 1022) return whole < 0 ? 0 : __builtin_inf();
  Pair part = product(whole, ln2.high);
  Pair rest = sum(power.high - part.high, power.low - part.low - whole * ln2.low);
  double series = 0;
  for (int term = 18; term >= 2; term--) series = (series + 1) * rest.high / term;
  /* e^r = 1 + r + r (r/2 + r²/6 + …) */
  Pair begin = sum(1, rest.high);
  double value = begin.high + (begin.low + (rest.low * (1 + rest.high) + rest.high * series));
  union { unsigned long long bits; double value; } scale = {(unsigned long long)(whole + 1023) << 52};
  return value * scale.value;
}
