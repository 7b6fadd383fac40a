/* First, because event-config.h defines _GNU_SOURCE: the system's types would differ from those that
   every other module sees, and the compiler refuses two kinds of fd_set in one program. */
#include <sys/types.h>

#include <event2/event.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/buffer.h>
#include <event2/listener.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>

/* What OpenSSL has as macros. */

/* The words for an error, which OpenSSL itself does not have for the system's. NULL where there are none. */
static inline const char *cevent_reason(unsigned long code) {
  return ERR_GET_LIB(code) == ERR_LIB_SYS ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);
}

static inline void cevent_configure(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  /* A reader waits for seconds from one record to the next: its buffers are given back meanwhile. */
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_num_tickets(context, 0);
}
