// The packets, in the order and with the names of PROTOCOL.md. A packet begins with its four letters; its length is
// part of the framing.
import { about, BE, chars, type PacketOf, packets, str, u8, utf8 } from '../../wire/index.ts'
import { lineBytes, nameBytes, shownBytes } from './lines/line.ts'

/** A line as clients receive it: the player's name, then the text. */
const shown = str(BE.u16, utf8, { limit: shownBytes })
const number = BE.u32

export const fromClient = packets(chars(4), {
  HELO: {
    rule: 'SB-2.1',
    about: 'Enters with a name.',
    fields: { name: str(u8, utf8, { limit: nameBytes }) },
  },
  TALK: { rule: 'SB-2.2', about: 'Sends a line.', fields: { text: str(u8, utf8, { limit: lineBytes }) } },
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
  ECHO: { rule: 'SB-2.2', about: 'A line of any player.', fields: { number, text: shown } },
  TOLD: { rule: 'SB-2.4', about: 'An answer for only this client.', fields: { text: shown } },
})
export type FromServer = PacketOf<typeof fromServer>
