// Start and end of a session, and its settings.
import { about, decimal, optional, text } from '../../../../wire/index.ts'
import { settings } from './fields.ts'

const version = {
  rule: 'CF-2.1',
  about: 'Protocol versions. Each side sends this packet first, without waiting.',
  fields: {
    cs: about(decimal(), 'version of client packets'),
    sc: about(optional(decimal()), 'version of server packets; default: cs'),
    info: about(optional(text(), 'sc'), 'free text; a server ends it with a line feed'),
  },
} as const

export const fromClient = {
  version,
  setup: {
    rule: 'CF-3.1',
    about: 'Requested settings, by key. Allowed at any time.',
    fields: { settings },
  },
} as const

export const fromServer = {
  version,
  goodbye: { rule: 'CF-4.11', about: 'Announces the end of the connection.', fields: {} },
  setup: {
    rule: 'CF-3.1',
    about: 'Answers setup, with the same keys in the same order.',
    fields: { settings: about(settings, 'FALSE: unknown setting') },
  },
} as const
