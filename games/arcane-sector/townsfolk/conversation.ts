// [AS-15]

import { describeRank } from '../players/experience.ts'
import { isOutOfCombat } from '../players/vitals.ts'
import type { Player } from '../state/player.ts'
import type { Townsperson } from '../state/townsperson.ts'
import type { WorldState } from '../state/world-state.ts'
import { distanceSquared } from '../terrain/terrain.ts'
import { hasLineOfSight } from '../vision/line-of-sight.ts'
import { handleQuest } from './quests.ts'
import { greetings, innRestText, loreTexts, restRefusedText } from './texts.ts'

/** Maximum Euclidean distances in tiles at which townspeople greet a player, and at which they hear speech. */
const greeting = 4
const hearing = 5
const workWords = /\b(work|errand|job|task|quest|help|yes|done)\b/i
const restWords = /\b(rest|sleep|bed)\b/i
const rankWords = /\b(rank|experience)\b/i
const recipeWords = /\b(recipes?|potions?|herbs?|flasks?)\b/i
const keyWords = /\b(keys?|strongroom|levers?|door)\b/i

/** [AS-15.2] Stores that the player was greeted. */
export function greetUnmetPlayers(state: WorldState): void {
  for (const person of state.townsfolk) {
    for (const player of state.players.circle(person.place, greeting)) {
      if (player.isDead || player.met.includes(person.role) || !sees(state, person, player)) continue
      player.met.push(person.role)
      state.saveCharacter(player)
      sayTo(player, person, greetings[person.role])
    }
  }
}

/** [AS-15.3] */
export function answerSpeech(state: WorldState, player: Player, said: string): void {
  if (player.isDead) return
  const [nearest] = state.townsfolk
    .circle(player.place, hearing)
    .filter((person) => sees(state, person, player))
    .sort(
      (a, b) =>
        distanceSquared(a.place, player.place) - distanceSquared(b.place, player.place) || a.id - b.id,
    )
  if (nearest) sayTo(player, nearest, reply(state, player, nearest, said))
}

function sees(state: WorldState, person: Townsperson, player: Player): boolean {
  return hasLineOfSight(state, person.place, player.place)
}

function sayTo(player: Player, { name }: Townsperson, text: string): void {
  player.sendText(`\x13${name} says: \x17${text}`)
}

function reply(state: WorldState, player: Player, { role }: Townsperson, said: string): string {
  if (workWords.test(said)) return handleQuest(state, player, role)
  if (role === 'innkeeper' && restWords.test(said)) return rest(state, player)
  if (role === 'warden' && rankWords.test(said)) return describeRank(player)
  if (role === 'apothecary' && recipeWords.test(said)) return loreTexts.apothecary
  if (role === 'lightkeeper' && keyWords.test(said)) return loreTexts.lightkeeper
  return greetings[role]
}

/** [AS-15.6] */
function rest(state: WorldState, player: Player): string {
  if (!isOutOfCombat(player, state.context.now())) return restRefusedText
  player.hp = player.hpMax
  player.mana = player.manaMax
  player.showVitals()
  return innRestText
}
