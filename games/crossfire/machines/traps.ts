// Runes and traps, invisible until found or triggered. [CF-20.18]
import { hurts, playerResists } from '../fight/damage.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import { flash } from '../places/flashes.ts'
import { partsAt, type Standing, setState, standing } from '../places/parts.ts'
import { percent, roll } from '../scene/dice.ts'
import { found, type Harm, type Trap } from '../scene/machine.ts'
import type { Level, Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { nameOf } from '../things/thing.ts'
import { enchant, poisonMs } from '../vitals/lasting.ts'
import { woundPlayer } from '../vitals/wounds.ts'
import { castFrom, spellIn } from './shooting.ts'
import { send } from './signals.ts'

/** Chances in percent of finding and of disarming, plus `perLevel` of the skill, minus the trap's level. */
const chances = { finds: 60, disarms: 50, perLevel: 5, least: 5 } as const
/** Experience for finding or disarming, per level of the trap. */
const lessonPerLevel = 10

/** [CF-20.18] Triggers the trap on the player. */
export function spring(scene: Scene, trap: Standing, player: Player): void {
  const { thing, is, part, at } = trap
  if (part.is !== 'trap' || is.gone) return
  setState(trap, is.state + 1)
  player.tell(thing.kind.text ?? `You set off a ${nameOf(thing).one}!`, messageTypes.trap)
  soundAt(at.level, at.x, at.y, sounds.hit)
  send(trap, 1)
  const spell = spellIn(scene, trap, part.spell)
  if (spell) castFrom(scene, trap, spell, 0, part.level, player)
  if (part.does) {
    flash(scene, at.level, at, 'hit')
    strike(scene, player, part.does, nameOf(thing).one)
  }
}

function strike(scene: Scene, player: Player, { damage, attack }: Harm, name: string): void {
  const dealt = hurts(scene, damage, playerResists(player, attack))
  // Before the damage, because death ends the poisoning.
  if (attack === 'poison') enchant(scene, player, 'poison', poisonMs, 1)
  woundPlayer(scene, player, dealt, `a ${name}`)
}

/** [CF-20.18] Returns the number of traps found in the cell. */
export function findTraps(scene: Scene, player: Player, level: Level, x: number, y: number): number {
  let count = 0
  for (const trap of partsAt(level, x, y)) {
    if (trap.part.is !== 'trap' || trap.is.gone || trap.is.state >= found) continue
    if (!percent(scene, chance(player, chances.finds, trap.part))) continue
    setState(trap, trap.is.state + found)
    gain(player, lessonPerLevel * trap.part.level, 'searching')
    count++
  }
  return count
}

/** [CF-20.18] Applying a found trap disarms it, fails, or triggers it. */
export function disarm(scene: Scene, player: Player, thing: Thing): void {
  const trap = standing(thing)
  if (trap?.part.is !== 'trap' || trap.is.gone) return
  const name = nameOf(thing).one
  if (percent(scene, chance(player, chances.disarms, trap.part))) {
    setState(trap, found + trap.part.times)
    player.tell(`You disarm the ${name}.`, messageTypes.skillSuccess)
    gain(player, lessonPerLevel * trap.part.level, 'searching')
  } else if (roll(scene, 2) === 1) spring(scene, trap, player)
  else player.tell(`You fail to disarm the ${name}.`, messageTypes.skillFailure)
}

function chance(player: Player, usual: number, { level }: Trap): number {
  return Math.max(chances.least, usual + chances.perLevel * skillLevel(player, 'searching') - level)
}
