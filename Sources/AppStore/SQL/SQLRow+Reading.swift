internal import AppServer
internal import GNSSBasics

extension SQLRow {
  /// Reads an account from a row with the account columns of ``Statement``.
  func account() -> Account {
    Account(
      id: integer(0) ?? 0,
      profile: Profile(
        email: text(1) ?? "", firstName: text(2), lastName: text(3), gender: text(4),
        birthDay: integer(5).flatMap { CivilDate(storedDay: $0) }),
      passwordHash: text(6) ?? "", generation: integer(7) ?? 0, keptToken: text(8),
      createdAt: UnixTime(milliseconds: integer(9) ?? 0))
  }

  /// Reads a row of measurements from a row with the columns of ``Statement``.
  func airRow() -> AirRow {
    AirRow(
      id: integer(0) ?? 0, time: UnixTime(milliseconds: integer(1) ?? 0), email: text(3),
      values: (4..<17).map { real($0) })
  }

  /// Reads a row of measurements and its seal from a row with the columns of ``Statement``.
  func sealedRow() -> SealedRow {
    SealedRow(row: airRow(), owner: integer(2), text: text(17) ?? "", seal: bytes(18) ?? [])
  }
}
