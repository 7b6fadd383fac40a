internal import GNSSBasics
internal import TextOutput

extension Profile {
  /// Writes the account as a style tells it.
  func write(to json: inout JSONWriter, in style: AnswerStyle) {
    let told = style == .apps ? presentable : self
    json.object { json in
      json.member("email", told.email)
      json.member("firstName", told.firstName)
      json.member("lastName", told.lastName)
      json.member("gender", told.gender)
      json.member("birthDay", told.birthDay.map(DateText.birthDay))
    }
  }
}

// MARK: Values that both apps can show

extension Profile {
  /// The day in place of an absent birthday: the one that MOQA's page makes of null.
  private static let placeholderBirthDay = CivilDate(daysSince1970: 0)

  /// The profile with values that the apps' pages can show in place of absent ones.
  ///
  /// Air Quality's settings page takes the birthday apart and fails on null; MOQA titles its page with both
  /// names, "null null". An absent gender stays: neither app shows null as anything.
  private var presentable: Profile {
    var profile = self
    profile.firstName = firstName ?? ""
    profile.lastName = lastName ?? ""
    profile.birthDay = birthDay ?? Self.placeholderBirthDay
    return profile
  }

  /// Returns the profile without the placeholders that an app sends back: what `earlier` lacks stays absent.
  func withoutPlaceholders(since earlier: Profile) -> Profile {
    var profile = self
    let placeholders = earlier.presentable
    for name in [\Profile.firstName, \.lastName]
    where earlier[keyPath: name] == nil && profile[keyPath: name] == placeholders[keyPath: name] {
      profile[keyPath: name] = nil
    }
    if earlier.birthDay == nil, birthDay == placeholders.birthDay { profile.birthDay = nil }
    return profile
  }

  /// The members that are absent and told by a placeholder.
  var placeholderNames: [String] {
    [("firstName", firstName == nil), ("lastName", lastName == nil), ("birthDay", birthDay == nil)]
      .filter(\.1).map(\.0)
  }
}
