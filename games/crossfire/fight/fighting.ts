// Melee combat. [CF-13]
import { blowSound, sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { meleeSkill, wielded } from '../people/figures.ts'
import { flash } from '../places/flashes.ts'
import { percent } from '../scene/dice.ts'
import { isPlayer, type Player, type Scene, type Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { nameOf } from '../things/thing.ts'
import { disenchant, enchant, poisonMs } from '../vitals/lasting.ts'
import { woundMonster, woundPlayer } from '../vitals/wounds.ts'
import { hits, hurts, monsterResists, playerResists } from './damage.ts'

/** [CF-13.6] Chance in percent that a poisonous bite poisons. */
const poisonChance = 30

/** [CF-13.1] One blow: players and guards hit monsters, monsters hit players. Other combinations do nothing. */
export function attack(scene: Scene, attacker: Player | Thing, target: Player | Thing): void {
  if (isPlayer(attacker)) {
    if (!isPlayer(target)) strike(scene, attacker, target)
  } else if (isPlayer(target)) bite(scene, attacker, target)
  else fendOff(scene, attacker, target)
}

function strike(scene: Scene, player: Player, target: Thing): void {
  const { is } = target.kind
  const { where } = target
  if (is.role !== 'monster' || where?.in !== 'cell') return
  const { wc, damage } = player.figures
  disenchant(player, 'unseen')
  // [CF-22.5]
  if (player.effects.has('afraid')) return player.tell('You dare not.', messageTypes.failure)
  const name = nameOf(target).one
  target.life!.foe = player.tag
  if (!hits(scene, wc, is.ac)) {
    player.tell(`You miss the ${name}.`, messageTypes.missed)
    return soundAt(where.level, where.x, where.y, sounds.miss)
  }
  const dealt = hurts(scene, damage, monsterResists(is, wielded(player)?.attack ?? 'physical'))
  player.tell(dealt > 0 ? `You hit the ${name}.` : `The ${name} does not feel it.`, messageTypes.hit)
  soundAt(where.level, where.x, where.y, blowSound(dealt, damage))
  flash(scene, where.level, where, 'hit')
  woundMonster(scene, target, dealt, player, meleeSkill(player))
}

/** [CF-13.17] Kills by guards give nobody experience. */
function fendOff(scene: Scene, guardian: Thing, monster: Thing): void {
  const [{ is: by }, { is: foe }] = [guardian.kind, monster.kind]
  if (by.role !== 'person' || !by.guards || foe.role !== 'monster' || monster.where?.in !== 'cell') return
  const { level, x, y } = monster.where
  if (!hits(scene, by.guards.wc, foe.ac)) return soundAt(level, x, y, sounds.miss)
  const dealt = hurts(scene, by.guards.damage, monsterResists(foe, 'physical'))
  soundAt(level, x, y, blowSound(dealt, by.guards.damage))
  flash(scene, level, monster.where, 'hit')
  woundMonster(scene, monster, dealt)
}

function bite(scene: Scene, monster: Thing, player: Player): void {
  const { is } = monster.kind
  if (is.role !== 'monster') return
  const name = nameOf(monster).one
  if (!hits(scene, is.wc, player.figures.ac)) {
    return player.tell(`The ${name} misses you.`, messageTypes.missed)
  }
  const resists = playerResists(player, is.attack)
  const dealt = hurts(scene, is.damage, resists)
  if (dealt === 0) return player.tell(`The ${name} cannot harm you.`, messageTypes.wasHit)
  player.tell(`The ${name} hits you.`, messageTypes.wasHit)
  const poisons = is.attack === 'poison' && percent(scene, (poisonChance * (100 - resists)) / 100)
  // Poison before damage: death ends all effects, and poison added afterwards would stay.
  if (poisons) enchant(scene, player, 'poison', poisonMs, 1)
  woundPlayer(scene, player, dealt, `a ${name}`)
}
