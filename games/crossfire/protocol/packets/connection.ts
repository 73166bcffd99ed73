// Packets for the start, the end and the settings of a session.
import { about, decimal, optional, text } from '../../../../wire/index.ts'
import { settingPairs } from './fields.ts'

const version = {
  rule: 'CF-2.1',
  about: 'Protocol versions. Each side sends this packet first, without waiting.',
  fields: {
    cs: about(decimal(), 'version of client packets'),
    sc: about(optional(decimal()), 'version of server packets; the default is `cs`'),
    info: about(optional(text(), 'sc'), 'free text; a server ends it with a line feed'),
  },
} as const

export const fromClient = {
  version,
  setup: {
    rule: 'CF-3.1',
    about: 'Requests settings by key. A client can send it at any time.',
    fields: { settings: settingPairs },
  },
} as const

export const fromServer = {
  version,
  goodbye: { rule: 'CF-4.11', about: 'Announces the end of the connection.', fields: {} },
  setup: {
    rule: 'CF-3.1',
    about: "Answers the client's setup, with the same keys in the same order.",
    fields: { settings: about(settingPairs, 'the value FALSE means an unknown key') },
  },
} as const
