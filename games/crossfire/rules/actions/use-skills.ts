// [CF-14.6]

import type { SkillUse } from '../../model/definitions/character-rules.ts'
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import { revealSecretDoor, secretDoorAt } from '../../model/level/doors.ts'
import { abilityBonus } from '../../model/players/ability-bonus.ts'
import { findSkill, firstSkillForUse } from '../../model/players/characters.ts'
import { meleeSkill, skillLevel } from '../../model/players/derived-stats.ts'
import { gainExperience } from '../../model/players/gain-experience.ts'
import { applyToolOf, hasSkill } from '../../model/players/skills.ts'
import { rollPercent } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { actionMicros, attackMicros } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { attackTarget } from '../combat/melee.ts'
import { worshipAt } from '../gods/worship.ts'
import { disarmNearby, discoverTraps } from '../machines/traps.ts'
import { craftInCauldron } from './items/craft.ts'
import { identifyBySkill } from './items/identify.ts'
import { inscribeCommand } from './items/inscribe.ts'
import { shootReadiedWeapon, throwThing } from './shoot-and-throw.ts'
import { hide, jump, meditate, orate, pickLockAhead, sing, stealAhead } from './skill-uses.ts'

/** [CF-14.13] Duration of a search in actions, radius in cells, and chance in percent to find a door. */
const searchActions = 3
const searchRadius = { cells: 1, levelsPerCell: 5, maxCells: 3 } as const
const findChances = { chance: 50, perLevel: 4, perInt: 5 } as const
/** [CF-14.13] */
const secretDoorExperience = 25
/** [CF-14.14] */
const prayerMicros = 1_200_000

const usesWithOwnDuration: ReadonlySet<SkillUse> = new Set([
  ...(['throw', 'shoot', 'cast', 'use magic items', 'fight armed', 'fight unarmed'] as const),
])

/** [CF-14.6] Returns the duration in microseconds; undefined means the duration of one action. */
export function useSkill(game: GameState, player: Player, words: string): number | void {
  const skill = parseSkill(player, words)
  if (skill !== undefined)
    return useSkillNamed(game, player, skill, player.facing, argumentAfter(words, skill))
}

/** [CF-14.6] */
export function readySkill(game: GameState, player: Player, words: string): void {
  const skill = parseSkill(player, words)
  if (skill === undefined) return
  applyToolOf(game, player, skill)
  player.readied = { with: 'skill', name: skill }
  player.sendMessage(`You ready ${skill}.`, messageTypes.skillSuccess)
}

export function useSkillNamed(
  game: GameState,
  player: Player,
  skill: string,
  direction: Direction,
  words = '',
): number | void {
  applyToolOf(game, player, skill)
  const use = findSkill(player.characterRules, skill)?.use
  const micros = performUse(game, player, skill, use, direction, words)
  return use !== undefined && usesWithOwnDuration.has(use) ? micros : skillUseMicros(player, micros)
}

/** [CF-21.10] `otherwise`: the duration in a world in which each skill has a duration of its own. */
function skillUseMicros<Micros>(player: Player, otherwise: Micros): number | Micros {
  const { actionsPerSkillUse } = player.characterRules.formulas
  return actionsPerSkillUse === undefined ? otherwise : actionsPerSkillUse * actionMicros(player)
}

function performUse(
  game: GameState,
  player: Player,
  skill: string,
  use: SkillUse | undefined,
  direction: Direction,
  words: string,
): number | void {
  switch (use) {
    case 'search':
      return search(game, player)
    case 'pray':
      return pray(game, player)
    case 'throw':
      return throwThing(game, player, words, direction)
    case 'shoot':
    case 'cast':
    case 'use magic items':
      if (player.readied && player.readied.with !== 'skill')
        return shootReadiedWeapon(game, player, player.readied, direction)
      return player.sendMessage('Ready a bow, a wand or a spell, then use fire.', messageTypes.skillError)
    case 'fight armed':
    case 'fight unarmed':
      return useMeleeSkill(game, player, skill, direction)
    case 'pick locks':
      return pickLockAhead(game, player, skill, direction)
    case 'steal':
      return stealAhead(game, player, skill, direction)
    case 'hide':
      return hide(game, player, skill)
    case 'calm by singing':
      return sing(game, player, skill)
    case 'convert by oratory':
      return orate(game, player, skill, direction)
    case 'meditate':
      return meditate(player, skill)
    case 'jump':
      return jump(game, player, skill, direction)
    case 'inscribe':
      return inscribeCommand(game, player, words)
    case 'disarm traps':
      return disarmNearby(game, player)
    default:
      return (
        craftInCauldron(game, player, skill) ??
        identifyBySkill(game, player, skill) ??
        player.sendMessage('That skill works by itself.', messageTypes.skillError)
      )
  }
}

/** [CF-14.13] [CF-20.18] Searches for secret doors and traps nearby. */
export function search(game: GameState, player: Player): number {
  const level = player.level!
  const searching = firstSkillForUse(player.characterRules, 'search') ?? ''
  const skill = skillLevel(player, searching)
  const chance =
    findChances.chance +
    findChances.perLevel * skill +
    findChances.perInt * abilityBonus(player.stats.abilities.Int)
  const cells = Math.min(
    searchRadius.maxCells,
    searchRadius.cells + Math.floor(skill / searchRadius.levelsPerCell),
  )
  let [found, traps] = [0, 0]
  for (let y = player.y - cells; y <= player.y + cells; y++) {
    for (let x = player.x - cells; x <= player.x + cells; x++) {
      traps += discoverTraps(game, player, level, x, y)
      const door = secretDoorAt(level, { x, y })
      if (!door || !rollPercent(game, chance)) continue
      revealSecretDoor(door)
      found++
    }
  }
  if (traps > 0) player.sendMessage('You find a trap!', messageTypes.skillSuccess)
  if (found > 0) {
    player.sendMessage('You find a secret door!', messageTypes.skillSuccess)
    gainExperience(game, player, secretDoorExperience * found, searching)
  } else if (traps === 0) player.sendMessage('You search but find nothing.', messageTypes.skillFailure)
  return skillUseMicros(player, searchActions * actionMicros(player))
}

/**
 * [CF-14.14] Prays, which restores grace, and twice as much on holy ground. [CF-24.2] `altar`: the altar of a god, by
 * default the one under the player. A prayer at such an altar is also worship.
 */
export function pray(
  game: GameState,
  player: Player,
  altar = player.level!.topThingWithRole(player.x, player.y, 'altar'),
): number {
  const { maxGrace, abilities } = player.stats
  const god = altar?.archetype.traits.role === 'altar' ? altar.archetype.traits.god : undefined
  if (altar && god !== undefined)
    player.sendMessage(`You pray over the ${nameOf(altar).one}.`, messageTypes.skillSuccess)
  if (player.grace < maxGrace) {
    const points = player.characterRules.formulas.gracePerPrayer(abilities)
    player.grace = Math.min(maxGrace, player.grace + (isOnHolyGround(player) ? 2 * points : points))
    if (god === undefined) player.sendMessage('You pray.', messageTypes.skillSuccess)
  } else if (god === undefined) player.sendMessage('Your prayers are answered.', messageTypes.skillFailure)
  if (god !== undefined) worshipAt(game, player, god)
  return skillUseMicros(player, prayerMicros)
}

export function listSkills(player: Player): void {
  const lines = [...player.skills].map(
    ([name, experience]) => `${name}: level ${skillLevel(player, name)}, ${experience} experience`,
  )
  const { faith } = player
  const followed = faith ? [`You follow ${faith.god}.`] : []
  player.sendMessage([...lines, ...followed].join('\n'), messageTypes.skillList)
}

function useMeleeSkill(game: GameState, player: Player, skill: string, direction: Direction): number | void {
  if (meleeSkill(player) !== skill)
    return player.sendMessage('You wield the wrong weapon for that.', messageTypes.skillError)
  const { x, y } = neighbourOf(player, direction)
  const creature = player.level!.creatureAt(x, y)
  if (creature?.archetype.traits.role !== 'monster')
    return player.sendMessage('There is nobody to hit.', messageTypes.noAttack)
  attackTarget(game, player, creature)
  return attackMicros(player)
}

/** Tells the player if there is no such skill, or if the player does not have it. */
function parseSkill(player: Player, words: string): string | undefined {
  const said = words.toLowerCase()
  if (said === '') return void listSkills(player)
  const names = player.characterRules.skills.map(({ name }) => name)
  const skill =
    names.find((name) => said === name || said.startsWith(`${name} `)) ??
    names.find((name) => name.startsWith(said))
  if (skill === undefined) return void player.sendMessage('There is no such skill.', messageTypes.skillError)
  if (!hasSkill(player, skill))
    return void player.sendMessage(`You do not have the skill ${skill}.`, messageTypes.skillMissing)
  return skill
}

function argumentAfter(words: string, skill: string): string {
  return words.toLowerCase().startsWith(`${skill} `) ? words.slice(skill.length).trim() : ''
}

function isOnHolyGround({ level, x, y }: Player): boolean {
  const ground = level!.topThingWithRole(x, y, 'ground')
  return ground?.archetype.traits.role === 'ground' && ground.archetype.traits.holy === true
}
