// What who only watches is sent of an Arcane Sector world: who is in and where on the island, and what lies and stands
// around each of a few of them, in the packets that players get of their own surroundings.
import type { Show } from '../../game.ts'
import { type FromServer, fromServer, type WireMob } from '../packets.ts'
import type { Player } from '../scene/player.ts'
import type { ArcaneWorld } from '../world.ts'
import type { Faces } from './client-screen.ts'

/** So far to each side one is shown with his surroundings: 225 tiles, of which a GRND can tell. */
export const shownAround = 7
/** So many are shown with theirs at a time; if more are in, for so long in turn. */
export const mostShown = 8
const turnMs = 20_000
/** What one MOBS has room for. */
const mostMobs = 255

export class ArcaneShow implements Show {
  readonly everyMs = 300
  readonly #world: ArcaneWorld
  readonly #faces: Faces
  /** The first of those whose turn it is, among all who are in. */
  #first = 0
  #since = 0
  /** What was told last of all, and of each player who is shown. */
  #told = new Map<Player | 'all', readonly Uint8Array[]>()

  constructor(world: ArcaneWorld, faces: Faces) {
    this.#world = world
    this.#faces = faces
  }

  whole(now: number): readonly Uint8Array[] {
    this.#told.clear()
    return [encoded({ type: 'GAME' }), ...this.changes(now)]
  }

  changes(now: number): readonly Uint8Array[] {
    const shown = [...this.#world.shown()]
    const all = shown.slice(0, mostMobs).map(({ player, outside }) => this.#mob(player, outside))
    const tells = new Map<Player | 'all', readonly Uint8Array[]>([
      ['all', [encoded({ type: 'MOBS', mobs: all })]],
    ])
    for (const player of this.#inTurn(
      shown.map(({ player }) => player),
      now,
    ))
      tells.set(player, this.#around(player))
    const told = this.#told
    this.#told = tells
    return [...tells].flatMap(([of, frames]) => (isSame(told.get(of) ?? [], frames) ? [] : frames))
  }

  /** Nothing was kept for it. */
  end(): void {}

  #inTurn(players: readonly Player[], now: number): readonly Player[] {
    if (players.length <= mostShown) return players
    if (now - this.#since >= turnMs) {
      this.#first += mostShown
      this.#since = now
    }
    return Array.from({ length: mostShown }, (_, n) => players[(this.#first + n) % players.length]!)
  }

  /** [AS-12.14] The number of the POSI says whose it is. */
  #around(player: Player): readonly Uint8Array[] {
    const { piles, mobs } = this.#world.around(player, shownAround)
    const { x, y } = player.place
    const lists = piles.map((pile) => this.#faces.lying(pile))
    return [
      encoded({ type: 'POSI', x, y, direction: player.facing }, BigInt(player.id)),
      encoded({ type: 'GRND', lists }),
      encoded({ type: 'MOBS', mobs: mobs.slice(0, mostMobs).map((mob) => this.#faces.of(mob)) }),
    ]
  }

  /** Who is in a house or a cave stands before its door. */
  #mob(player: Player, outside: Player['place']): WireMob {
    return outside === player.place ? this.#faces.of(player) : { ...this.#faces.of(player), ...outside }
  }
}

function isSame(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return (
    a.length === b.length &&
    a.every((frame, n) => frame.length === b[n]!.length && frame.every((byte, at) => byte === b[n]![at]))
  )
}

type Unnumbered<P> = P extends { readonly packetId: bigint } ? Omit<P, 'packetId'> : never

function encoded(packet: Unnumbered<FromServer>, packetId = 0n): Uint8Array {
  return fromServer.encode({ ...packet, packetId } as FromServer)
}
