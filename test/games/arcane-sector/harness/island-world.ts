// A room on the recorded server's island with players on it, for the tests of whole conversations.

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
import { Hashing } from './hashing.ts'
import { worldFile } from '../transcripts.ts'

export type Island = Playtest<FromClient, FromServer> & {
  /** Back when every password that was shown is judged. */
  judged(): Promise<void>
  /** Changes options as a PATCH does, but for the room's own record of them. */
  patch(options: Options): Promise<void>
}
export type Islander = Player<FromClient, FromServer>
export type Told<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>

/** Nothing happens that no player does. */
export const quiet: Options = { monsters: false, regeneration: false }

/** `map` null: the game's own land. */
export async function island(
  options: Options = quiet,
  map: Uint8Array | null = worldFile(),
): Promise<Island> {
  const hashing = new Hashing()
  const file = map ? { file: { name: 'map.json', bytes: map } } : {}
  const room = await playtest(hashing.game, { options, ...file, fromClient, fromServer })
  return Object.assign(room, {
    judged: () => hashing.done(room),
    async patch(changed: Options) {
      const prepared = await prepareOptions(changed, { hashSecret: hashSecret })
      const refused = isRefusal(prepared) ? prepared : room.harness.host.applyOptions(prepared, () => {})
      if (refused) throw new Error(refused.refused.detail)
      room.pass(5)
    },
  })
}

// ---- What clients say ------------------------------------------------------------------------------------------

const numbered = <P>(packet: P) => ({ packetId: 0n, ...packet })

export const entr = (playerId: number, passwd: string) =>
  numbered({ type: 'ENTR', passwd, playerId } as const)
export const mypc = (pcName: string, portrait = 0) => numbered({ type: 'MYPC', pcName, portrait } as const)
export const move = (direction: number) => numbered({ type: 'MOVE', direction } as const)
export const dire = (direction: number) => numbered({ type: 'DIRE', direction } as const)
export const hold = (itemId: bigint) => numbered({ type: 'HOLD', itemId } as const)
export const drop = (dst: number) => numbered({ type: 'DROP', dst } as const)
export const use = (itemId: bigint) => numbered({ type: 'USEI', itemId } as const)
export const says = (text: string) => numbered({ type: 'SAYS', text } as const)
export const cast = (...runes: number[]) => {
  const spell = new Uint8Array(8)
  spell.set(runes)
  return numbered({ type: 'CAST', spell } as const)
}
export const ping = (payload = new Uint8Array(0)) => numbered({ type: 'PING', payload } as const)
export const gbye = (payload = new Uint8Array(0)) => numbered({ type: 'GBYE', payload } as const)
export const selected = (
  packetId: bigint,
  kind: 'item' | 'mob' | 'ground' | 'slot' | number,
  selectedId: bigint,
) => ({ type: 'THIS', packetId, kind, selectedId }) as const

// ---- Coming in -------------------------------------------------------------------------------------------------

/** Says ENTR; back when it is answered, or the connection closed. */
export async function enter(
  room: Island,
  player: Islander,
  playerId: number,
  passwd = 'secret',
): Promise<void> {
  player.send(entr(playerId, passwd))
  await room.judged()
}

/** In the game, with a character of this name if there was none; what he was told is read. */
export async function join(
  room: Island,
  playerId: number,
  name = `Player ${playerId}`,
  from: ConnectOptions = {},
): Promise<Islander> {
  const player = room.connect(from)
  await enter(room, player, playerId)
  const { type } = player.next() ?? {}
  if (type === 'NOPC') {
    player.send(mypc(name))
    player.expect('GAME')
  } else if (type !== 'GAME') throw new Error(`ENTR was answered with ${type} (${player.closed})`)
  standardState(player)
  return player
}

/** What GAME is followed by, with nothing held. */
export function standardState(player: Islander) {
  return {
    info: player.expect('INFO'),
    invt: player.expect('INVT'),
    ...view(player),
    text: player.expect('TEXT').text,
  }
}

/** POSI and what follows it. */
export function view(player: Islander) {
  return { posi: player.expect('POSI'), grnd: player.expect('GRND'), mobs: player.expect('MOBS').mobs }
}

/** One step, or several, that nothing stands in the way of. */
export function walk(player: Islander, ...directions: number[]) {
  return directions.map((direction) => {
    player.send(move(direction))
    return view(player)
  })
}

/** All that waits to be read. */
export function rest(player: Islander): FromServer[] {
  return Array.from({ length: player.waiting }, () => player.next()!)
}

/** What went wrong by our own fault. */
export function faults(room: Island) {
  return room.harness.log.filter(({ level }) => level === 'error')
}
