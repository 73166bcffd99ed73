// A room with the recorded server's island, for tests of whole conversations.

import { hashSecret } from '../../../../durable-objects/platform/secrets.ts'
import { prepareOptions } from '../../../../games/arcane-sector/options.ts'
import {
  type FromClient,
  type FromServer,
  fromClient,
  fromServer,
} from '../../../../games/arcane-sector/packets.ts'
import type { Options } from '../../../../games/game.ts'
import { isRefusal } from '../../../../games/refusal.ts'
import { type ConnectOptions, type Player, type Playtest, playtest } from '../../../playtest.ts'
import { worldFile } from '../transcripts.ts'
import { Hashing } from './hashing.ts'

export type Island = Playtest<FromClient, FromServer> & {
  passwordsChecked(): Promise<void>
  /** Changes options like a PATCH request, but does not update the room's own record. */
  patch(options: Options): Promise<void>
}
export type IslandPlayer = Player<FromClient, FromServer>
export type ServerPacket<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

export const quietOptions: Options = { monsters: false, regeneration: false }

/** Creates a room with this map. If `map` is null, the room has the built-in island. */
export async function createIsland(
  options: Options = quietOptions,
  map: Uint8Array | null = worldFile(),
): Promise<Island> {
  const hashing = new Hashing()
  const file = map ? { file: { name: 'map.json', bytes: map } } : {}
  const room = await playtest(hashing.game, { options, ...file, fromClient, fromServer })
  return Object.assign(room, {
    passwordsChecked: () => hashing.done(room),
    async patch(changed: Options) {
      const prepared = await prepareOptions(changed, { hashSecret: hashSecret })
      const refused = isRefusal(prepared) ? prepared : room.harness.host.actions.applyOptions(prepared)
      if (refused) throw new Error(refused.refused.detail)
      room.pass(5)
    },
  })
}

const numbered = <P>(packet: P) => ({ packetId: 0n, ...packet })

export const entrPacket = (playerId: number, passwd: string) =>
  numbered({ type: 'ENTR', passwd, playerId } as const)
export const mypcPacket = (pcName: string, portrait = 0) =>
  numbered({ type: 'MYPC', pcName, portrait } as const)
export const movePacket = (direction: number) => numbered({ type: 'MOVE', direction } as const)
export const direPacket = (direction: number) => numbered({ type: 'DIRE', direction } as const)
export const holdPacket = (itemId: bigint) => numbered({ type: 'HOLD', itemId } as const)
export const dropPacket = (dst: number) => numbered({ type: 'DROP', dst } as const)
export const useiPacket = (itemId: bigint) => numbered({ type: 'USEI', itemId } as const)
export const saysPacket = (text: string) => numbered({ type: 'SAYS', text } as const)
export const castPacket = (...runes: number[]) => {
  const spell = new Uint8Array(8)
  spell.set(runes)
  return numbered({ type: 'CAST', spell } as const)
}
export const pingPacket = (payload = new Uint8Array(0)) => numbered({ type: 'PING', payload } as const)
export const gbyePacket = (payload = new Uint8Array(0)) => numbered({ type: 'GBYE', payload } as const)
export const thisPacket = (
  packetId: bigint,
  kind: 'item' | 'mob' | 'ground' | 'slot' | number,
  selectedId: bigint,
) => ({ type: 'THIS', packetId, kind, selectedId }) as const

/** Waits for the reply or the close. */
export async function logIn(room: Island, player: IslandPlayer, playerId: number, passwd = 'secret') {
  player.send(entrPacket(playerId, passwd))
  await room.passwordsChecked()
}

export async function connectAndLogIn(
  room: Island,
  playerId: number,
  passwd?: string,
  from: ConnectOptions = {},
) {
  const player = room.connect(from)
  await logIn(room, player, playerId, passwd)
  return player
}

export async function createIslandWithPlayer(playerId = 1): Promise<{ room: Island; player: IslandPlayer }> {
  const room = await createIsland()
  return { room, player: await join(room, playerId) }
}

/** Creates the character if necessary, and reads all packets. */
export async function join(
  room: Island,
  playerId: number,
  name = `Player ${playerId}`,
  from: ConnectOptions = {},
): Promise<IslandPlayer> {
  const player = await connectAndLogIn(room, playerId, undefined, from)
  const { type } = player.next() ?? {}
  if (type === 'NOPC') {
    player.send(mypcPacket(name))
    player.expect('GAME')
  } else if (type !== 'GAME') throw new Error(`ENTR was answered with ${type} (${player.closed})`)
  readJoinPackets(player)
  return player
}

/** Reads the packets that a player who holds no item gets at the login. */
export function readJoinPackets(player: IslandPlayer) {
  return {
    info: player.expect('INFO'),
    invt: player.expect('INVT'),
    ...readView(player),
    text: player.expect('TEXT').text,
  }
}

export function readView(player: IslandPlayer) {
  return { posi: player.expect('POSI'), grnd: player.expect('GRND'), mobs: player.expect('MOBS').mobs }
}

export function walk(player: IslandPlayer, ...directions: number[]) {
  return directions.map((direction) => {
    player.send(movePacket(direction))
    return readView(player)
  })
}

export function readAllPackets(player: IslandPlayer): FromServer[] {
  return Array.from({ length: player.waiting }, () => player.next()!)
}

/** Reads all packets. Returns the texts of those that are TEXT. */
export function readTexts(player: IslandPlayer): string[] {
  return readAllPackets(player).flatMap((packet) => (packet.type === 'TEXT' ? packet.text : []))
}

export function serverErrors(room: Island) {
  return room.harness.log.filter(({ level }) => level === 'error')
}
