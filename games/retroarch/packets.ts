// The relay's messages, in the order and with the names of PROTOCOL.md. Four letters, then the fields.
import { about, array, bytes, chars, type PacketOf, packets, u8 } from '../../wire/index.ts'
import { idBytes } from './sessions/relay-id.ts'

const id = bytes(idBytes)

export const fromClient = packets(chars(4), {
  RATS: {
    rule: 'RA-2.1',
    about: 'Asks for a session, or joins one.',
    fields: { session: about(id, 'zeros: a new session') },
  },
  RATL: {
    rule: 'RA-2.4',
    about: 'A host accepts a guest on this connection.',
    fields: { client: about(id, 'of the guest') },
  },
  RATA: {
    rule: 'RA-2.5',
    about: 'A host asks for the address of a guest.',
    fields: { client: about(id, 'zeros: the host itself') },
  },
  RATP: { rule: 'RA-2.6', about: 'Answers a ping.', fields: {} },
  RANP: { rule: 'RA-2.7', about: 'A client that does not support relays.', fields: {} },
})
export type FromClient = PacketOf<typeof fromClient>

export const fromServer = packets(chars(4), {
  RATS: { rule: 'RA-2.2', about: 'The session is open.', fields: { session: id } },
  RATL: { rule: 'RA-2.3', about: 'A guest wants to join.', fields: { client: id } },
  RATA: {
    rule: 'RA-2.5',
    about: 'The address of a guest.',
    fields: { client: about(id, 'zeros: unknown'), address: about(array(u8, 16), 'IPv6') },
  },
  RATP: { rule: 'RA-2.6', about: 'A ping.', fields: {} },
  RANP: {
    rule: 'RA-2.7',
    about: 'Tells an old client that it is too old.',
    fields: { zeros: bytes(20) },
  },
})
export type FromServer = PacketOf<typeof fromServer>
