#include "CSwaggerUI.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

#if defined(__has_embed)
#if __has_embed("assets/swagger-ui-bundle.js.gz") && __has_embed("assets/swagger-ui.css.gz") && \
    __has_embed("assets/LICENSE.gz")
#define IS_HERE 1
#endif
#endif

#ifdef IS_HERE
static const unsigned char script[] = {
#embed "assets/swagger-ui-bundle.js.gz"
};
static const unsigned char style[] = {
#embed "assets/swagger-ui.css.gz"
};
static const unsigned char licence[] = {
#embed "assets/LICENSE.gz"
};
#define FILE_OF(name) ((boardsim_swagger_ui_file){name, sizeof name})
#else
#define FILE_OF(name) ((boardsim_swagger_ui_file){NULL, 0})
#endif

boardsim_swagger_ui_file boardsim_swagger_ui_script(void) { return FILE_OF(script); }
boardsim_swagger_ui_file boardsim_swagger_ui_style(void) { return FILE_OF(style); }
boardsim_swagger_ui_file boardsim_swagger_ui_licence(void) { return FILE_OF(licence); }
