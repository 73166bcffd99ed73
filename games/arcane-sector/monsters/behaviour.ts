// One action of a monster: it hits a player next to it, follows a player in sight, or roams. [AS-11.3]

import { damagePlayer, sidePhrase } from '../players/vitals.ts'
import { type Monster, sightRadius } from '../state/monster.ts'
import type { Player } from '../state/player.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/scene.ts'
import { placeInDirection } from '../terrain/directions.ts'
import { distanceSquared, type Place } from '../terrain/terrain.ts'
import { hasLineOfSight } from '../vision/line-of-sight.ts'
import { canMonsterStand, moveMonster } from './movement.ts'

/** Euclidean distances in tiles from home: how far it roams, and how far it follows a player. */
const roaming = 8
const leash = 24
/** Minimum and maximum damage of a hit. */
const hitting = [2, 6] as const
/** Milliseconds that a hit takes, and a step or a decision to stay. */
const hitMs = 1500
const stepMs = 500
/** Without a target, one in this many decisions is to move. */
const decisionsPerStep = 4
/** [AS-11.16] Milliseconds without being hunted by it after which a player is warned again. */
const warningMs = 30_000

/** Acts once. Returns the milliseconds until it can act again. */
export function actMonster(monster: Monster, state: WorldState): number {
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

/** [AS-11.16] Warns a hunted player once, with the direction. */
function warn(monster: Monster, prey: Player, now: number): void {
  const { warning, name, place } = monster
  const isWarned = warning?.player === prey.id && now - warning.at < warningMs
  monster.warning = { player: prey.id, at: now }
  if (!isWarned) prey.sendText(`\x11The ${name} comes at you ${sidePhrase(prey, place)}.`)
}

/** The nearest living player in sight, of equals the one with the lowest id. Never one in the safe zone. */
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

/** One step along the longer axis, or the shorter one if that is blocked. */
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

/** On the same tile or one of the four adjacent ones. */
function isBeside(a: Place, b: Place): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) <= 1
}

function isWithin(a: Place, b: Place, tiles: number): boolean {
  return distanceSquared(a, b) <= tiles * tiles
}
