// How players hurt monsters: by hand, with a dagger, with fire arrows. Players cannot hurt each other. [AS-11]

import { stepped } from '../land/directions.ts'
import type { Place } from '../land/terrain.ts'
import type { Reached } from '../people/carrying.ts'
import { gain } from '../people/growth.ts'
import { between } from '../scene/chance.ts'
import type { Monster } from '../scene/monster.ts'
import { hands, type Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { isInSight } from '../sight/sightline.ts'
import { leaveLoot } from './loot.ts'

/** [AS-11.5] Minimum and maximum damage. */
const fist = [1, 3] as const
const dagger = [4, 9] as const
const arrow = [8, 14] as const
/** [AS-11.5] Milliseconds between two strokes. */
const strokeMs = 1000
/** [AS-11.7] Tiles, Euclidean. */
const arrowRange = 5
/** [AS-11.9] Milliseconds from a monster's death to its respawn. */
const respawnMs = 90_000
/** [AS-15.8] Experience for slaying a monster. */
const experienceOfMonster = 5

/** [AS-11.5] Strikes with what the player has in hand. Does nothing too soon after the last stroke. */
export function strike(scene: Scene, player: Player, monster: Monster): void {
  const now = scene.host.now()
  if (now - player.struckAt < strokeMs) return
  player.struckAt = now
  const armed = [hands.left, hands.right].some((hand) => player.slots[hand]?.type === 'dagger')
  const damage = armed ? between(scene.host, ...dagger) : between(scene.host, ...fist)
  wound(scene, player, monster, damage)
}

/** [AS-11.6] Uses a dagger on the monster on the player's tile, or else on the tile ahead. */
export function stab(scene: Scene, player: Player, { slot }: Reached): void {
  if (!scene.options.monsters) return
  if (slot !== hands.left && slot !== hands.right) return player.tell('Take the dagger into a hand first.')
  const ahead = stepped(player.place, player.facing)
  const monster = scene.monsters.at(player.place) ?? scene.monsters.at(ahead)
  if (monster) strike(scene, player, monster)
  else player.tell('There is nobody to strike.')
}

/** [AS-11.7] The fire arrow spell: hits the nearest monster in the quarter ahead that is in range and in sight. */
export function shoot(scene: Scene, player: Player): void {
  player.tell('FIRE ARROW')
  if (!scene.options.monsters) return
  const ahead = stepped(player.place, player.facing)
  const [monster] = scene.monsters
    .around(player.place, arrowRange)
    .filter(({ place }) => isAhead(player.place, ahead, place) && isInSight(scene, player.place, place))
  if (monster) wound(scene, player, monster, between(scene.host, ...arrow))
}

/** Whether `place` is in the quarter from `from` towards `ahead`, the next tile. Both edges are included. */
function isAhead(from: Place, ahead: Place, place: Place): boolean {
  const towards = { x: ahead.x - from.x, y: ahead.y - from.y }
  const [x, y] = [place.x - from.x, place.y - from.y]
  return x * towards.x + y * towards.y >= Math.abs(x * towards.y - y * towards.x)
}

function wound(scene: Scene, player: Player, monster: Monster, damage: number): void {
  player.foughtAt = scene.host.now()
  monster.hp = Math.max(0, monster.hp - damage)
  player.tell(`You hit the ${monster.name} for ${damage}.`)
  if (monster.hp > 0) return
  player.tell(`You have slain the ${monster.name}.`)
  scene.monsters.bury(monster, scene.host.now() + respawnMs)
  scene.views.changedMobs(monster.place)
  leaveLoot(scene, monster)
  player.slain++
  gain(scene, player, experienceOfMonster)
}
