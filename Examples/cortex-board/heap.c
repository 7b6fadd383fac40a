/* The heap: first fit in one piece of memory, neighbours that are free are joined. What Swift calls is posix_memalign and free. */

#include "board.h"

/* A block's bytes follow its header, at a multiple of 16, as Swift asks for. Blocks lie one after the other, up to the end. */
typedef struct {
  uint32_t size; /* of the bytes; with the header a multiple of 16 */
  uint32_t is_used;
} Header;

extern uint8_t heap_begin[], heap_end[];
static heap_use use;
static Header *first; /* no block before it is free */

static Header *after(Header *block) { return (Header *)((uint8_t *)(block + 1) + block->size); }

static int is_within(Header *block) { return (uint8_t *)block < heap_end; }

static void start(void) {
  first = (Header *)(heap_begin + 8);
  first->size = (uint32_t)(heap_end - heap_begin) - 8 - sizeof(Header);
  first->is_used = 0;
  use.size = (uint32_t)(heap_end - heap_begin);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (first == NULL) start();
  if (alignment > 16) return 22 /* EINVAL: nothing here asks for more */;
  uint32_t wanted = ((uint32_t)(size + sizeof(Header) + 15) & ~15u) - sizeof(Header);
  int may_advance = 1;
  for (Header *block = first; is_within(block); block = after(block)) {
    if (block->is_used) continue;
    for (Header *next = after(block); is_within(next) && !next->is_used; next = after(block))
      block->size += sizeof(Header) + next->size;
    if (may_advance) first = block;
    may_advance = 0;
    if (block->size < wanted) continue;
    if (block->size >= wanted + sizeof(Header) + 8) {
      uint32_t rest = block->size - wanted - sizeof(Header);
      block->size = wanted;
      *after(block) = (Header){rest, 0};
    }
    block->is_used = 1;
    use.now += sizeof(Header) + block->size;
    use.allocations++;
    if (use.now > use.most) use.most = use.now;
    *place = block + 1;
    return 0;
  }
  return 12 /* ENOMEM: Swift traps */;
}

void free(void *place) {
  if (place == NULL) return;
  Header *block = (Header *)place - 1;
  block->is_used = 0;
  use.now -= sizeof(Header) + block->size;
  if (block < first) first = block;
}

heap_use heap_report(void) {
  if (first == NULL) start();
  return use;
}

/* What hashing begins with; the same in every run. */
void arc4random_buf(void *to, size_t count) {
  for (size_t index = 0; index < count; index++) ((uint8_t *)to)[index] = (uint8_t)(index * 37 + 1);
}
