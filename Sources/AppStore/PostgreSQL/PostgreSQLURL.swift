#if PostgreSQL
  internal import AppServer
  internal import CPostgreSQL

  /// The address of a database, with its credentials.
  struct PostgreSQLURL: Sendable {
    /// The URL, including any password.
    let text: String
    /// The part of the URL without credentials: host, port and database.
    let place: String

    /// Reads a URL.
    ///
    /// - Throws: `StoreError` for an invalid URL; the error omits the text, which may contain a password.
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

    /// Returns the options of a URL by libpq's names; `nil` when libpq cannot parse it.
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
