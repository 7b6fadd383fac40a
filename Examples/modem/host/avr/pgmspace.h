// Constants of a sketch's flash, which on this machine are in its memory like all others.
#ifndef PGMSPACE_H
#define PGMSPACE_H

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define PROGMEM
#define PSTR(text) (text)
#define PGM_P const char *
#define PGM_VOID_P const void *

#define pgm_read_byte(address) (*(const uint8_t *)(address))
#define pgm_read_word(address) (*(const uint16_t *)(address))
#define pgm_read_dword(address) (*(const uint32_t *)(address))
#define pgm_read_float(address) (*(const float *)(address))
#define pgm_read_ptr(address) (*(void *const *)(address))
#define pgm_read_byte_near pgm_read_byte
#define pgm_read_word_near pgm_read_word

#define memcpy_P memcpy
#define memcmp_P memcmp
#define strlen_P strlen
#define strcpy_P strcpy
#define strncpy_P strncpy
#define strcat_P strcat
#define strcmp_P strcmp
#define strncmp_P strncmp
#define strcasecmp_P strcasecmp
#define strchr_P strchr
#define strstr_P strstr
#define sprintf_P sprintf
#define snprintf_P snprintf
#define vsnprintf_P vsnprintf

// Functions of avr-libc, which are in no other library of C.
#ifdef __cplusplus
extern "C" {
#endif
char *itoa(int value, char *text, int base);
char *utoa(unsigned value, char *text, int base);
char *ltoa(long value, char *text, int base);
char *ultoa(unsigned long value, char *text, int base);
char *dtostrf(double value, signed char width, unsigned char decimals, char *text);
#ifdef __cplusplus
}
#endif

#endif
