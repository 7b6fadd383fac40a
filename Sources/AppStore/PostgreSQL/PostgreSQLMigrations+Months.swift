#if PostgreSQL
  extension PostgreSQLConnection {
    /// The tables of version 3: the ranges of pruned rows, and a partition of `measurements` for each month.
    ///
    /// Partitions have their own keys, because a key of the whole table would have to contain the time. Numbers are
    /// unique by the lock on `chain`. `months` notes each partition's numbers, so that a question by number
    /// reads the partitions that have it; of the partition that the last row is in, `since` in `chain`, the last
    /// number is not noted. A wrong note costs time, and no row. A writer creates the month of its rows and
    /// the one after it. When others hold the locks for that, rows go to the default partition.
    static let version3 = """
      CREATE FUNCTION month_after(_time BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
        SELECT (extract(epoch FROM date_trunc('month', to_timestamp(_time / 1000) AT TIME ZONE 'UTC')
          + interval '1 month') * 1000)::bigint
      $$;

      CREATE TABLE pruned (
        first_id BIGINT PRIMARY KEY,
        last_id BIGINT NOT NULL,
        seal BYTEA NOT NULL,
        until BIGINT NOT NULL
      );
      CREATE TABLE months (
        name TEXT PRIMARY KEY,
        since BIGINT,
        until BIGINT,
        first_id BIGINT,
        last_id BIGINT
      );
      ALTER TABLE chain ADD since BIGINT, ADD until BIGINT,
        ADD is_ahead BOOLEAN NOT NULL DEFAULT false;

      ALTER TABLE measurements RENAME TO measurements_earlier;
      ALTER INDEX measurements_pkey RENAME TO measurements_earlier_pkey;
      ALTER INDEX measurements_by_time RENAME TO measurements_earlier_by_time;
      CREATE TABLE measurements (LIKE measurements_earlier) PARTITION BY RANGE (at);
      CREATE TRIGGER measurements_stay_as_they_are
        BEFORE UPDATE OR DELETE OR TRUNCATE ON measurements
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      -- A table for rows. Triggers for statements on measurements do not hold for statements on it.
      CREATE FUNCTION create_partition(_name TEXT) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('CREATE TABLE %I (LIKE measurements, PRIMARY KEY (id),
          FOREIGN KEY (user_id) REFERENCES users (id))', _name);
        EXECUTE format('CREATE INDEX %I ON %I (at, id)', _name || '_by_time', _name);
        EXECUTE format('CREATE TRIGGER measurements_stay_as_they_are
          BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', _name);
      END$$;

      SELECT create_partition('measurements_default');
      ALTER TABLE measurements ATTACH PARTITION measurements_default DEFAULT;
      INSERT INTO months (name) VALUES ('measurements_default');

      -- The partition of a month from 2000 to 2099, unless it is in use otherwise, or there are 240.
      CREATE FUNCTION create_month(_since BIGINT, _until BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql
        SET lock_timeout = '1s' AS $$
      DECLARE
        _name TEXT := 'measurements_'
          || to_char(to_timestamp(_since / 1000) AT TIME ZONE 'UTC', 'YYYY_MM');
      BEGIN
        IF _since IS NULL OR _since < 946684800000 OR _until > 4102444800000
          OR (SELECT count(*) FROM months) >= 240
          OR EXISTS (SELECT 1 FROM months WHERE name <> 'measurements_default'
            AND since < _until AND until > _since)
          OR EXISTS (SELECT 1 FROM measurements_default WHERE at >= _since AND at < _until)
        THEN RETURN false; END IF;
        PERFORM create_partition(_name);
        EXECUTE format('ALTER TABLE measurements ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
          _name, _since, _until);
        INSERT INTO months (name, since, until) VALUES (_name, _since, _until);
        RETURN true;
      EXCEPTION WHEN lock_not_available OR insufficient_privilege OR deadlock_detected THEN
        RETURN false;
      END$$;

      -- The month after the one that the last row is in.
      CREATE FUNCTION look_ahead() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE _until BIGINT := (SELECT until FROM chain);
      BEGIN
        IF EXISTS (SELECT 1 FROM months WHERE since <= _until AND until > _until
          AND name <> 'measurements_default') OR create_month(_until, month_after(_until))
        THEN UPDATE chain SET is_ahead = true; END IF;
      END$$;

      -- Notes rows of a month that are about to be added, the last of which is in it.
      CREATE FUNCTION enter_rows(_since BIGINT, _until BIGINT, _first BIGINT, _last BIGINT)
        RETURNS void LANGUAGE plpgsql AS $$
      DECLARE _name TEXT;
      BEGIN
        UPDATE months AS m SET last_id = greatest(m.last_id, c.last_id)
          FROM chain AS c WHERE m.since = c.since AND m.until = c.until;
        FOR attempt IN 1..2 LOOP
          SELECT name INTO _name FROM months
            WHERE since <= _since AND until >= _until AND name <> 'measurements_default';
          EXIT WHEN FOUND OR NOT create_month(_since, _until);
        END LOOP;
        IF _name IS NULL THEN
          _name := 'measurements_default';
          UPDATE months SET since = least(since, _since), until = greatest(until, _until)
            WHERE name = _name;
        END IF;
        UPDATE months SET first_id = least(first_id, _first), last_id = greatest(last_id, _last)
          WHERE name = _name;
        UPDATE chain SET since = NULL, until = NULL, is_ahead = false;
        UPDATE chain AS c SET since = m.since, until = m.until
          FROM months AS m WHERE m.name = _name AND m.name <> 'measurements_default';
        PERFORM look_ahead();
      END$$;

      -- Removes a month. Questions lock both tables in either order: whoever waits gives way before that is
      -- taken for a deadlock, after a second.
      CREATE FUNCTION drop_month(_since BIGINT, _until BIGINT) RETURNS void LANGUAGE plpgsql
        SET lock_timeout = '200ms' AS $$
      DECLARE _name TEXT := (SELECT name FROM months
        WHERE since = _since AND until = _until AND name <> 'measurements_default');
      BEGIN
        FOR attempt IN 1..20 LOOP
          BEGIN
            LOCK TABLE ONLY measurements, ONLY users IN ACCESS EXCLUSIVE MODE;
            EXIT;
          EXCEPTION WHEN lock_not_available THEN
            IF attempt = 20 THEN RAISE; END IF;
          END;
        END LOOP;
        EXECUTE format('DROP TABLE %I', _name);
        DELETE FROM months WHERE name = _name;
        UPDATE chain SET since = NULL, until = NULL, is_ahead = false
          WHERE since = _since AND until = _until;
      END$$;

      -- The rows so far stay where they are, and are one partition up to the next month.
      DO $$
      DECLARE _until BIGINT := month_after(greatest(
        (SELECT max(at) FROM measurements_earlier),
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint));
      BEGIN
        IF EXISTS (SELECT 1 FROM measurements_earlier) THEN
          EXECUTE format('ALTER TABLE measurements ATTACH PARTITION measurements_earlier
            FOR VALUES FROM (MINVALUE) TO (%s)', _until);
          INSERT INTO months SELECT 'measurements_earlier', -9223372036854775808, _until, min(id),
            max(id) FROM measurements_earlier;
          UPDATE chain SET since = -9223372036854775808, until = _until;
        ELSE
          DROP TABLE measurements_earlier;
        END IF;
      END$$;
      """
  }
#endif
