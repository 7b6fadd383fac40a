/* Memory of the module: free lists by size over a heap that only grows. A size has one of four classes to an octave,
   so that at most a fourth of a block is unused, and a freed block is given out again whole. */

#include <stddef.h>
#include <stdint.h>

enum { HEADER = 16, CLASSES = 4 * 28, PAGE = 65536, STEP = 16 * PAGE };

/* Stands before each block: its class, and how far behind the block's start it stands. */
struct header {
  uint32_t class, shift;
};

extern unsigned char __heap_base;
static uintptr_t next, end;
static void *freed[CLASSES];

/* Set where memory was asked for that is not there; JavaScript reads it after a trap. */
uint32_t rtcm_is_exhausted;

static uint32_t class_of(size_t size) {
  if (size <= 64) return size <= 16 ? 0 : (uint32_t)(size - 1) / 16;
  uint32_t octave = 31 - (uint32_t)__builtin_clz((uint32_t)size - 1);
  return 4 * (octave - 5) + (((uint32_t)size - 1) >> (octave - 2) & 3);
}

static size_t size_of(uint32_t class) {
  if (class < 4) return 16 * (class + 1);
  return (size_t)(5 + (class & 3)) << (class / 4 + 3);
}

static void *fresh(size_t size) {
  if (next == 0) {
    next = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  }
  if (size > end - next) {
    /* A whole block more, so that it does not matter who grew the memory before. */
    size_t pages = (size > STEP ? size + PAGE - 1 : STEP) / PAGE;
    size_t old = __builtin_wasm_memory_grow(0, pages);
    if (old == (size_t)-1) {
      pages = (size + PAGE - 1) / PAGE;
      old = __builtin_wasm_memory_grow(0, pages);
      if (old == (size_t)-1) return NULL;
    }
    if (old * PAGE != end) next = old * PAGE;
    end = (old + pages) * PAGE;
  }
  void *block = (void *)next;
  next += size;
  return block;
}

/* Returns a block, or NULL. */
static void *allocate(size_t alignment, size_t size) {
  if (alignment < HEADER) alignment = HEADER;
  if (size > (size_t)1 << 30 || alignment > PAGE) return NULL;
  uint32_t class = class_of(size + alignment);
  unsigned char *block = freed[class];
  if (block) freed[class] = *(void **)block;
  else if (!(block = fresh(size_of(class)))) return NULL;
  uintptr_t start = ((uintptr_t)block + HEADER + alignment - 1) & ~(uintptr_t)(alignment - 1);
  struct header *header = (struct header *)(start - HEADER);
  header->class = class;
  header->shift = (uint32_t)(start - (uintptr_t)block);
  return (void *)start;
}

/* What Swift's runtime calls. It does not expect to be refused: nothing is written where no memory is. */
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = allocate(alignment, size);
  if (!*result) {
    rtcm_is_exhausted = 1;
    __builtin_trap();
  }
  return 0;
}

void free(void *block) {
  if (!block) return;
  struct header *header = (struct header *)((uintptr_t)block - HEADER);
  uint32_t class = header->class;
  void **start = (void **)((uintptr_t)block - header->shift);
  *start = freed[class];
  freed[class] = start;
}

/* What JavaScript calls, which is told: 0 where there is no memory. */
void *rtcm_allocate(size_t size) { return allocate(HEADER, size); }
void rtcm_release(void *block) { free(block); }

/* Single instructions of WebAssembly. */
void *memcpy(void *restrict to, const void *restrict from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *first = a, *second = b;
  for (size_t index = 0; index < count; index++)
    if (first[index] != second[index]) return first[index] < second[index] ? -1 : 1;
  return 0;
}
