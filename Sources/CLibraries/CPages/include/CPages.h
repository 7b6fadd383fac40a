#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

/* A file of the pages, as it was when the program was built. */
typedef struct {
  const char *name; /* its last part of a path, such as start.js */
  const unsigned char *bytes;
  size_t count;
  int is_gzipped; /* whether it is somebody else's, compressed when it was fetched */
} boardsim_page_file;

/* The files; there are none where the compiler cannot embed files, and none of others' where nothing was fetched. */
const boardsim_page_file *boardsim_page_files(size_t *count);

#endif
