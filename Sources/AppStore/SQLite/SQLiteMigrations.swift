extension SQLiteConnection {
  static let migrations = [version1, version2, version3]

  /// The tables of version 1.
  ///
  /// Times are milliseconds since 1970, birthdays are days since 1970. The `users` row of a deleted account
  /// stays, without its content, because measurement rows refer to it. An index holds the row's number
  /// after its columns.
  private static let version1 = """
    CREATE TABLE schema_migrations (
      version INTEGER PRIMARY KEY,
      applied_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE users (
      id INTEGER PRIMARY KEY,
      email TEXT,
      email_key TEXT UNIQUE,
      first_name TEXT,
      last_name TEXT,
      gender TEXT,
      birth_day INTEGER,
      password_hash TEXT NOT NULL,
      generation INTEGER NOT NULL DEFAULT 0,
      kept_token TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE measurements (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      user_id INTEGER REFERENCES users (id),
      temperature REAL, humidity REAL, pressure REAL, altitude REAL,
      tvocs REAL, eco2 REAL,
      pm05 REAL, pm1 REAL, pm25 REAL, pm4 REAL, pm10 REAL,
      latitude REAL, longitude REAL,
      raw TEXT NOT NULL,
      seal BLOB NOT NULL
    ) STRICT;
    CREATE INDEX measurements_by_time ON measurements (at);
    CREATE TRIGGER measurements_stay_as_they_are BEFORE UPDATE ON measurements
    BEGIN SELECT RAISE(ABORT, 'rows of measurements are never changed'); END;
    CREATE TRIGGER measurements_are_not_replaced BEFORE INSERT ON measurements
    WHEN EXISTS (SELECT 1 FROM measurements WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'rows of measurements are never replaced'); END;
    CREATE TRIGGER measurements_stay BEFORE DELETE ON measurements
    BEGIN SELECT RAISE(ABORT, 'rows of measurements are never deleted'); END;

    CREATE TABLE chain (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      last_id INTEGER NOT NULL,
      seal BLOB NOT NULL
    ) STRICT;
    INSERT INTO chain (one, last_id, seal) VALUES (1, 0, x'');

    CREATE TABLE revoked_tokens (
      jti TEXT PRIMARY KEY,
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE keys (
      name TEXT PRIMARY KEY,
      value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The tables of version 2: rate limits shared by all servers of a store, and an index of expired tokens.
  private static let version2 = """
    CREATE TABLE attempts (
      name TEXT NOT NULL,
      since INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (name, since)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempts_by_time ON attempts (since);
    CREATE INDEX revoked_tokens_by_time ON revoked_tokens (until);
    """

  /// The tables of version 3: the ranges of pruned rows, which alone may be deleted.
  private static let version3 = """
    CREATE TABLE pruned (
      first_id INTEGER PRIMARY KEY,
      last_id INTEGER NOT NULL,
      seal BLOB NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    DROP TRIGGER measurements_stay;
    CREATE TRIGGER measurements_stay BEFORE DELETE ON measurements
    WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE OLD.id BETWEEN first_id AND last_id)
    BEGIN SELECT RAISE(ABORT, 'rows of measurements are pruned, and never deleted'); END;
    """
}
