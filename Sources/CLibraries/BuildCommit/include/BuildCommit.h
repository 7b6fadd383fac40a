/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/* The commit this was built from, by its first digits, with "-dirty" behind them when files differed
   from it; "unknown" when the build was not told. In C, so that a new commit costs one small file. */
const char *_Nonnull build_commit(void);

#endif
