import Testing

@testable import CasterHost

@Suite("The path of something of a mountpoint")
struct MountpointPathTests {
  @Test(
    "has the name, which may have slashes, and the path in the table of routes",
    arguments: [
      ("/api/v1/mountpoints/BASE/sky", "BASE", "sky"),
      ("/api/v1/mountpoints/A/B/frames.txt", "A/B", "frames.txt"),
      ("/api/v1/mountpoints//x/frames", "/x", "frames"),
      ("/api/v1/mountpoints/frames/frames", "frames", "frames"),
    ])
  func finds(path: String, name: String, leaf: String) throws {
    let found = try #require(MountpointPath(path))
    #expect(found.name == name && found.route == MountpointPath.route(leaf))
  }

  @Test(
    "is none without a name",
    arguments: [
      "/api/v1/mountpoints", "/api/v1/mountpoints/", "/api/v1/mountpoints/sky",
      "/api/v1/mountpoints//sky", "/api/v1/faults/1", "",
    ])
  func refuses(path: String) { #expect(MountpointPath(path) == nil) }
}
