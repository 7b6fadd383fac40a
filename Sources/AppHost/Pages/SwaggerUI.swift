internal import CSwaggerUI

/// Swagger UI as it was fetched when the program was built, if it was.
struct SwaggerUI: Sendable {
  /// The script, gzipped.
  let script: [UInt8]
  /// The style sheet, gzipped.
  let style: [UInt8]
  /// Its licence, gzipped.
  let licence: [UInt8]

  /// The pages in the program; `nil` when it was built without them.
  static let embedded: SwaggerUI? = {
    // Sound: the bytes are constants of the program, as many as it says; they are copied.
    let files = unsafe [
      boardsim_swagger_ui_script(), boardsim_swagger_ui_style(), boardsim_swagger_ui_licence(),
    ].map { file in unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
    guard files.allSatisfy({ !$0.isEmpty }) else { return nil }
    return SwaggerUI(script: files[0], style: files[1], licence: files[2])
  }()
}
