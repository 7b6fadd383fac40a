internal import GNSSBasics
internal import TextOutput

extension Profile {
  /// Writes the account as a JSON object in the given style.
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
  /// The placeholder for an absent birthday: 1970-01-01, the date that MOQA's page makes of null.
  private static let placeholderBirthDay = CivilDate(daysSince1970: 0)

  /// The profile with placeholders for absent values, so that the apps' pages can show it.
  ///
  /// Air Quality's settings page takes the birthday apart and fails on null. MOQA's page title holds both
  /// names and would read "null null". An absent gender stays absent, because neither app shows a null
  /// gender.
  private var presentable: Profile {
    var profile = self
    profile.firstName = firstName ?? ""
    profile.lastName = lastName ?? ""
    profile.birthDay = birthDay ?? Self.placeholderBirthDay
    return profile
  }

  /// Returns the profile without the placeholders that an app sent back.
  ///
  /// A value that `earlier` lacks stays absent when the app returns its placeholder.
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

  /// The names of the absent members for which a placeholder is sent.
  var placeholderNames: [String] {
    [("firstName", firstName == nil), ("lastName", lastName == nil), ("birthDay", birthDay == nil)]
      .filter(\.1).map(\.0)
  }
}
