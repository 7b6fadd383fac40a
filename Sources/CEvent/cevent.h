/* First, because event-config.h defines _GNU_SOURCE: the system's types would differ from those that
   every other module sees, and the compiler refuses two kinds of fd_set in one program. */
#include <sys/types.h>

#include <event2/event.h>
#include <event2/bufferevent.h>
#include <event2/buffer.h>
#include <event2/listener.h>
