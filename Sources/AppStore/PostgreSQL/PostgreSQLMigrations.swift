#if PostgreSQL
  extension PostgreSQLConnection {
    static let migrations = [version1, version2, version3]

    /// The tables of version 1.
    ///
    /// Times are milliseconds since 1970, birthdays are days since 1970. The `users` row of a deleted
    /// account stays, without its content, because measurement rows refer to it.
    private static let version1 = """
      CREATE TABLE schema_migrations (
        version BIGINT PRIMARY KEY,
        applied_at BIGINT NOT NULL
      );

      CREATE TABLE users (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        email TEXT,
        email_key TEXT UNIQUE,
        first_name TEXT,
        last_name TEXT,
        gender TEXT,
        birth_day BIGINT,
        password_hash TEXT NOT NULL,
        generation BIGINT NOT NULL DEFAULT 0,
        kept_token TEXT,
        created_at BIGINT NOT NULL
      );

      CREATE TABLE measurements (
        id BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        user_id BIGINT REFERENCES users (id),
        temperature DOUBLE PRECISION, humidity DOUBLE PRECISION, pressure DOUBLE PRECISION,
        altitude DOUBLE PRECISION, tvocs DOUBLE PRECISION, eco2 DOUBLE PRECISION,
        pm05 DOUBLE PRECISION, pm1 DOUBLE PRECISION, pm25 DOUBLE PRECISION,
        pm4 DOUBLE PRECISION, pm10 DOUBLE PRECISION,
        latitude DOUBLE PRECISION, longitude DOUBLE PRECISION,
        raw TEXT NOT NULL,
        seal BYTEA NOT NULL
      );
      CREATE INDEX measurements_by_time ON measurements (at, id);
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'rows of measurements are never changed or deleted'; END$$;
      CREATE TRIGGER measurements_stay_as_they_are
        BEFORE UPDATE OR DELETE OR TRUNCATE ON measurements
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      CREATE TABLE chain (
        one BIGINT PRIMARY KEY CHECK (one = 1),
        last_id BIGINT NOT NULL,
        seal BYTEA NOT NULL
      );
      INSERT INTO chain (one, last_id, seal) VALUES (1, 0, '');

      CREATE TABLE revoked_tokens (
        jti TEXT PRIMARY KEY,
        until BIGINT NOT NULL
      );

      CREATE TABLE keys (
        name TEXT PRIMARY KEY,
        value BYTEA NOT NULL
      );
      """

    /// The tables of version 2: rate limits shared by all servers of a store, and an index of expired
    /// tokens.
    private static let version2 = """
      CREATE TABLE attempts (
        name TEXT NOT NULL,
        since BIGINT NOT NULL,
        count BIGINT NOT NULL,
        PRIMARY KEY (name, since)
      );
      CREATE INDEX attempts_by_time ON attempts (since);
      CREATE INDEX revoked_tokens_by_time ON revoked_tokens (until);
      """
  }
#endif
