#ifndef CSWAGGERUI_H
#define CSWAGGERUI_H

#include <stddef.h>

/* A file of Swagger UI, gzipped, as it was fetched when the program was built. */
typedef struct {
  const unsigned char *bytes;
  size_t count;
} boardsim_swagger_ui_file;

/* All of them have a count of 0 where nothing was fetched, or the compiler cannot embed files. */
boardsim_swagger_ui_file boardsim_swagger_ui_script(void);
boardsim_swagger_ui_file boardsim_swagger_ui_style(void);
boardsim_swagger_ui_file boardsim_swagger_ui_licence(void);

#endif
