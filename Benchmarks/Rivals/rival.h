// A decoder of others that is measured beside boardsim: rival.c is the same for all, and calls what stands here.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// The frames of a file by what became of them.
struct counts {
  long frames, decoded, failed, unknown;
};

/// A sink for frames; `to` is NULL where nobody wants them.
struct kept {
  FILE *to;
};

/// Writes a frame to the sink.
void keep_frame(struct kept kept, const uint8_t *frame, size_t length);

/// Prepares the rival once.
void rival_start(void);

/// Decodes all frames of some bytes, as they come from a file.
void rival_decode(const uint8_t *bytes, size_t length);

/// Counts the frames of the bytes, keeps those that are decoded, and holds the messages that can be encoded.
struct counts rival_survey(const uint8_t *bytes, size_t length, struct kept decoded, struct kept encoded);

/// Encodes the messages that are held to whole frames.
///
/// Returns the length of all of them; `frames` gets their number.
size_t rival_encode(long *frames);
