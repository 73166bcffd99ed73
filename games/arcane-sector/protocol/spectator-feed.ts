// The spectator feed of an Arcane Sector world: the connected players' places on the island, and the surroundings of a
// few of them, in the packets that players get of their own surroundings.
import type { SpectatorFeed } from '../../game.ts'
import { type FromServer, fromServer, type WireMob, type WirePile } from '../packets.ts'
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
  /** The last packet sent about everybody, and what was sent about each featured player. */
  #sentMobs: Uint8Array = new Uint8Array(0)
  #sent = new Map<Player, Surroundings>()

  constructor(world: ArcaneWorld, faces: EncodedMobs) {
    this.#world = world
    this.#faces = faces
  }

  snapshot(now: number): readonly Uint8Array[] {
    this.#sentMobs = new Uint8Array(0)
    this.#sent.clear()
    return [encoded({ type: 'GAME' }), ...this.delta(now)]
  }

  delta(now: number): readonly Uint8Array[] {
    const shown = [...this.#world.playersOnMap()]
    const all = shown.slice(0, maxMobs).map(({ player, outside }) => this.#mob(player, outside))
    const everybody = encoded({ type: 'MOBS', mobs: all })
    const frames = isSame(this.#sentMobs, everybody) ? [] : [everybody]
    this.#sentMobs = everybody
    const before = this.#sent
    this.#sent = new Map()
    for (const player of this.#inTurn(
      shown.map(({ player }) => player),
      now,
    )) {
      const around = this.#around(player)
      this.#sent.set(player, around)
      frames.push(...changes(player, around, before.get(player)))
    }
    return frames
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

  #around(player: Player): Surroundings {
    const { piles, mobs } = this.#world.surroundingsOf(player, followedRadius)
    return {
      facing: player.facing,
      lists: piles.map((pile) => this.#faces.encodePile(pile)),
      mobs: mobs.slice(0, maxMobs).map((mob) => this.#faces.encodeMob(mob)),
    }
  }

  /** A player in a house or cave is shown at its door. */
  #mob(player: Player, outside: Player['place']): WireMob {
    return outside === player.place
      ? this.#faces.encodeMob(player)
      : { ...this.#faces.encodeMob(player), ...outside }
  }
}

/** The wire forms are the same objects as long as nothing has changed; the player is among the mobs. */
interface Surroundings {
  readonly facing: number
  readonly lists: readonly WirePile[]
  readonly mobs: readonly WireMob[]
}

/** [AS-12.14] The number of the POSI is the player's id. MOBS ends what is about the player. */
function changes(
  { id, place: { x, y } }: Player,
  { facing, lists, mobs }: Surroundings,
  before: Surroundings | undefined,
): readonly Uint8Array[] {
  const isSameGround = before !== undefined && isSame(before.lists, lists)
  if (isSameGround && before.facing === facing && isSame(before.mobs, mobs)) return []
  return [
    encoded({ type: 'POSI', x, y, direction: facing }, BigInt(id)),
    ...(isSameGround ? [] : [encoded({ type: 'GRND', lists })]),
    encoded({ type: 'MOBS', mobs }),
  ]
}

function isSame<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

type Unnumbered<P> = P extends { readonly packetId: bigint } ? Omit<P, 'packetId'> : never

function encoded(packet: Unnumbered<FromServer>, packetId = 0n): Uint8Array {
  return fromServer.encode({ ...packet, packetId } as FromServer)
}
