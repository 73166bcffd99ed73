// What townspeople hear and answer. [AS-15]

import { distanceSquared } from '../land/terrain.ts'
import { rankOf } from '../people/growth.ts'
import { isAtPeace } from '../people/vitals.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { Townsperson } from '../scene/townsperson.ts'
import { isInSight } from '../sight/sightline.ts'
import { work } from './errands.ts'
import { greetings, lore, rested, restless } from './words.ts'

/** Euclidean distances in tiles at which they greet and hear. */
const greeting = 4
const hearing = 5
/** Words about an errand, whatever its state. */
const workWords = /\b(work|errand|job|task|quest|help|yes|done)\b/i
const restWords = /\b(rest|sleep|bed)\b/i
const rankWords = /\b(rank|experience)\b/i
const recipeWords = /\b(recipes?|potions?|herbs?|flasks?)\b/i
const keyWords = /\b(keys?|strongroom|levers?|door)\b/i

/** [AS-15.2] Greets each player who comes near a townsperson for the first time, and stores that. */
export function greetNewcomers(scene: Scene): void {
  for (const person of scene.townsfolk) {
    for (const player of scene.players.circle(person.place, greeting)) {
      if (player.dead || player.met.includes(person.role) || !sees(scene, person, player)) continue
      player.met.push(person.role)
      scene.keep(player)
      tell(player, person, greetings[person.role])
    }
  }
}

/** [AS-15.3] The nearest townsperson who hears and sees the speaker answers them alone. */
export function answer(scene: Scene, player: Player, said: string): void {
  if (player.dead) return
  const [nearest] = scene.townsfolk
    .circle(player.place, hearing)
    .filter((person) => sees(scene, person, player))
    .sort(
      (a, b) =>
        distanceSquared(a.place, player.place) - distanceSquared(b.place, player.place) || a.id - b.id,
    )
  if (nearest) tell(player, nearest, reply(scene, player, nearest, said))
}

function sees(scene: Scene, person: Townsperson, player: Player): boolean {
  return isInSight(scene, person.place, player.place)
}

function tell(player: Player, { name }: Townsperson, text: string): void {
  player.tell(`\x13${name} says: \x17${text}`)
}

function reply(scene: Scene, player: Player, { role }: Townsperson, said: string): string {
  if (workWords.test(said)) return work(scene, player, role)
  if (role === 'innkeeper' && restWords.test(said)) return rest(scene, player)
  if (role === 'warden' && rankWords.test(said)) return rankOf(player)
  if (role === 'apothecary' && recipeWords.test(said)) return lore.apothecary
  if (role === 'lightkeeper' && keyWords.test(said)) return lore.lightkeeper
  return greetings[role]
}

/** [AS-15.6] */
function rest(scene: Scene, player: Player): string {
  if (!isAtPeace(player, scene.host.now())) return restless
  player.hp = player.hpMax
  player.mana = player.manaMax
  player.showVitals()
  return rested
}
