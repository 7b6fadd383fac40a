internal import AppServer

/// The statements run after the tables exist, in the SQL common to both engines.
///
/// Rows of the table `measurements` are only added and read, and deleted where they are pruned.
enum Statement: Hashable {
  case noteVersion
  case accountByKey, accountUnlessRevoked, accountsAfter
  case addAccount, updateAccount, changePassword, deleteAccount
  case revoke, clearRevoked, countAttempt, attempts, clearAttempts, keepKey, key
  case lastSeal, keepLastSeal, append
  case rowsAfter, rowsInPeriod, sealedRowsAfter, pruned
  /// PostgreSQL's ``rowsAfter`` and ``sealedRowsAfter``, which read the months with the numbers alone.
  case rowsWithin, sealedRowsWithin
  /// The contiguous ranges of a month's rows, the seal of one of its rows, its last row, and a range that is
  /// to be pruned.
  case rangesOfMonth, sealOfRow, lastOfMonth, keepPruned
  /// SQLite's first row from a time on, and its deletion of a month; PostgreSQL's months and its own.
  case nextRow, deleteMonth, monthsBefore, dropMonth
  /// PostgreSQL's functions that note rows of a month, and create the month after the last one.
  case enterRows, lookAhead
  case countRows, countRowsOfOwners, ownerCounts
  /// The sums of a field in a period, of all rows or by account.
  case sums(Quantity), sumsByOwner(Quantity)
  /// SQLite's ``sums(_:)`` and ``sumsByOwner(_:)``, whose sums are one value.
  case sumsAtOnce(Quantity), sumsAtOnceByOwner(Quantity)
  /// The rows of a period with one field, of all accounts or of some.
  case samples(Quantity), samplesOfOwners(Quantity)
}

extension Statement {
  /// The statement's SQL; its values are `$1`, `$2` and so on.
  var sql: String {
    switch self {
    case .noteVersion: "INSERT INTO schema_migrations (version, applied_at) VALUES ($1, $2)"
    case .accountByKey: "SELECT \(Self.account) FROM users WHERE email_key = $1"
    case .accountUnlessRevoked:
      """
      SELECT \(Self.account) FROM users WHERE id = $1 AND email_key IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM revoked_tokens WHERE jti = $2)
      """
    case .accountsAfter:
      """
      SELECT \(Self.account) FROM users WHERE id > $1 AND email_key IS NOT NULL
      ORDER BY id LIMIT $2
      """
    case .addAccount:
      """
      INSERT INTO users
      (email, email_key, first_name, last_name, gender, birth_day, password_hash, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (email_key) DO NOTHING RETURNING id
      """
    case .updateAccount:
      """
      UPDATE users SET first_name = $2, last_name = $3, gender = $4, birth_day = $5
      WHERE id = $1 AND email_key IS NOT NULL
      """
    case .changePassword:
      """
      UPDATE users SET password_hash = $2, kept_token = $3, generation = generation + 1
      WHERE id = $1 AND email_key IS NOT NULL
      """
    case .deleteAccount:
      """
      UPDATE users SET email = NULL, email_key = NULL, first_name = NULL, last_name = NULL,
      gender = NULL, birth_day = NULL, password_hash = '', kept_token = NULL
      WHERE id = $1 AND email_key IS NOT NULL
      """
    case .revoke:
      """
      INSERT INTO revoked_tokens (jti, until) VALUES ($1, $2)
      ON CONFLICT (jti) DO UPDATE SET until = excluded.until
      WHERE excluded.until > revoked_tokens.until
      """
    case .clearRevoked: "DELETE FROM revoked_tokens WHERE until < $1"
    case .countAttempt:
      """
      INSERT INTO attempts (name, since, count) VALUES ($1, $2, 1)
      ON CONFLICT (name, since) DO UPDATE SET count = attempts.count + 1 RETURNING count
      """
    case .attempts: "SELECT count FROM attempts WHERE name = $1 AND since = $2"
    case .clearAttempts: "DELETE FROM attempts WHERE since < $1"
    case .keepKey:
      "INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
    case .key: "SELECT value FROM keys WHERE name = $1"
    case .lastSeal: "SELECT last_id, seal FROM chain WHERE one = 1"
    case .keepLastSeal: "UPDATE chain SET last_id = $1, seal = $2 WHERE one = 1"
    case .append:
      """
      INSERT INTO measurements (id, at, user_id, \(Self.fields), raw, seal)
      VALUES (\((1...18).map { "$\($0)" }.joined(separator: ", ")))
      """
    case .rowsAfter: "\(Self.rows) WHERE m.id > $1 ORDER BY m.id LIMIT $2"
    case .rowsInPeriod:
      """
      \(Self.rows) WHERE (m.at, m.id) > ($1, $2) AND m.at >= $1 AND m.at <= $3
      ORDER BY m.at, m.id LIMIT $4
      """
    case .sealedRowsAfter:
      "\(Self.sealedRows) WHERE m.id > $1 ORDER BY m.id LIMIT $2"
    case .pruned: "SELECT first_id, last_id, seal, until FROM pruned ORDER BY first_id"
    case .rowsWithin: "\(Self.rows) \(Self.isWithin) ORDER BY m.id LIMIT $2"
    case .sealedRowsWithin: "\(Self.sealedRows) \(Self.isWithin) ORDER BY m.id LIMIT $2"
    case .rangesOfMonth:
      """
      SELECT min(id), max(id) FROM
      (SELECT id, id - row_number() OVER (ORDER BY id) AS island FROM measurements
      WHERE at >= $1 AND at < $2) AS numbered GROUP BY island
      """
    case .sealOfRow: "SELECT seal FROM measurements WHERE id = $1 AND at >= $2 AND at < $3"
    case .lastOfMonth: "SELECT max(id) FROM measurements WHERE at >= $1 AND at < $2"
    case .keepPruned: "INSERT INTO pruned (first_id, last_id, seal, until) VALUES ($1, $2, $3, $4)"
    case .nextRow: "SELECT min(at) FROM measurements WHERE at >= $1"
    case .deleteMonth: "DELETE FROM measurements WHERE at >= $1 AND at < $2"
    case .monthsBefore:
      """
      SELECT since, until FROM months
      WHERE until <= $1 AND name <> 'measurements_default' ORDER BY since
      """
    case .dropMonth: "SELECT drop_month($1, $2)"
    case .enterRows: "SELECT enter_rows($1, $2, $3, $4)"
    case .lookAhead: "SELECT look_ahead()"
    case .countRows: "SELECT count(*) FROM measurements WHERE at BETWEEN $1 AND $2"
    case .countRowsOfOwners:
      """
      SELECT count(*) FROM measurements
      WHERE at BETWEEN $1 AND $2 AND \(Self.isOwned(from: 3))
      """
    case .ownerCounts:
      """
      SELECT u.email, CAST(sum(c.rows) AS BIGINT) FROM
      (SELECT user_id, count(*) AS rows FROM measurements
      WHERE at BETWEEN $1 AND $2 GROUP BY user_id) AS c
      LEFT JOIN users AS u ON u.id = c.user_id GROUP BY u.email
      """
    case .sums(let field): Self.sums(Self.sums(of: field))
    case .sumsByOwner(let field): Self.sumsByOwner(Self.sums(of: field))
    case .sumsAtOnce(let field): Self.sums("sums(\(Self.column(of: field)))")
    case .sumsAtOnceByOwner(let field): Self.sumsByOwner("sums(\(Self.column(of: field)))")
    case .samples(let field): Self.samples(of: field, where: "", limit: 4)
    case .samplesOfOwners(let field):
      Self.samples(of: field, where: "AND \(Self.isOwned(from: 5))", limit: 4)
    }
  }

  private static func sums(of field: Quantity) -> String {
    let value = column(of: field)
    return "count(*), count(\(value)), sum(\(value)), min(\(value)), max(\(value))"
  }

  private static func sums(_ sums: String) -> String {
    "SELECT \(sums) FROM measurements WHERE at BETWEEN $1 AND $2"
  }

  private static func sumsByOwner(_ sums: String) -> String {
    """
    SELECT (SELECT u.email FROM users AS u WHERE u.id = m.user_id), \(sums)
    FROM measurements AS m WHERE at BETWEEN $1 AND $2 AND \(Self.isOwned(from: 3))
    GROUP BY m.user_id
    """
  }

  /// Returns a field's column; a null for quantities that rows do not have.
  private static func column(of field: Quantity) -> String {
    AirRow.fields.contains(field) ? field.name : "CAST(NULL AS DOUBLE PRECISION)"
  }

  private static func samples(
    of field: Quantity, where condition: String, limit: Int
  ) -> String {
    """
    SELECT id, at, latitude, longitude, \(column(of: field)) FROM measurements
    WHERE (at, id) > ($1, $2) AND at >= $1 AND at <= $3 \(condition) ORDER BY at, id LIMIT $\(limit)
    """
  }

  /// Returns the condition that a row is of one of the accounts whose keys are the values from `first`.
  private static func isOwned(from first: Int) -> String {
    let keys = (0..<RowSelection.mostOwners).map { "$\(first + $0)" }.joined(separator: ", ")
    return "user_id IN (SELECT id FROM users WHERE email_key IN (\(keys)))"
  }

  private static let fields = AirRow.fields.map(\.name).joined(separator: ", ")
  private static let account =
    "id, email, first_name, last_name, gender, birth_day, password_hash, generation, kept_token, "
    + "created_at"
  private static let row = "m.id, m.at, m.user_id, u.email, \(fields)"
  private static let owned = "measurements AS m LEFT JOIN users AS u ON u.id = m.user_id"
  private static let rows = "SELECT \(row) FROM \(owned)"
  private static let sealedRows = "SELECT \(row), m.raw, m.seal FROM \(owned)"

  /// The condition that a row's number is above `$1` and up to `$3`, and its time in one of the months that
  /// have such numbers.
  private static let isWithin = """
    WHERE m.id > $1 AND m.id <= $3
    AND m.at >= (SELECT min(e.since) \(months)) AND m.at < (SELECT max(e.until) \(months))
    """
  /// The months with such numbers; the last number of the month that the last row is in is not noted.
  private static let months = """
    FROM months AS e, chain AS c WHERE e.first_id <= $3 AND (e.last_id > $1 OR e.since = c.since)
    """
}
