// Fails, cuts, delays or ends a program at its n-th write, sync, rename or open below a folder: loaded before the C
// library (LD_PRELOAD) by scripts/soak/write-faults.
//
// FAULTY_FOLDER   the folder; calls on other files are passed on
// FAULTY_COUNTS   a file of four 64-bit numbers, how many writes, syncs, renames and opens there were
// FAULTY_CALL     write, sync, rename or open; none counts alone
// FAULTY_NUMBER   the first call that the action concerns, from 1 on
// FAULTY_LAST     the last one; a full disk stays full for a while
// FAULTY_ACTION   fail (ENOSPC, for a sync EIO), cut (half of the bytes are written), delay (0.2 s), kill (half of the
//                 bytes are written, then the process ends as if by SIGKILL)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { WRITE, SYNC, RENAME, OPEN };
static const char *const names[] = {"write", "sync", "rename", "open"};
static const char *folder;
static size_t length;
static const char *action = "";
static int concerned = -1;
static uint64_t first, last;
static _Atomic uint64_t *counts;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static uint64_t number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
  const char *call = getenv("FAULTY_CALL"), *file = getenv("FAULTY_COUNTS");
  folder = getenv("FAULTY_FOLDER");
  if (!folder || !file) return;
  length = strlen(folder);
  for (int i = 0; call && i < 4; i++)
    if (!strcmp(call, names[i])) concerned = i;
  first = number("FAULTY_NUMBER", 1);
  last = number("FAULTY_LAST", first);
  if (getenv("FAULTY_ACTION")) action = getenv("FAULTY_ACTION");
  int descriptor = NEXT(open)(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0 || ftruncate(descriptor, 4 * sizeof *counts)) _exit(125);
  void *shared = mmap(NULL, 4 * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (shared == MAP_FAILED) _exit(125);
  counts = shared;
  close(descriptor);
}

static int below(const char *path) {
  char full[4096];
  if (path[0] == '/') return !strncmp(path, folder, length);
  if (!getcwd(full, sizeof full)) return 0;
  return !strncmp(full, folder, length);
}

static int below_descriptor(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return path[0] == '/' && below(path);
}

// Whether the action concerns this call; it is counted and, where wanted, delayed.
static int falls(enum call call) {
  uint64_t which = atomic_fetch_add(&counts[call], 1) + 1;
  if ((int)call != concerned || which < first || which > last) return 0;
  if (!strcmp(action, "delay")) {
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    return 0;
  }
  return 1;
}

static int is(const char *name) { return !strcmp(action, name); }

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// What is left of a write: -1 for an error, else how many bytes may be written.
static ssize_t allowed(int descriptor, size_t count) {
  if (!counts || !below_descriptor(descriptor) || !falls(WRITE)) return (ssize_t)count;
  if (is("fail")) return errno = ENOSPC, -1;
  return (ssize_t)(count + 1) / 2;
}

static ssize_t done(ssize_t result, size_t count, ssize_t allowance) {
  if (allowance != (ssize_t)count && is("kill")) end();
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t most = allowed(descriptor, count);
  return most < 0 ? -1 : done(NEXT(write)(descriptor, bytes, (size_t)most), count, most);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  ssize_t most = allowed(descriptor, count);
  return most < 0 ? -1 : done(NEXT(pwrite)(descriptor, bytes, (size_t)most, offset), count, most);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  ssize_t most = allowed(descriptor, count);
  return most < 0 ? -1 : done(NEXT(pwrite64)(descriptor, bytes, (size_t)most, offset), count, most);
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  if (!counts || !below_descriptor(descriptor) || !falls(WRITE)) return NEXT(writev)(descriptor, pieces, count);
  if (is("fail")) return errno = ENOSPC, -1;
  ssize_t result = NEXT(writev)(descriptor, pieces, (count + 1) / 2);
  if (is("kill")) end();
  return result;
}

static int refused(enum call call, int error) {
  if (!falls(call)) return 0;
  if (is("kill")) end();
  errno = error;
  return 1;
}

int fsync(int descriptor) {
  if (counts && below_descriptor(descriptor) && refused(SYNC, EIO)) return -1;
  return NEXT(fsync)(descriptor);
}

int fdatasync(int descriptor) {
  if (counts && below_descriptor(descriptor) && refused(SYNC, EIO)) return -1;
  return NEXT(fdatasync)(descriptor);
}

int rename(const char *path, const char *name) {
  if (counts && below(name) && refused(RENAME, ENOSPC)) return -1;
  return NEXT(rename)(path, name);
}

int renameat(int folder, const char *path, int other, const char *name) {
  if (counts && below(name) && refused(RENAME, ENOSPC)) return -1;
  return NEXT(renameat)(folder, path, other, name);
}

// Opening for writing: a file that is only read is no part of this.
static int refuses(const char *path, int flags) {
  return counts && (flags & (O_WRONLY | O_RDWR)) && below(path) && refused(OPEN, ENOSPC);
}

#define OPENER(name, ...)                                    \
  mode_t mode = 0;                                                    \
  if (flags & (O_CREAT | O_TMPFILE)) {                                \
    va_list list;                                                     \
    va_start(list, flags);                                            \
    mode = va_arg(list, mode_t);                                      \
    va_end(list);                                                     \
  }                                                                   \
  return refuses(path, flags) ? -1 : NEXT(name)(__VA_ARGS__, mode);

int open(const char *path, int flags, ...) { OPENER(open, path, flags) }
int open64(const char *path, int flags, ...) { OPENER(open64, path, flags) }
int openat(int at, const char *path, int flags, ...) { OPENER(openat, at, path, flags) }
int openat64(int at, const char *path, int flags, ...) { OPENER(openat64, at, path, flags) }
