// A message consists of four letters and its fields.
import { about, array, bytes, chars, type PacketOf, packets, u8 } from '../../wire/index.ts'
import { idBytes } from './sessions/relay-id.ts'

const id = bytes(idBytes)

export const fromClient = packets(chars(4), {
  RATS: {
    rule: 'RA-2.1',
    about: 'Opens or joins a session.',
    fields: { session: about(id, 'id of the session; zeros for a new session') },
  },
  RATL: {
    rule: 'RA-2.4',
    about: 'Accepts a guest. The connection becomes the link of the guest.',
    fields: { client: about(id, 'id of the guest') },
  },
  RATA: {
    rule: 'RA-2.5',
    about: 'Requests the IP address of a guest.',
    fields: { client: about(id, 'id of the guest; zeros for the host itself') },
  },
  RATP: { rule: 'RA-2.6', about: 'Answers a ping.', fields: {} },
  RANP: { rule: 'RA-2.7', about: 'Sent by clients that do not support relays.', fields: {} },
})
export type FromClient = PacketOf<typeof fromClient>

export const fromServer = packets(chars(4), {
  RATS: { rule: 'RA-2.2', about: 'The session is open.', fields: { session: id } },
  RATL: { rule: 'RA-2.3', about: 'A guest wants to join.', fields: { client: id } },
  RATA: {
    rule: 'RA-2.5',
    about: 'The IP address of a guest.',
    fields: { client: about(id, 'id of the guest; zeros if unknown'), address: about(array(u8, 16), 'IPv6') },
  },
  RATP: { rule: 'RA-2.6', about: 'A ping.', fields: {} },
  RANP: {
    rule: 'RA-2.7',
    about: 'Answers a client that does not support relays.',
    fields: { zeros: bytes(20) },
  },
})
export type FromServer = PacketOf<typeof fromServer>
