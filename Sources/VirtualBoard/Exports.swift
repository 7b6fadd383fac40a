// Reports are values of TextOutput, so importers of VirtualBoard need it too.
@_exported public import TextOutput
