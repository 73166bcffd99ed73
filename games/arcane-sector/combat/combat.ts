// Players cannot hurt each other. [AS-11]

import type { ReachableItem } from '../players/carry.ts'
import { gainExperience } from '../players/experience.ts'
import type { Monster } from '../state/monster.ts'
import { handSlotNumbers, type Player } from '../state/player.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/world-state.ts'
import { placeInDirection } from '../terrain/directions.ts'
import type { Place } from '../terrain/terrain.ts'
import { hasLineOfSight } from '../vision/line-of-sight.ts'
import { dropLoot } from './loot.ts'

/** [AS-11.5] [AS-11.7] Minimum and maximum damage. */
const fist = [1, 3] as const
const dagger = [4, 9] as const
const arrow = [8, 14] as const
/** [AS-11.5] */
const blowMs = 1000
/** [AS-11.7] Range of fire arrows in tiles, Euclidean. */
const arrowRange = 5
/** [AS-11.9] Milliseconds from a monster's death to its respawn. */
const respawnMs = 90_000
/** [AS-15.8] Experience that a player gains for each killed monster. */
const experienceOfMonster = 5

/** [AS-11.5] The player uses a dagger in a hand, or else the fist. Ignores blows that follow too fast. */
export function attackMonster(state: WorldState, player: Player, monster: Monster): void {
  const now = state.context.now()
  if (now - player.struckAt < blowMs) return
  player.struckAt = now
  const armed = [handSlotNumbers.left, handSlotNumbers.right].some(
    (hand) => player.slots[hand]?.type === 'dagger',
  )
  const damage = armed ? randomBetween(state.context, ...dagger) : randomBetween(state.context, ...fist)
  wound(state, player, monster, damage)
}

/** [AS-11.6] */
export function strikeWithDagger(state: WorldState, player: Player, { slot }: ReachableItem): void {
  if (!state.options.monsters) return
  if (slot !== handSlotNumbers.left && slot !== handSlotNumbers.right)
    return player.sendText('Take the dagger into a hand first.')
  const ahead = placeInDirection(player.place, player.facing)
  const monster = state.monsters.at(player.place) ?? state.monsters.at(ahead)
  if (monster) attackMonster(state, player, monster)
  else player.sendText('There is nobody to strike.')
}

/** [AS-11.7] */
export function shoot(state: WorldState, player: Player): void {
  player.sendText('FIRE ARROW')
  if (!state.options.monsters) return
  const ahead = placeInDirection(player.place, player.facing)
  const [monster] = state.monsters
    .around(player.place, arrowRange)
    .filter(({ place }) => isAhead(player.place, ahead, place) && hasLineOfSight(state, player.place, place))
  if (monster) wound(state, player, monster, randomBetween(state.context, ...arrow))
}

/** Tiles on the two diagonals are ahead, too. `ahead`: the tile in front of `from`. */
function isAhead(from: Place, ahead: Place, place: Place): boolean {
  const towards = { x: ahead.x - from.x, y: ahead.y - from.y }
  const [x, y] = [place.x - from.x, place.y - from.y]
  return x * towards.x + y * towards.y >= Math.abs(x * towards.y - y * towards.x)
}

function wound(state: WorldState, player: Player, monster: Monster, damage: number): void {
  player.foughtAt = state.context.now()
  monster.hp = Math.max(0, monster.hp - damage)
  player.sendText(`You hit the ${monster.name} for ${damage}.`)
  if (monster.hp > 0) return
  player.sendText(`You have slain the ${monster.name}.`)
  state.monsters.kill(monster, state.context.now() + respawnMs)
  state.views.markMobsChanged(monster.place)
  dropLoot(state, monster)
  player.kills++
  const counts = { [player.name]: { kills: 1 } }
  state.context.announce({ kind: 'kill', text: `${player.name} has slain the ${monster.name}`, counts })
  gainExperience(state, player, experienceOfMonster)
}
