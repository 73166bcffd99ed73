// [AS-11]

import { handSlotNumbers, type Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { sideOf } from '../terrain/directions.ts'
import type { Place } from '../terrain/terrain.ts'
import type { Mob } from '../vision/screen.ts'
import { loseExperience } from './experience.ts'
import { relocatePlayer } from './relocate.ts'

/** [AS-11.11] Milliseconds to regain one hp, and one mana. */
const healingMs = 4000
const restoringMs = 3000
/** [AS-11.11] For this many milliseconds after hitting or being hit, a player regains no hp. */
const peaceMs = 8000
/** [AS-11.12] Milliseconds from a death to the revival. */
const deathMs = 3000
/** Indexed by the side from which the victim is hit. */
const phrases = {
  front: 'from the front',
  back: 'from behind',
  left: 'from the left',
  right: 'from the right',
} as const
const never = Number.NEGATIVE_INFINITY

/** [AS-11.10] */
export function damagePlayer(state: WorldState, player: Player, damage: number, by: Mob): void {
  player.hp = Math.max(0, player.hp - damage)
  player.foughtAt = state.context.now()
  player.sendText(`\x11The ${by.name} hits you ${describeAttackSide(player, by.place)} for ${damage}.`)
  player.showVitals()
  if (player.isDead) die(state, player, by)
}

/** Players need the side in words, because the client shows only the tiles ahead. */
export function describeAttackSide({ place, facing }: Player, from: Place): string {
  return phrases[sideOf(place, facing, from)]
}

export function tickVitals(state: WorldState, now: number): void {
  for (const player of state.players) {
    if (!player.isDead) recover(state, player, now)
    else if (now - player.diedAt >= deathMs) revive(state, player)
  }
}

/** Whether the player has neither hit nor been hit for `peaceMs`. */
export function isOutOfCombat({ foughtAt }: Player, now: number): boolean {
  return now - foughtAt >= peaceMs
}

/** [AS-11.12] */
function die(state: WorldState, player: Player, by: Mob): void {
  player.diedAt = state.context.now()
  player.selection = undefined
  player.queuedMoves = []
  state.timers.drop(player)
  player.sendText('\x11You have died.')
  const counts = { [player.name]: { deaths: 1 } }
  state.context.announce({ kind: 'death', text: `${player.name} was killed by the ${by.name}`, counts })
  loseExperience(player)
  layDownHands(state, player)
  state.saveCharacter(player)
}

/** [AS-11.17] */
function layDownHands(state: WorldState, player: Player): void {
  const { ground, views } = state
  const before = ground.count
  for (const hand of [handSlotNumbers.left, handSlotNumbers.right]) {
    const item = player.slots[hand]
    if (!item || !ground.hasRoom(player.place)) continue
    player.slots[hand] = undefined
    ground.put(player.place, item)
  }
  if (player.held && ground.hasRoom(player.place)) {
    ground.put(player.place, player.held)
    player.held = undefined
  }
  if (ground.count === before) return
  player.sendText('The things in your hands lie where you fell.')
  player.showInventory()
  player.showHeld()
  views.showGround(player)
  views.markGroundChanged(player.place, player)
}

function revive(state: WorldState, player: Player): void {
  player.hp = Math.ceil(player.hpMax / 2)
  relocatePlayer(state, player, state.start, state.start.facing)
  player.showVitals()
  player.sendText('You wake where it all began.')
}

function recover(state: WorldState, player: Player, now: number): void {
  // The interval starts when hp or mana falls below its maximum, and again after a restart.
  const still = !state.options.regeneration
  if (still || player.hp === player.hpMax || player.hpIntervalStart === never) player.hpIntervalStart = now
  if (still || player.mana === player.manaMax || player.manaIntervalStart === never)
    player.manaIntervalStart = now
  const gainsHp = now - player.hpIntervalStart >= healingMs && isOutOfCombat(player, now)
  const gainsMana = now - player.manaIntervalStart >= restoringMs
  if (gainsHp) {
    player.hp++
    player.hpIntervalStart = now
  }
  if (gainsMana) {
    player.mana++
    player.manaIntervalStart = now
  }
  if (gainsHp || gainsMana) player.showVitals()
}
