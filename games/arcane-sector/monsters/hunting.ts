// A monster's turn: it hits a player beside it, follows a player in sight, or roams. [AS-11.3]

import { stepped } from '../land/directions.ts'
import { distanceSquared, type Place } from '../land/terrain.ts'
import { hurt, sidePhrase } from '../people/vitals.ts'
import { between } from '../scene/chance.ts'
import { eyesight, type Monster } from '../scene/monster.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { isInSight } from '../sight/sightline.ts'
import { mayStand, moveMonster } from './moving.ts'

/** Euclidean distances in tiles from home: how far it roams, and how far it follows a player. */
const roaming = 8
const leash = 24
/** Minimum and maximum damage of a hit. */
const hitting = [2, 6] as const
/** Milliseconds that a hit takes, and a step or a decision to stay. */
const hitMs = 1500
const stepMs = 500
/** With nobody to hunt, one in this many decisions is to move. */
const decisionsPerStep = 4
/** [AS-11.16] Milliseconds without being hunted by it after which a player is warned again. */
const warningMs = 30_000

/** Acts once. Returns the milliseconds until it can act again. */
export function act(monster: Monster, scene: Scene): number {
  const prey = preyOf(monster, scene)
  monster.prey = prey?.id
  if (prey) warn(monster, prey, scene.host.now())
  if (!prey) roam(monster, scene)
  else if (isBeside(monster.place, prey.place)) {
    hurt(scene, prey, between(scene.host, ...hitting), monster)
    return hitMs
  } else follow(monster, scene, prey.place)
  return stepMs
}

/** [AS-11.16] Warns a hunted player once, with the direction. */
function warn(monster: Monster, prey: Player, now: number): void {
  const { warned, name, place } = monster
  const isWarned = warned?.player === prey.id && now - warned.at < warningMs
  monster.warned = { player: prey.id, at: now }
  if (!isWarned) prey.tell(`\x11The ${name} comes at you ${sidePhrase(prey, place)}.`)
}

/** The nearest living player in sight, of equals the one with the lowest id. Never one in the haven. */
function preyOf(monster: Monster, scene: Scene): Player | undefined {
  const { place, home } = monster
  return scene.players
    .circle(place, eyesight)
    .filter(
      (player) =>
        !player.dead && !scene.monsters.isHaven(player.place) && isWithin(home, player.place, leash),
    )
    .sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place) || a.id - b.id)
    .find((player) => isInSight(scene, place, player.place) && !scene.monsters.isSpared(player, monster))
}

function roam(monster: Monster, scene: Scene): void {
  if (between(scene.host, 1, decisionsPerStep) > 1) return
  if (isWithin(monster.home, monster.place, roaming)) {
    const to = stepped(monster.place, between(scene.host, 0, 3))
    if (isWithin(monster.home, to, roaming)) tryStep(monster, scene, to)
  } else follow(monster, scene, monster.home)
}

/** One step along the longer axis, or the shorter one if that is blocked. */
function follow(monster: Monster, scene: Scene, to: Place): void {
  const { x, y } = monster.place
  const across = { x: x + Math.sign(to.x - x), y }
  const along = { x, y: y + Math.sign(to.y - y) }
  const [first, second] = Math.abs(to.x - x) >= Math.abs(to.y - y) ? [across, along] : [along, across]
  if (!tryStep(monster, scene, first)) tryStep(monster, scene, second)
}

function tryStep(monster: Monster, scene: Scene, to: Place): boolean {
  if (!mayStand(scene, to)) return false
  moveMonster(scene, monster, to)
  return true
}

/** On the same tile or one of the four adjacent ones. */
function isBeside(a: Place, b: Place): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) <= 1
}

function isWithin(a: Place, b: Place, tiles: number): boolean {
  return distanceSquared(a, b) <= tiles * tiles
}
