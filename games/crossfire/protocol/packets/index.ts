// The framing handles the length in front of a packet; here a packet starts with the command word.

import { latin1, type PacketOf, packets, word } from '../../../../wire/index.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import * as commands from './commands.ts'
import * as connection from './connection.ts'
import * as images from './images.ts'
import * as info from './info.ts'
import * as items from './items.ts'
import * as login from './login.ts'
import * as maps from './maps.ts'
import * as notices from './notices.ts'
import * as sounds from './sounds.ts'
import * as spells from './spells.ts'
import * as stats from './stats.ts'

export type { SettingPair } from './fields.ts'
export { faceModes } from './images.ts'
export type { ArchetypeInfo, InfoPart } from './info.ts'
export { appliedStates, type Item, type Item1, type Item2, itemFlags, joinNames } from './items.ts'
export type { CharacterField } from './login.ts'
export { queryFlags } from './login.ts'
export { cellIndex, type FaceCells, legacyViewSize } from './map-1997.ts'
export { type MapSpace, mapLayerCount, type SpaceChange, type ViewScroll } from './map2.ts'
export { magicMapBits } from './maps.ts'
export type { SpellEntry } from './spells.ts'
export {
  type StatField,
  type StatName,
  speedFactor,
  statNumbers,
} from './stats.ts'

export const fromClient = packets(word, {
  ...connection.fromClient,
  ...info.fromClient,
  ...login.fromClient,
  ...commands.fromClient,
  ...items.fromClient,
  ...images.fromClient,
  ...maps.fromClient,
  ...sounds.fromClient,
  ...spells.fromClient,
  ...notices.fromClient,
})
export type FromClient = PacketOf<typeof fromClient>

export const fromServer = packets(word, {
  ...connection.fromServer,
  ...info.fromServer,
  ...login.fromServer,
  ...commands.fromServer,
  ...items.fromServer,
  ...stats.fromServer,
  ...images.fromServer,
  ...maps.fromServer,
  ...sounds.fromServer,
  ...spells.fromServer,
  ...notices.fromServer,
})
export type FromServer = PacketOf<typeof fromServer>

/** `reason`: names the field and the value. */
export interface MalformedPacket {
  readonly type: 'misread'
  readonly reason: string
}

/**
 * [CF-1.8] Client programs generate these packets; no player types them. A client that sends an invalid one is
 * disconnected.
 */
const strictCommands: ReadonlySet<string> = new Set<FromClient['type']>([
  'ncom',
  'lock',
  'mark',
  'accountnew',
  'accountlogin',
  'accountaddplayer',
  'accountpw',
  'createplayer',
])

/**
 * Decodes a client's frame. Returns undefined for an unknown command, which the session skips [CF-1.5], and the type
 * `misread` for a malformed packet.
 * @throws WireError for a malformed binary packet [CF-1.8]
 */
export function decodeFromClient(frame: Uint8Array): FromClient | MalformedPacket | undefined {
  const command = commandOf(frame)
  if (!Object.hasOwn(fromClient.shapes, command)) return undefined
  try {
    return fromClient.decode(frame)
  } catch (error) {
    if (!(error instanceof WireError) || strictCommands.has(command)) throw error
    return { type: 'misread', reason: error.message }
  }
}

/**
 * Decodes a server's packet. Returns undefined for an unknown command [CF-1.5]. Never throws: it returns the type
 * `misread` for a malformed packet, because the next packet may be valid.
 */
export function decodeFromServer(frame: Uint8Array): FromServer | MalformedPacket | undefined {
  if (!Object.hasOwn(fromServer.shapes, commandOf(frame))) return undefined
  try {
    return fromServer.decode(frame)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { type: 'misread', reason: error.message }
  }
}

function commandOf(frame: Uint8Array): string {
  const end = frame.indexOf(32)
  return latin1.decode(end < 0 ? frame : frame.subarray(0, end))
}
