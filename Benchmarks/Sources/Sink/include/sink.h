/* May look at what lies there, as far as a compiler of other files can know; in fact it does not. */
void look_at(const void *value);
