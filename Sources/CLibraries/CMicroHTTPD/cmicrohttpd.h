#include <microhttpd.h>
#include <stdarg.h>

/* MHD_start_daemon is variadic, which Swift cannot call: everything beyond the handler goes into the array. */
static inline struct MHD_Daemon *
boardsim_mhd_start(unsigned flags, MHD_AcceptPolicyCallback policy, MHD_AccessHandlerCallback handler,
                   void *context, const struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, policy, context, handler, context, MHD_OPTION_ARRAY, options,
                          MHD_OPTION_END);
}

typedef void (*boardsim_mhd_completed)(void *context, struct MHD_Connection *connection, void **request,
                                       enum MHD_RequestTerminationCode why);

/* Options of two pointers: the first travels as an integer. */
static inline struct MHD_OptionItem
boardsim_mhd_on_completed(boardsim_mhd_completed callback, void *context) {
  struct MHD_OptionItem item = {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)callback, context};
  return item;
}
static inline struct MHD_OptionItem
boardsim_mhd_on_connection(MHD_NotifyConnectionCallback callback, void *context) {
  struct MHD_OptionItem item = {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)callback, context};
  return item;
}
typedef void *(*boardsim_mhd_target)(void *context, const char *target, struct MHD_Connection *connection);

static inline struct MHD_OptionItem boardsim_mhd_on_target(boardsim_mhd_target callback, void *context) {
  struct MHD_OptionItem item = {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)callback, context};
  return item;
}
/* The default logger prints every malformed request on standard error. */
static inline struct MHD_OptionItem boardsim_mhd_on_log(MHD_LogCallback callback, void *context) {
  struct MHD_OptionItem item = {MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)callback, context};
  return item;
}

/* The first of what a line of the log is made of, where that is a number. */
static inline unsigned boardsim_mhd_logged_number(va_list values) {
  va_list copy;
  va_copy(copy, values);
  unsigned number = va_arg(copy, unsigned);
  va_end(copy);
  return number;
}

/* MHD_get_connection_info is variadic too: the six facts that are asked for. */
static inline int boardsim_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
static inline const struct sockaddr *boardsim_mhd_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}
static inline struct gnutls_session_int *boardsim_mhd_tls_session(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? (struct gnutls_session_int *)info->tls_session : NULL;
}
static inline int boardsim_mhd_has_head(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE) != NULL;
}
static inline int boardsim_mhd_has_response(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS) != NULL;
}
static inline void *boardsim_mhd_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* Says `Connection: keep-alive` also to HTTP/1.1, where `Keep-Alive` has no meaning without it. */
static inline void boardsim_mhd_say_keep_alive(struct MHD_Response *response) {
  (void)MHD_set_response_options(response, MHD_RF_SEND_KEEP_ALIVE_HEADER, MHD_RO_END);
}

/* Takes the request as one that asks for the end of the connection: the texts are kept, so they are constants. */
static inline void boardsim_mhd_close_after_answer(struct MHD_Connection *connection) {
  (void)MHD_set_connection_value(connection, MHD_HEADER_KIND, "Connection", "close");
}
