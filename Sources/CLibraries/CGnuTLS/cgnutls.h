#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>

/* A macro of several casts: the number of a key's bits that names the curve. */
static inline unsigned boardsim_gnutls_p256(void) { return GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1); }

/* gnutls_free is a variable, and what is in it a function. */
static inline void boardsim_gnutls_free(void *memory) { gnutls_free(memory); }
