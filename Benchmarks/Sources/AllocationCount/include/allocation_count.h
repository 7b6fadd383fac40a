#include <stddef.h>

/* How often this process has asked for heap memory so far; always 0 where that is not counted. */
size_t allocation_count(void);

/* Whether it is counted: on Linux with glibc. */
int allocations_are_counted(void);
