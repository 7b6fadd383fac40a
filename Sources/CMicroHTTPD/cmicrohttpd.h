#include <microhttpd.h>

/* MHD_start_daemon is variadic, which Swift cannot call: everything beyond the handler goes into the array. */
static inline struct MHD_Daemon *
boardsim_mhd_start(unsigned flags, MHD_AccessHandlerCallback handler, void *context,
                   const struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

typedef void (*boardsim_mhd_completed)(void *context, struct MHD_Connection *connection, void **request,
                                       enum MHD_RequestTerminationCode why);

/* An option of two pointers: the first travels as an integer. */
static inline struct MHD_OptionItem
boardsim_mhd_on_completed(boardsim_mhd_completed callback, void *context) {
  struct MHD_OptionItem item = {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)callback, context};
  return item;
}

/* The default logger prints every malformed request on standard error. */
static inline void boardsim_mhd_be_quiet(void *context, const char *format, va_list arguments) {
  (void)context; (void)format; (void)arguments;
}
static inline struct MHD_OptionItem boardsim_mhd_no_log(void) {
  struct MHD_OptionItem item = {MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)boardsim_mhd_be_quiet, NULL};
  return item;
}
