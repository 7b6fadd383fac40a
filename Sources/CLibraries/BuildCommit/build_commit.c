/* SPDX-License-Identifier: Apache-2.0 */
#include "BuildCommit.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT "unknown"
#endif

const char *build_commit(void) { return BUILD_COMMIT; }
