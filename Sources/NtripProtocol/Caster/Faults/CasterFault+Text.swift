#if !hasFeature(Embedded)
  public import TextOutput

  extension CasterFault {
    /// Parses a fault from its command-line text, such as `stall mount=BASE from=60 for=30`.
    ///
    /// Words are separated by spaces. The first word names the fault, with or without the prefix
    /// `caster.`. The following words may be `mount=`, `from=` (default 0), `to=` or `for=`,
    /// `probability=`, and the parameters of the fault's kind. Times are in seconds since the
    /// caster began.
    ///
    /// - Throws: ``CasterFaultError`` when the text is not a fault.
    public init(parsing text: String) throws(CasterFaultError) {
      self.init(try FaultText<Kind>(parsing: text))
    }

    /// Creates a fault from the content of its text.
    package init(_ content: FaultText<Kind>) {
      self.init(
        content.kind, of: content.affected, from: content.start, to: content.end,
        probability: content.probability, content.parameters)
    }

    /// The prefix that distinguishes a caster's faults from other faults.
    public static let prefix = "caster."
  }

  /// An error in the text of a caster's fault.
  public typealias CasterFaultError = FaultTextError<CasterFault.Kind>

  extension CasterFault.Kind: FaultKind {
    /// The prefix that a name may have in texts, ``CasterFault/prefix``.
    public static var prefix: String { CasterFault.prefix }

    /// The key of the affected mountpoint in texts.
    public static var affectedKey: String? { "mount" }

    /// Returns whether a text is a mountpoint's name; only the empty one is none.
    public func canAffect(_ name: String) -> Bool { !name.isEmpty }

    /// Returns a sentence that asks for the name of a mountpoint.
    public func refusal(of name: String) -> String {
      "'mount' must name a mountpoint; leave it out for all"
    }
  }

  extension CasterFault.Kind {
    /// The description of the kind, for a list of faults.
    package var listed: FaultDescription {
      FaultDescription(
        rawValue, on: "caster", meaning,
        parameters.map {
          .init($0.name.rawValue, $0.name.meaning, standard: $0.standard, range: $0.range)
        })
    }
  }

  extension CasterFault.Parameter: FaultParameter {
    /// Whether the parameter must be a whole number.
    public var isWhole: Bool {
      switch self {
      case .code, .fields, .bytes: true
      case .seconds, .hertz, .rate: false
      }
    }
  }
#endif
