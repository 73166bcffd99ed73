// Packets as text, one character per byte.
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
} from '../../../../../games/crossfire/protocol/packets/index.ts'
import { latin1 } from '../../../../../wire/index.ts'

export function toBytes(characters: string): Uint8Array {
  return latin1.encode(characters)
}

export function toText(bytes: Uint8Array): string {
  return latin1.decode(bytes)
}

export function encodeServerPacket(packet: FromServer): string {
  return toText(fromServer.encode(packet))
}

export function decodeServerPacket(characters: string): FromServer {
  return fromServer.decode(toBytes(characters))
}

export function decodeClientPacket(characters: string): FromClient {
  return fromClient.decode(toBytes(characters))
}
