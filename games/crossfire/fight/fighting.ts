// Blows: whether one hits, how much it hurts, by hand or by tooth. [CF-13]

import { soundOfBlow, sounds } from '../hearing/sounds.ts'
import { textKinds } from '../hearing/text-kinds.ts'
import { meleeSkill, wielded } from '../people/figures.ts'
import { Player } from '../people/player.ts'
import type { Attack, Monster, Resistance } from '../scene/archetype.ts'
import { percent, roll } from '../scene/dice.ts'
import type { Scene } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { nameOf, type Thing } from '../things/thing.ts'
import { enchant } from '../vitals/lasting.ts'
import { woundMonster, woundPlayer } from '../vitals/wounds.ts'
import { flash } from './flights.ts'

/** [CF-13.6] What a poisonous bite leaves: in how many of a hundred, for how long, in milliseconds. */
const poisoning = { chance: 30, ms: 20_000 } as const

/** [CF-13.1] One blow of a player at a monster, or of a monster at a player. Nobody else fights. */
export function attack(scene: Scene, attacker: Player | Thing, target: Player | Thing): void {
  if (attacker instanceof Player) {
    if (!(target instanceof Player)) strike(scene, attacker, target)
  } else if (target instanceof Player) bite(scene, attacker, target)
}

/** [CF-13.2] A die of twenty: 20 always hits, 1 never, else it has to reach `wc` less `ac`. */
export function hits(scene: Pick<Scene, 'host'>, wc: number, ac: number): boolean {
  const die = roll(scene, 20)
  return die === 20 || (die > 1 && die >= wc - ac)
}

/** [CF-13.4] 1 to `most`, less so many percent; who does not resist wholly loses 1 at least. */
export function hurts(scene: Pick<Scene, 'host'>, most: number, resisted: number): number {
  const damage = roll(scene, Math.max(1, most))
  if (resisted >= 100) return 0
  return Math.max(1, Math.round((damage * (100 - resisted)) / 100))
}

/** [CF-13.5] Percent of an attack that a monster does not feel. */
export function monsterResists({ armour, resists }: Monster, attack: Attack): number {
  return resisted(armour, resists ?? {}, attack)
}

/** [CF-13.5] Percent of an attack that a player does not feel. */
export function playerResists({ figures: { armour, resists } }: Player, attack: Attack): number {
  return resisted(armour, resists, attack)
}

function strike(scene: Scene, player: Player, target: Thing): void {
  const { is } = target.kind
  const { where } = target
  if (is.role !== 'monster' || where?.in !== 'cell') return
  const { wc, damage } = player.figures
  const name = nameOf(target).one
  target.life!.foe = player.tag
  if (!hits(scene, wc, is.ac)) {
    player.tell(`You miss the ${name}.`, textKinds.missed)
    return soundAt(where.level, where.x, where.y, sounds.miss)
  }
  const dealt = hurts(scene, damage, monsterResists(is, wielded(player)?.attack ?? 'physical'))
  player.tell(dealt > 0 ? `You hit the ${name}.` : `The ${name} does not feel it.`, textKinds.hit)
  soundAt(where.level, where.x, where.y, soundOfBlow(dealt, damage))
  flash(scene, where.level, where, 'hit')
  woundMonster(scene, target, dealt, player, meleeSkill(player))
}

function bite(scene: Scene, monster: Thing, player: Player): void {
  const { is } = monster.kind
  if (is.role !== 'monster') return
  const name = nameOf(monster).one
  if (!hits(scene, is.wc, player.figures.ac)) {
    return player.tell(`The ${name} misses you.`, textKinds.missed)
  }
  const resists = playerResists(player, is.attack)
  const dealt = hurts(scene, is.damage, resists)
  if (dealt === 0) return player.tell(`The ${name} cannot harm you.`, textKinds.wasHit)
  player.tell(`The ${name} hits you.`, textKinds.wasHit)
  const poisons = is.attack === 'poison' && percent(scene, (poisoning.chance * (100 - resists)) / 100)
  // First the poison: who dies of the blow is rid of it.
  if (poisons) enchant(scene, player, 'poison', poisoning.ms, 1)
  woundPlayer(scene, player, dealt, `a ${name}`)
}

function resisted(armour: number, resists: Resistance, attack: Attack): number {
  return attack === 'physical' ? armour : (resists[attack] ?? 0)
}
