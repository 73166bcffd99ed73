// [DM-3.7] Where players begin.

import type { Player } from '../people/player.ts'
import type { Scene } from '../scene/scene.ts'
import { distance, type Place } from './place.ts'

/** Map units around a start within which nobody else may stand. */
const room = 64
/** [DM-3.7] By these digits a client shows that it was told its place: map units and degrees × 1000, either way. */
const digits = 2000

/** A start with nobody near, by chance; if there is none, the one farthest from everybody. */
export function spawnPlace(scene: Scene, taken: readonly Place[]): Place {
  const starts = scene.level.spawns.map(({ x, y, z, angle }) => {
    const place = { x: x * 1000, y: y * 1000, z: z * 1000, angle: angle * 1000 }
    return { place, space: Math.min(room, ...taken.map((other) => distance(place, other))) }
  })
  const most = Math.max(...starts.map(({ space }) => space))
  const best = starts.filter(({ space }) => space === most)
  return withDigits(scene, best[Math.floor(scene.host.random() * best.length)]!.place)
}

/** Where the living stand, but for one. */
export function placesTaken(scene: Scene, except?: Player): readonly Place[] {
  const others = [...scene.players.values()].filter((player) => player !== except && player.alive)
  return others.map(({ place }) => place)
}

function withDigits({ host }: Scene, { x, y, z, angle }: Place): Place {
  const some = () => Math.floor(host.random() * (2 * digits + 1)) - digits
  return { x: x + some(), y: y + some(), z, angle: (angle + some() + 360_000) % 360_000 }
}
