#include "sink.h"

void look_at(const void *value) { (void)value; }
