import NtripClient

let text = CommandLine.arguments.dropFirst().first ?? "ntrip://127.0.0.1:2101/BASE"
do {
  let url = try NtripURL(text)

  let table = try await Sourcetable.fetch(from: url)
  for stream in table.streams {
    print(stream.mountpoint, stream.format, stream.navigationSystem)
  }

  var count = 0
  for try await frame in NtripStream(from: url, retry: nil).frames {
    print(frame.messageType ?? 0, frame.bytes.count)
    count += 1
    if count == 20 { break }
  }
} catch {
  print(error)
}
