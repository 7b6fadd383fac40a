#include "ccrypt.h"

#include <pthread.h>
#include <string.h>
#ifdef __linux__
#include <crypt.h>
#else
#include <unistd.h>
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The loop looks at every byte, so that its time does not tell how many are right.
static int is_same(const char *made, const char *hash) {
  size_t length = strlen(hash);
  if (made == NULL || made[0] == '*' || strlen(made) != length) return 0;
  unsigned char difference = 0;
  for (size_t i = 0; i < length; i++) difference |= (unsigned char)(made[i] ^ hash[i]);
  return difference == 0;
}

int ccrypt_matches(const char *password, const char *hash) {
  // crypt() returns its own memory.
  pthread_mutex_lock(&lock);
  int matches = is_same(crypt(password, hash), hash);
  pthread_mutex_unlock(&lock);
  return matches;
}
