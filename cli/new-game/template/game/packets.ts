// The packets, in the order and with the names of PROTOCOL.md, starting at the four letters: framing handles the length.
import { about, BE, chars, enumeration, type PacketOf, packets, str, u8, utf8 } from '../../wire/index.ts'
import { lineBytes } from './lines/line.ts'

const text = str(u8, utf8, { limit: lineBytes })
const number = BE.u32

export const fromClient = packets(chars(4), {
  HELO: { rule: 'SB-2.1', about: 'Enters.', fields: {} },
  TALK: { rule: 'SB-2.2', about: 'Sends a line.', fields: { text } },
  'BYE!': { rule: 'SB-2.3', about: 'Leaves.', fields: {} },
})
export type FromClient = PacketOf<typeof fromClient>

export const fromServer = packets(chars(4), {
  WLCM: {
    rule: 'SB-2.1',
    about: 'The client has entered.',
    fields: { newest: about(number, 'number of the newest line') },
  },
  FULL: { rule: 'SB-1.5', about: 'The room is full or closed. The connection closes.', fields: {} },
  ECHO: { rule: 'SB-2.2', about: 'A line of any player.', fields: { number, text } },
  NOPE: {
    rule: 'SB-2.2',
    about: 'The line was rejected.',
    fields: { why: enumeration(u8, { blank: 1 }) },
  },
})
export type FromServer = PacketOf<typeof fromServer>
