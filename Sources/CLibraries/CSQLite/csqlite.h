#include <sqlite3.h>

/// The sums of a column's values, which are numbers or null.
typedef struct {
  sqlite3_int64 rows;
  sqlite3_int64 count;
  double sum, least, greatest;
} boardsim_sums;

static void boardsim_sums_step(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  boardsim_sums *sums = (boardsim_sums *)sqlite3_aggregate_context(context, sizeof *sums);
  if (!sums) return sqlite3_result_error_nomem(context);
  sums->rows++;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  double value = sqlite3_value_double(values[0]);
  if (!sums->count || value < sums->least) sums->least = value;
  if (!sums->count || value > sums->greatest) sums->greatest = value;
  sums->count++;
  sums->sum += value;
}

static void boardsim_sums_end(sqlite3_context *context) {
  // Of length 0 there are no sums where no row was.
  boardsim_sums *sums = (boardsim_sums *)sqlite3_aggregate_context(context, 0);
  if (sums) sqlite3_result_blob(context, sums, sizeof *sums, SQLITE_TRANSIENT);
}
