// The places of all connected players on the island, and the surroundings of a few featured players, in the same
// packets as players get.
import type { SpectatorFeed } from '../../game.ts'
import { type FromServer, fromServer, type Unnumbered, type WireMob, type WirePile } from '../packets.ts'
import type { Player } from '../state/player.ts'
import type { ArcaneWorld } from '../world.ts'
import type { EncodedViews } from './client-screen.ts'

/** Tiles to each side of a featured player. A GRND can contain the 225 tiles of this square. */
const featuredRadius = 7
/**
 * Spectators see the surroundings of featured players. If more players are connected than this maximum, the next eight
 * are featured after every `turnMs`.
 */
export const maxFeatured = 8
const turnMs = 20_000
const maxMobs = 255

export class ArcaneSpectatorFeed implements SpectatorFeed {
  readonly minIntervalMs = 180
  readonly #world: ArcaneWorld
  readonly #encodedViews: EncodedViews
  /** The index of the first featured player among the connected players. */
  #first = 0
  #since = 0
  /** The MOBS of all players that was sent last, and the surroundings of each featured player that were sent last. */
  #sentMobs: Uint8Array = new Uint8Array(0)
  #sent = new Map<Player, Surroundings>()

  constructor(world: ArcaneWorld, encodedViews: EncodedViews) {
    this.#world = world
    this.#encodedViews = encodedViews
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
    const players = shown.map(({ player }) => player)
    for (const player of this.#inTurn(players, now)) {
      const around = this.#around(player)
      this.#sent.set(player, around)
      frames.push(...changes(player, around, before.get(player)))
    }
    return frames
  }

  /** Does nothing, because the feed changes no state of the world. */
  onNoSpectators(): void {}

  #inTurn(players: readonly Player[], now: number): readonly Player[] {
    if (players.length <= maxFeatured) return players
    if (now - this.#since >= turnMs) {
      this.#first += maxFeatured
      this.#since = now
    }
    return Array.from({ length: maxFeatured }, (_, n) => players[(this.#first + n) % players.length]!)
  }

  #around(player: Player): Surroundings {
    const { piles, mobs } = this.#world.surroundingsOf(player, featuredRadius)
    return {
      facing: player.facing,
      lists: piles.map((pile) => this.#encodedViews.encodePile(pile)),
      mobs: mobs.slice(0, maxMobs).map((mob) => this.#encodedViews.encodeMob(mob)),
    }
  }

  /** A player in a house or cave is shown at its door. */
  #mob(player: Player, outside: Player['place']): WireMob {
    return outside === player.place
      ? this.#encodedViews.encodeMob(player)
      : { ...this.#encodedViews.encodeMob(player), ...outside }
  }
}

/**
 * A featured player's surroundings, encoded for the wire. The mobs include the player. A part that has not changed is
 * the same object as before.
 */
interface Surroundings {
  readonly facing: number
  readonly lists: readonly WirePile[]
  readonly mobs: readonly WireMob[]
}

/**
 * [AS-12.14] Returns nothing if nothing has changed. Otherwise returns POSI with the player's id as its number, GRND if
 * the ground has changed, and MOBS.
 */
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

function encoded(packet: Unnumbered<FromServer>, packetId = 0n): Uint8Array {
  return fromServer.encode({ ...packet, packetId } as FromServer)
}
