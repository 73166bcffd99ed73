// What who only watches is sent of an Arcane Sector world: who is in and where on the island, and what lies and stands
// around one of them, in the packets that players get of their own surroundings.
import type { Show } from '../../game.ts'
import { type FromServer, fromServer, type WireMob } from '../packets.ts'
import type { Player } from '../scene/player.ts'
import type { ArcaneWorld } from '../world.ts'
import { type Faces, wireItem } from './client-screen.ts'

/** So far to each side one is shown with his surroundings: 225 tiles, of which a GRND can tell. */
export const shownAround = 7
/** Of several who are in each is shown for so long in turn. */
const turnMs = 20_000
/** What one MOBS has room for. */
const mostMobs = 255

export class ArcaneShow implements Show {
  readonly everyMs = 300
  readonly #world: ArcaneWorld
  readonly #faces: Faces
  #player: Player | undefined
  #since = 0
  /** What was told last, by what it is about. */
  readonly #told = new Map<'all' | 'around', readonly Uint8Array[]>()

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
    this.#choose(
      shown.map(({ player }) => player),
      now,
    )
    const all = shown.slice(0, mostMobs).map(({ player, outside }) => this.#mob(player, outside))
    return [
      ...this.#news('all', [encoded({ type: 'MOBS', mobs: all })]),
      ...this.#news('around', this.#around()),
    ]
  }

  /** Nothing was kept for it. */
  end(): void {}

  #choose(players: readonly Player[], now: number): void {
    const at = this.#player ? players.indexOf(this.#player) : -1
    if (at >= 0 && (players.length === 1 || now - this.#since < turnMs)) return
    this.#player = players[(at + 1) % Math.max(1, players.length)]
    this.#since = now
  }

  #around(): readonly Uint8Array[] {
    const player = this.#player
    if (!player) return []
    const { piles, mobs } = this.#world.around(player, shownAround)
    const { x, y } = player.place
    return [
      { type: 'POSI', x, y, direction: player.facing } as const,
      {
        type: 'GRND',
        lists: piles.map(({ x, y, items }) => ({ x, y, items: items.map(wireItem) })),
      } as const,
      { type: 'MOBS', mobs: mobs.slice(0, mostMobs).map((mob) => this.#faces.of(mob)) } as const,
    ].map(encoded)
  }

  /** These, if they are not what was told last. */
  #news(about: 'all' | 'around', frames: readonly Uint8Array[]): readonly Uint8Array[] {
    if (isSame(this.#told.get(about) ?? [], frames)) return []
    this.#told.set(about, frames)
    return frames
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

function encoded(packet: Unnumbered<FromServer>): Uint8Array {
  return fromServer.encode({ ...packet, packetId: 0n } as FromServer)
}
