// What the data port is asked, and answers, is part of this module's own vocabulary.
@_exported public import HTTPMessages
