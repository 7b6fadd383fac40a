#include "allocation_count.h"

#include <errno.h>
#include <limits.h> /* says whether this is glibc */

#if defined(__linux__) && defined(__GLIBC__)

/* The executable's functions come before those of the C library, also for the Swift runtime. */

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static size_t count;

size_t allocation_count(void) { return count; }
int allocations_are_counted(void) { return 1; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

#else

size_t allocation_count(void) { return 0; }
int allocations_are_counted(void) { return 0; }

#endif
