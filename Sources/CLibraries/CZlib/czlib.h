#include <zlib.h>

/* deflateInit2 and inflateInit2 are macros. 16 more than the window's bits means gzip. */
static inline int boardsim_gzip_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}
static inline int boardsim_gunzip_begin(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }
