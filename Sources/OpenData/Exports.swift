// Worlds, their places and times, requests and responses are words of the public interface.
@_exported public import BoardSimulation
@_exported public import HTTPMessages
