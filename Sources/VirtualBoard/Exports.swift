// Reports are values of this module.
@_exported public import TextOutput
