// The public interface uses worlds, places and times, HTTP requests and responses.
@_exported public import BoardSimulation
@_exported public import HTTPMessages
