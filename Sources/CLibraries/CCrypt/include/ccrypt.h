#ifndef CCRYPT_H
#define CCRYPT_H

/// Whether a password has a hash, as crypt(3) makes them; 0 for a hash that nobody can make.
///
/// Takes as long as the hash wants, a tenth of a second for one; two threads wait for each other.
int ccrypt_matches(const char *password, const char *hash);

#endif
