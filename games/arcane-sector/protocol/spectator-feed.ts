// The spectator feed of an Arcane Sector world: the connected players' places on the island, and the surroundings of a
// few of them, in the packets that players get of their own surroundings.
import type { SpectatorFeed } from '../../game.ts'
import { type FromServer, fromServer, type WireMob } from '../packets.ts'
import type { Player } from '../state/player.ts'
import type { ArcaneWorld } from '../world.ts'
import type { EncodedMobs } from './client-screen.ts'

/** Tiles to each side of a featured player: 225 in all, which fit into a GRND. */
const followedRadius = 7
/** Maximum number of featured players at a time. If more are connected, they alternate every `turnMs`. */
export const maxFollowed = 8
const turnMs = 20_000
/** Capacity of one MOBS. */
const maxMobs = 255

export class ArcaneSpectatorFeed implements SpectatorFeed {
  readonly minIntervalMs = 180
  readonly #world: ArcaneWorld
  readonly #faces: EncodedMobs
  /** Index of the first featured player among those connected. */
  #first = 0
  #since = 0
  /** The last packets sent about everybody, and about each featured player. */
  #lastSent = new Map<Player | 'all', readonly Uint8Array[]>()

  constructor(world: ArcaneWorld, faces: EncodedMobs) {
    this.#world = world
    this.#faces = faces
  }

  snapshot(now: number): readonly Uint8Array[] {
    this.#lastSent.clear()
    return [encoded({ type: 'GAME' }), ...this.delta(now)]
  }

  delta(now: number): readonly Uint8Array[] {
    const shown = [...this.#world.playersOnMap()]
    const all = shown.slice(0, maxMobs).map(({ player, outside }) => this.#mob(player, outside))
    const current = new Map<Player | 'all', readonly Uint8Array[]>([
      ['all', [encoded({ type: 'MOBS', mobs: all })]],
    ])
    for (const player of this.#inTurn(
      shown.map(({ player }) => player),
      now,
    ))
      current.set(player, this.#around(player))
    const before = this.#lastSent
    this.#lastSent = current
    return [...current].flatMap(([of, frames]) => (isSame(before.get(of) ?? [], frames) ? [] : frames))
  }

  /** Holds no state in the world. */
  onNoSpectators(): void {}

  #inTurn(players: readonly Player[], now: number): readonly Player[] {
    if (players.length <= maxFollowed) return players
    if (now - this.#since >= turnMs) {
      this.#first += maxFollowed
      this.#since = now
    }
    return Array.from({ length: maxFollowed }, (_, n) => players[(this.#first + n) % players.length]!)
  }

  /** [AS-12.14] The number of the POSI is the player's id. */
  #around(player: Player): readonly Uint8Array[] {
    const { piles, mobs } = this.#world.surroundingsOf(player, followedRadius)
    const { x, y } = player.place
    const lists = piles.map((pile) => this.#faces.encodePile(pile))
    return [
      encoded({ type: 'POSI', x, y, direction: player.facing }, BigInt(player.id)),
      encoded({ type: 'GRND', lists }),
      encoded({ type: 'MOBS', mobs: mobs.slice(0, maxMobs).map((mob) => this.#faces.encodeMob(mob)) }),
    ]
  }

  /** A player in a house or cave is shown at its door. */
  #mob(player: Player, outside: Player['place']): WireMob {
    return outside === player.place
      ? this.#faces.encodeMob(player)
      : { ...this.#faces.encodeMob(player), ...outside }
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
