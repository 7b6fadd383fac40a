#if PostgreSQL
  internal import AppServer
  internal import CPostgreSQL

  /// The address of a database, with its credentials.
  struct PostgreSQLURL: Sendable {
    /// The URL, a password in it included.
    let text: String
    /// The part of the URL that may be told: host, port and database.
    let place: String

    /// Reads a URL.
    ///
    /// - Throws: `StoreError` where it is none; without its text, which may have a password.
    init(_ text: String) throws(StoreError) {
      let isURL = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
      guard isURL, let options = Self.options(of: text) else {
        throw .unavailable(
          "--store: no URL of PostgreSQL; write postgresql://USER@HOST:5432/DATABASE")
      }
      self.text = text
      let host = options["host"] ?? options["hostaddr"] ?? ""
      let database = options["dbname"] ?? ""
      place =
        host.hasPrefix("/")
        ? "postgresql:///\(database)?host=\(host)"
        : "postgresql://\(host)\(options["port"].map { ":\($0)" } ?? "")/\(database)"
    }

    /// Reads the options of a URL, by libpq's names; `nil` where libpq cannot read it.
    private static func options(of text: String) -> [String: String]? {
      // Sound: the list ends with an entry without a name, and is freed once.
      guard let list = unsafe PQconninfoParse(text, nil) else { return nil }
      defer { unsafe PQconninfoFree(list) }
      var options: [String: String] = [:]
      var entry = unsafe list
      while let name = unsafe entry.pointee.keyword {
        if let value = unsafe entry.pointee.val {
          options[unsafe String(cString: name)] = unsafe String(cString: value)
        }
        unsafe entry += 1
      }
      return options
    }
  }
#endif
