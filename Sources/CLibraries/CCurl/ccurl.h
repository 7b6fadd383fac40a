#include <curl/curl.h>

/* libcurl sets and reads options through C variadics, which Swift cannot call. These are the typed
   ones that are needed. The parentheses call the function instead of curl's type-checking macro. */

static inline CURLcode ccurl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

/* libcurl copies the string. */
static inline CURLcode ccurl_set_string(CURL *_Nonnull easy, CURLoption option,
                                        const char *_Nonnull value) {
  return (curl_easy_setopt)(easy, option, value);
}

/* The buffer holds CURL_ERROR_SIZE bytes and outlives the handle. */
static inline CURLcode ccurl_set_error_buffer(CURL *_Nonnull easy, char *_Nonnull buffer) {
  return (curl_easy_setopt)(easy, CURLOPT_ERRORBUFFER, buffer);
}

/* The socket of a connection that stands; CURL_SOCKET_BAD when there is none. */
static inline curl_socket_t ccurl_socket(CURL *_Nonnull easy) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  if ((curl_easy_getinfo)(easy, CURLINFO_ACTIVESOCKET, &socket) != CURLE_OK) return CURL_SOCKET_BAD;
  return socket;
}

/* The errno of the last failed connect. */
static inline long ccurl_os_errno(CURL *_Nonnull easy) {
  long number = 0;
  (void)(curl_easy_getinfo)(easy, CURLINFO_OS_ERRNO, &number);
  return number;
}

/* Takes the next message: 1 and its result when a transfer is done, else 0. */
static inline int ccurl_take_result(CURLM *_Nonnull multi, CURLcode *_Nonnull result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result; /* a union, which Swift cannot read */
    return 1;
  }
  return 0;
}

/* Lets curl leave without waiting for a name that is still being resolved, where it knows how. */
static inline void ccurl_set_quick_exit(CURL *_Nonnull easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  (void)(curl_easy_setopt)(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

/* Each piece of a body goes to the writer, together with the owner; it returns how much it took. */
static inline void ccurl_set_writer(CURL *_Nonnull easy,
                                    size_t (*_Nonnull writer)(char *_Nullable, size_t, size_t,
                                                              void *_Nullable),
                                    void *_Nullable owner) {
  (void)(curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, writer);
  (void)(curl_easy_setopt)(easy, CURLOPT_WRITEDATA, owner);
}

/* The status of the last answer; 0 when there was none. */
static inline long ccurl_status(CURL *_Nonnull easy) {
  long status = 0;
  (void)(curl_easy_getinfo)(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
