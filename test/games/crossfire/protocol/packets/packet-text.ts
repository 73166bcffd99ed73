// Packets as text, one character per byte.
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

/** Encodes a server packet. */
export function sent(packet: FromServer): string {
  return shown(fromServer.encode(packet))
}

/** Decodes it as a client does. */
export function heard(characters: string): FromServer {
  return fromServer.decode(wire(characters))
}

/** Decodes a client packet. */
export function said(characters: string): FromClient {
  return fromClient.decode(wire(characters))
}
