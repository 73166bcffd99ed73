// Start and end of a session, and its settings.
import { about, decimal, optional, text } from '../../../../wire/index.ts'
import { settings } from './fields.ts'

const version = {
  rule: 'CF-2.1',
  about: 'Which dialect is spoken: the first packet, either way, without waiting.',
  fields: {
    cs: about(decimal(), 'of what clients send'),
    sc: about(optional(decimal()), 'of what servers send; missing: as cs'),
    info: about(optional(text(), 'sc'), 'for people; a server ends it in a line feed'),
  },
} as const

export const fromClient = {
  version,
  setup: {
    rule: 'CF-3.1',
    about: 'What the client wants, key by key; at any time.',
    fields: { settings },
  },
} as const

export const fromServer = {
  version,
  goodbye: { rule: 'CF-4.11', about: 'All has been said, and the connection ends.', fields: {} },
  setup: {
    rule: 'CF-3.1',
    about: 'The answer to setup: the same keys in the same order.',
    fields: { settings: about(settings, 'FALSE: not known here') },
  },
} as const
