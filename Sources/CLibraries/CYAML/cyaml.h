#include <stdlib.h>
#include <yaml.h>

/* What Swift wants to know of an event; libyaml has it in a union and in two structures inside. */
typedef struct {
  int type;                  /* a yaml_event_type_t; -1 after an error */
  const unsigned char *text; /* of a scalar; until cyaml_next is called again */
  size_t length;
  int is_plain;              /* whether a scalar is without quotes */
  int has_anchor;            /* whether it has an anchor or a tag */
  size_t line, column;       /* where it begins, from 0 */
} cyaml_event;

typedef struct {
  yaml_parser_t parser;
  yaml_event_t event;
} cyaml_reader;

/* Begins with a text, which has to stay where it is; NULL without memory. */
static inline cyaml_reader *cyaml_open(const unsigned char *text, size_t length) {
  cyaml_reader *reader = calloc(1, sizeof *reader);
  if (reader && !yaml_parser_initialize(&reader->parser)) {
    free(reader);
    return NULL;
  }
  if (reader) {
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader->parser, text, length);
  }
  return reader;
}

/* Goes on to the next event. */
static inline cyaml_event cyaml_next(cyaml_reader *reader) {
  cyaml_event found = {.type = -1};
  yaml_event_delete(&reader->event);
  if (!yaml_parser_parse(&reader->parser, &reader->event)) return found;
  yaml_event_t *event = &reader->event;
  found.type = event->type;
  found.line = event->start_mark.line;
  found.column = event->start_mark.column;
  if (event->type == YAML_SCALAR_EVENT) {
    found.text = event->data.scalar.value;
    found.length = event->data.scalar.length;
    found.is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    found.has_anchor = event->data.scalar.anchor || event->data.scalar.tag;
  } else if (event->type == YAML_SEQUENCE_START_EVENT) {
    found.has_anchor = event->data.sequence_start.anchor || event->data.sequence_start.tag;
  } else if (event->type == YAML_MAPPING_START_EVENT) {
    found.has_anchor = event->data.mapping_start.anchor || event->data.mapping_start.tag;
  }
  return found;
}

/* What was wrong, after an error; NULL where there is no more to say. */
static inline const char *cyaml_problem(cyaml_reader *reader) { return reader->parser.problem; }

/* Where it was, from 0. */
static inline size_t cyaml_problem_line(cyaml_reader *reader) {
  return reader->parser.problem_mark.line;
}
static inline size_t cyaml_problem_column(cyaml_reader *reader) {
  return reader->parser.problem_mark.column;
}

static inline void cyaml_close(cyaml_reader *reader) {
  yaml_event_delete(&reader->event);
  yaml_parser_delete(&reader->parser);
  free(reader);
}
