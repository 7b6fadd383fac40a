internal import CSwaggerUI

/// Swagger UI's files, when they were fetched at build time.
struct SwaggerUI: Sendable {
  /// The JavaScript bundle, gzipped.
  let script: [UInt8]
  /// The style sheet, gzipped.
  let style: [UInt8]
  /// Swagger UI's licence, gzipped.
  let licence: [UInt8]

  /// The files embedded in the program; `nil` when the program was built without them.
  static let embedded: SwaggerUI? = {
    // Sound: the bytes are constants of the program with the length it states; they are copied.
    let files = unsafe [
      boardsim_swagger_ui_script(), boardsim_swagger_ui_style(), boardsim_swagger_ui_licence(),
    ].map { file in unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
    guard files.allSatisfy({ !$0.isEmpty }) else { return nil }
    return SwaggerUI(script: files[0], style: files[1], licence: files[2])
  }()
}
