// usage: RIVAL turns FILE                        (prints counts; then `decode 9` or `encode 9` on standard input are
//                                                 nine passes, whose user time is printed in seconds)
//        RIVAL count decode|encode FILE          (a pass, then one in countedPass, for valgrind)
//        RIVAL keep decode|encode FILE OUTPUT    (writes the frames that are decoded, or whose messages are encoded)
// The same words as those of `bench` (Sources/bench/Turns.swift).

#include "rival.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct file {
  uint8_t *bytes;
  size_t length;
};

static struct file read_file(const char *path) {
  FILE *from = fopen(path, "rb");
  if (!from) {
    perror(path);
    exit(1);
  }
  fseek(from, 0, SEEK_END);
  struct file file = {NULL, (size_t)ftell(from)};
  rewind(from);
  file.bytes = malloc(file.length + 1);
  if (fread(file.bytes, 1, file.length, from) != file.length) exit(1);
  fclose(from);
  return file;
}

void keep_frame(struct kept kept, const uint8_t *frame, size_t length) {
  if (kept.to) fwrite(frame, 1, length, kept.to);
}

static void work(const char *name, struct file file) {
  long frames;
  if (strcmp(name, "encode") == 0) {
    rival_encode(&frames);
  } else {
    rival_decode(file.bytes, file.length);
  }
}

// What happens in here is counted, and nothing else.
__attribute__((noinline)) void countedPass(const char *name, struct file file) { work(name, file); }

static double user_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

static void tell(struct counts counts) {
  long frames = 0;
  size_t bytes = rival_encode(&frames);
  printf("{\"frames\": %ld, \"decoded\": %ld, \"failed\": %ld, \"unknown\": %ld, \"encoded\": %ld, "
         "\"encoded_bytes\": %zu}\n",
         counts.frames, counts.decoded, counts.failed, counts.unknown, frames, bytes);
}

static void take_orders(struct file file) {
  char name[16];
  int passes;
  while (scanf("%15s %d", name, &passes) == 2) {
    double start = user_seconds();
    for (int pass = 0; pass < passes; pass++) work(name, file);
    printf("%.6f\n", user_seconds() - start);
  }
}

int main(int count, char **words) {
  const char *order = count > 1 ? words[1] : "";
  int is_keeping = strcmp(order, "keep") == 0 && count == 5;
  int is_counting = strcmp(order, "count") == 0 && count == 4;
  if (!is_keeping && !is_counting && !(strcmp(order, "turns") == 0 && count == 3)) {
    fprintf(stderr, "usage: %s turns FILE | count decode|encode FILE | keep decode|encode FILE OUTPUT\n", words[0]);
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct file file = read_file(words[is_keeping || is_counting ? 3 : 2]);
  struct kept decoded = {NULL}, encoded = {NULL};
  if (is_keeping) {
    FILE *to = fopen(words[4], "wb");
    if (!to) {
      perror(words[4]);
      return 1;
    }
    *(strcmp(words[2], "encode") == 0 ? &encoded : &decoded) = (struct kept){to};
  }
  rival_start();
  struct counts counts = rival_survey(file.bytes, file.length, decoded, encoded);
  if (is_keeping) fclose(decoded.to ? decoded.to : encoded.to);
  if (is_counting) {
    work(words[2], file);
    countedPass(words[2], file);
  }
  tell(counts);
  if (!is_keeping && !is_counting) take_orders(file);
  return 0;
}
