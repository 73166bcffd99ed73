// [DM-3.7] Start positions of players.

import type { GameContext } from '../../game.ts'
import { distance, type Place } from '../map/place.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'

/** Map units around a start that must be free of other players. */
const room = 64
/**
 * Random offsets by which a client proves that it received its place; map units and degrees × 1000, either way.
 * `secret`: too many to guess. `hair`: too small to see.
 */
const offsets = { secret: { least: 0, most: 2000 }, hair: { least: 10, most: 60 } } as const
export type Digits = keyof typeof offsets

/** A random free start, or else the one farthest from all players. */
export function spawnPlace(scene: Scene, taken: readonly Place[]): Place {
  const starts = scene.level.spawns.map(({ x, y, z, angle }) => {
    const place = { x: x * 1000, y: y * 1000, z: z * 1000, angle: angle * 1000 }
    return { place, space: Math.min(room, ...taken.map((other) => distance(place, other))) }
  })
  const most = Math.max(...starts.map(({ space }) => space))
  const best = starts.filter(({ space }) => space === most)
  return withDigits(scene.context, best[Math.floor(scene.context.random() * best.length)]!.place, 'secret')
}

/** Places of living players, without `except`. */
export function placesTaken(scene: Scene, except?: Player): readonly Place[] {
  const others = [...scene.players.values()].filter((player) => player !== except && player.alive)
  return others.map(({ place }) => place)
}

/** [DM-3.7] [DM-2.14] Adds a random offset. */
export function withDigits(host: Pick<GameContext, 'random'>, { x, y, z, angle }: Place, digits: Digits): Place {
  const { least, most } = offsets[digits]
  const some = () => {
    const drawn = Math.floor(host.random() * 2 * (most - least + 1))
    return drawn % 2 === 0 ? least + drawn / 2 : -least - (drawn - 1) / 2
  }
  return { x: x + some(), y: y + some(), z, angle: (angle + some() + 360_000) % 360_000 }
}
