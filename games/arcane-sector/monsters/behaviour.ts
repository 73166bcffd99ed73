// [AS-11.3]

import { damagePlayer, describeAttackSide } from '../players/vitals.ts'
import { type Monster, sightRadius } from '../state/monster.ts'
import type { Player } from '../state/player.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/world-state.ts'
import { placeInDirection } from '../terrain/directions.ts'
import { distanceSquared, type Place } from '../terrain/terrain.ts'
import { hasLineOfSight } from '../vision/line-of-sight.ts'
import { canMonsterStand, moveMonster } from './movement.ts'

/** Maximum Euclidean distances from the monster's home, in tiles: when it roams, and when it follows a player. */
const roaming = 8
const leash = 24
/** Minimum and maximum damage. */
const hitting = [2, 6] as const
/** Milliseconds until a monster acts again after a hit, and after a step or no action. */
const hitMs = 1500
const stepMs = 500
/** A monster that hunts nobody makes a step in one of this many actions. */
const decisionsPerStep = 4
/** [AS-11.16] A monster warns a player again after it has not hunted the player for this many milliseconds. */
const warningMs = 30_000

/** Returns the milliseconds until the monster can act again. */
export function attackOrMove(monster: Monster, state: WorldState): number {
  const prey = findPrey(monster, state)
  monster.prey = prey?.id
  if (prey) warn(monster, prey, state.context.now())
  if (!prey) roam(monster, state)
  else if (isBeside(monster.place, prey.place)) {
    damagePlayer(state, prey, randomBetween(state.context, ...hitting), monster)
    return hitMs
  } else follow(monster, state, prey.place)
  return stepMs
}

/** [AS-11.16] */
function warn(monster: Monster, prey: Player, now: number): void {
  const { warning, name, place } = monster
  const isWarned = warning?.player === prey.id && now - warning.at < warningMs
  monster.warning = { player: prey.id, at: now }
  if (!isWarned) prey.sendText(`\x11The ${name} comes at you ${describeAttackSide(prey, place)}.`)
}

/** The nearest player whom the monster may hunt [AS-11.3] [AS-11.15], at equal distances the one with the lowest id. */
function findPrey(monster: Monster, state: WorldState): Player | undefined {
  const { place, home } = monster
  return state.players
    .circle(place, sightRadius)
    .filter(
      (player) =>
        !player.isDead && !state.monsters.isSafeZone(player.place) && isWithin(home, player.place, leash),
    )
    .sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place) || a.id - b.id)
    .find((player) => hasLineOfSight(state, place, player.place) && !state.monsters.isSpared(player, monster))
}

function roam(monster: Monster, state: WorldState): void {
  if (randomBetween(state.context, 1, decisionsPerStep) > 1) return
  if (isWithin(monster.home, monster.place, roaming)) {
    const to = placeInDirection(monster.place, randomBetween(state.context, 0, 3))
    if (isWithin(monster.home, to, roaming)) tryStep(monster, state, to)
  } else follow(monster, state, monster.home)
}

/** Steps along the axis of the longer distance, or along the other axis if the first step is blocked. */
function follow(monster: Monster, state: WorldState, to: Place): void {
  const { x, y } = monster.place
  const across = { x: x + Math.sign(to.x - x), y }
  const along = { x, y: y + Math.sign(to.y - y) }
  const [first, second] = Math.abs(to.x - x) >= Math.abs(to.y - y) ? [across, along] : [along, across]
  if (!tryStep(monster, state, first)) tryStep(monster, state, second)
}

function tryStep(monster: Monster, state: WorldState, to: Place): boolean {
  if (!canMonsterStand(state, to)) return false
  moveMonster(state, monster, to)
  return true
}

/** Whether `b` is the same tile as `a`, or one of the four beside it. */
function isBeside(a: Place, b: Place): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) <= 1
}

function isWithin(a: Place, b: Place, tiles: number): boolean {
  return distanceSquared(a, b) <= tiles * tiles
}
