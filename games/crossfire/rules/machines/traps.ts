// [CF-20.18]

import { combatStatsOf } from '../../model/definitions/archetype.ts'
import { type DamageSpec, discoveredTrapStateOffset, type Trap } from '../../model/definitions/machine.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import {
  machinePartsAt,
  type PlacedPart,
  placedPartOf,
  setPartState,
} from '../../model/level/machine-parts.ts'
import { findSkill, firstSkillForUse } from '../../model/players/characters.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { gainExperience } from '../../model/players/gain-experience.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollDie, rollPercent } from '../../model/state/dice.ts'
import type { GameState, Level, Player, Thing } from '../../model/state/game-state.ts'
import { removeThing } from '../../model/things/move-things.ts'
import { nameOf, withArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { monsterResistance, playerResistance, rollDamage } from '../combat/damage-rolls.ts'
import { infect } from '../combat/diseases.ts'
import { damageMonster, damagePlayer } from '../vitals/apply-damage.ts'
import { poisonMs, startEffect } from '../vitals/timed-effects.ts'
import { sendFromPart } from './signals.ts'
import { workForText } from './signs.ts'
import { castFromPart, makerInGame, spellOfPart, workPerSpell } from './spell-shooters.ts'

/** Percentage of successes with a skill of at least the trap's level. */
const masteredChance = 91

/** [CF-20.18] Returns the amount of work. */
export function triggerTrap(game: GameState, trap: PlacedPart, player: Player): number {
  const { thing, machine, part, at } = trap
  if (part.type !== 'trap' || machine.gone) return 0
  setPartState(trap, machine.state + 1)
  player.sendMessage(thing.archetype.text ?? `You set off ${withArticle(nameOf(thing))}!`, messageTypes.trap)
  playSoundAt(at.level, at.x, at.y, sounds.hit)
  sendFromPart(trap, 1)
  const spell = spellOfPart(game, trap, part.spell)
  if (spell) castFromPart(game, trap, spell, 0, part.level, player)
  // [CF-22.15]
  const disease =
    part.diseases && game.archetypes.disease?.(part.diseases[rollDie(game, part.diseases.length) - 1]!)
  if (disease) infect(game, player, disease)
  if (part.damageSpec) {
    showFlash(game, at.level, at, 'hit')
    damageByTrap(game, player, part.damageSpec, withArticle(nameOf(thing)))
  }
  return workPerSpell + workForText(thing.archetype.text, 1)
}

/** [CF-22.13] Triggers the rune if the player who made it is in the game. */
export function triggerRune(game: GameState, rune: PlacedPart, monster: Thing): number | void {
  const { thing, machine, part, at } = rune
  const maker = machine.maker && makerInGame(game, machine.maker)
  const stats = combatStatsOf(monster.archetype)
  if (part.type !== 'trap' || !maker || !stats || monster.archetype.traits.role !== 'monster') return
  const spell = spellOfPart(game, rune, part.spell)
  removeThing(thing)
  playSoundAt(at.level, at.x, at.y, sounds.hit)
  if (spell) castFromPart(game, rune, spell, 0, part.level)
  if (!part.damageSpec) return workPerSpell
  showFlash(game, at.level, at, 'hit')
  const { damage, attack } = part.damageSpec
  damageMonster(
    game,
    monster,
    rollDamage(game, damage, monsterResistance(stats, attack)),
    maker,
    machine.maker?.skill,
  )
  return workPerSpell
}

function damageByTrap(game: GameState, player: Player, { damage, attack }: DamageSpec, by: string): void {
  const dealt = rollDamage(game, damage, playerResistance(player, attack))
  // Poison the player before the damage, so that a death from the damage also ends the poisoning.
  if (attack.includes('poison')) startEffect(game, player, 'poison', poisonMs, 1)
  damagePlayer(game, player, dealt, by)
}

/** [CF-20.18] Returns the number of traps found. */
export function discoverTraps(game: GameState, player: Player, level: Level, x: number, y: number): number {
  let count = 0
  for (const trap of machinePartsAt(level, x, y)) {
    if (trap.part.type !== 'trap' || trap.machine.gone || trap.machine.state >= discoveredTrapStateOffset)
      continue
    if (!rollPercent(game, findingChance(player, trap.part))) continue
    setPartState(trap, trap.machine.state + discoveredTrapStateOffset)
    trainWith(game, player, 'search', trap.part.concealment)
    count++
  }
  return count
}

/** [CF-20.18] Disarms the trap, fails, or triggers it. */
export function disarmTrap(game: GameState, player: Player, thing: Thing): void {
  const trap = placedPartOf(thing)
  if (trap?.part.type !== 'trap' || trap.machine.gone) return
  const name = nameOf(thing).one
  if (rollPercent(game, disarmingChance(player, trap.part))) {
    if (trap.machine.maker) removeThing(thing)
    else setPartState(trap, discoveredTrapStateOffset + trap.part.maxUses)
    player.sendMessage(`You disarm the ${name}.`, messageTypes.skillSuccess)
    trainWith(game, player, 'disarm traps', trap.part.level)
  } else if (rollDie(game, 2) === 1 && !trap.machine.maker) triggerTrap(game, trap, player)
  else player.sendMessage(`You fail to disarm the ${name}.`, messageTypes.skillFailure)
}

/** [CF-20.18] Disarms the first discovered trap on the player's cell or next to it. */
export function disarmNearby(game: GameState, player: Player): void {
  const { level, x, y } = player
  for (let row = y - 1; row <= y + 1; row++)
    for (let column = x - 1; column <= x + 1; column++)
      for (const { thing, part, machine } of machinePartsAt(level!, column, row))
        if (part.type === 'trap' && !machine.gone && machine.state >= discoveredTrapStateOffset)
          return disarmTrap(game, player, thing)
  player.sendMessage('There is no trap next to you.', messageTypes.skillFailure)
}

function findingChance(player: Player, { level, concealment }: Trap): number {
  const learnt = skillLevel(player, skillForTraps(player, 'search') ?? '')
  if (level <= learnt) return masteredChance
  return 100 - Math.min(95, Math.max(5, 5 * (level + concealment - learnt)))
}

function disarmingChance(player: Player, { level }: Trap): number {
  const learnt = skillLevel(player, skillForTraps(player, 'disarm traps') ?? '')
  if (level <= learnt) return masteredChance
  const sides = level - learnt + 5 - Math.floor(player.stats.abilities.Dex / 2)
  return 100 / Math.min(20, Math.max(2, sides))
}

/** `extra`: experience of the trap, to which the skill's `experiencePercent` applies. */
function trainWith(game: GameState, player: Player, use: 'search' | 'disarm traps', extra: number): void {
  const name = skillForTraps(player, use)
  const { experience = 0, experiencePercent = 100 } = findSkill(player.characterRules, name ?? '') ?? {}
  gainExperience(game, player, experience + Math.floor((extra * experiencePercent) / 100), name)
}

/** In worlds without a skill for disarming traps, the skill for searching disarms them. */
function skillForTraps({ characterRules }: Player, use: 'search' | 'disarm traps'): string | undefined {
  return firstSkillForUse(characterRules, use) ?? firstSkillForUse(characterRules, 'search')
}
