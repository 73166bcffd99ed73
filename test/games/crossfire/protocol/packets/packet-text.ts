// Packets as text: what is on the wire, a character a byte.
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { latin1 } from '../../../../../wire/index.ts'

export function wire(characters: string): Uint8Array {
  return latin1.encode(characters)
}

export function shown(bytes: Uint8Array): string {
  return latin1.decode(bytes)
}

/** What a server's packet is on the wire. */
export function sent(packet: FromServer): string {
  return shown(fromServer.encode(packet))
}

/** What a client hears in it. */
export function heard(characters: string): FromServer {
  return fromServer.decode(wire(characters))
}

/** What a client says with it. */
export function said(characters: string): FromClient {
  return fromClient.decode(wire(characters))
}
