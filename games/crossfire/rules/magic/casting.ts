// [CF-14.7]

import type { Direction } from '../../model/definitions/directions.ts'
import type { Spell } from '../../model/definitions/spell.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { gainExperience } from '../../model/players/gain-experience.ts'
import { applyToolOf, hasSkill } from '../../model/players/skills.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { tickMicros } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds, spellSound } from '../../protocol/events/sounds.ts'
import { isRestricted } from '../scripts/services/restricted-areas.ts'
import { applySpellEffect } from './spell-effects.ts'
import { builtinSpells, findSpell } from './spells.ts'

/** [CF-14.7] Lists spells, readies an aimed spell for `fire`, and casts others at once. */
export function castCommand(game: GameState, player: Player, words: string): number | void {
  if (words === '') return listSpells(player)
  const meant = findKnownSpell(player, words)
  if (!meant) return player.sendMessage('You do not know such a spell.', messageTypes.spellError)
  if (!isAimed(meant.spell)) return castSpell(game, player, meant.spell, player.facing, meant.rest)
  player.readied = { with: 'spell', name: meant.spell.id }
  player.sendMessage(`You ready ${meant.spell.name}.`, messageTypes.spellSuccess)
}

/** [CF-14.7] Casts at once in the direction that the player faces. */
export function invokeCommand(game: GameState, player: Player, words: string): number | void {
  if (words === '') return listSpells(player)
  const meant = findKnownSpell(player, words)
  if (!meant) return player.sendMessage('You do not know such a spell.', messageTypes.spellError)
  return castSpell(game, player, meant.spell, player.facing, meant.rest)
}

/** Returns the duration in microseconds. */
export function castSpell(
  game: GameState,
  player: Player,
  spell: Spell,
  direction: Direction,
  words = '',
): number | void {
  applyToolOf(game, player, spell.skill)
  const refusal = silencedReason(game, player) ?? castRefusal(player, spell)
  if (refusal !== undefined) {
    player.stopRepeating('fire')
    return player.sendMessage(refusal, messageTypes.spellError)
  }
  const { sp, grace } = spellCost(player, spell)
  player.sp -= sp
  player.grace -= grace
  if (rollDie(game, 20) === 1) fumbleSpell(player, spell)
  else if (performSpell(game, player, spell, direction, levelsAboveSpell(player, spell), words)) {
    // [CF-14.8] Spells that do damage give experience for kills, all other spells for casting.
    if (!isDeadly(spell)) gainExperience(game, player, 2 * (sp + grace), spell.skill)
  }
  return (spell.ticks + (spell.recoveryTicks ?? 0)) * tickMicros
}

/**
 * [CF-14.9] Hampering armour raises the spell points but not the grace. [CF-24.3] [CF-22.22] Spell paths and the
 * caster's levels change both.
 */
export function spellCost(player: Player, spell: Spell): { readonly sp: number; readonly grace: number } {
  const { mana, grace, path, doubling } = spell
  const hampered = player.inventory.reduce(
    (sum, { applied, archetype }) =>
      sum + (applied && archetype.traits.role === 'armour' ? (archetype.traits.spellCostPercent ?? 0) : 0),
    0,
  )
  const { attuned, repelled } = player.stats.paths
  const dearer =
    ((path & attuned) !== 0 ? pathFactors.cheaper : 1) * ((path & repelled) !== 0 ? pathFactors.dearer : 1)
  const above = player.characterRules.spellCostsAreFixed ? 0 : levelsAboveSpell(player, spell)
  const cost = (base: number, levels: number | undefined) =>
    base && Math.max(1, Math.floor(dearer * (base + (levels ? Math.floor((base * above) / levels) : 0))))
  return {
    sp: Math.ceil((cost(mana, doubling?.mana) * (100 + hampered)) / 100),
    grace: cost(grace, doubling?.grace),
  }
}

/**
 * [CF-24.3] Cost factors of spells on attuned and repelled paths, and the levels that an attuned path adds to a spell
 * and a repelled path subtracts.
 */
const pathFactors = { cheaper: 0.8, dearer: 1.25, attunedLevels: 2 } as const

/** The maximum damage or healing of the spell; 0 if the spell neither damages nor heals. */
export function spellDamage(player: Player, spell: Spell): number {
  const more = levelsAboveSpell(player, spell)
  const { effect } = spell
  switch (effect.type) {
    case 'bolt':
    case 'wave':
    case 'smite':
      return effect.damage > 0 ? effect.damage + Math.floor(effect.damagePerLevel * more) : 0
    case 'bomb':
      return effect.explosion.damage + Math.floor(effect.damagePerLevel * more)
    case 'heal':
      return effect.hp[1] + Math.floor(effect.perLevel * more)
    default:
      return 0
  }
}

/** Runs a spell that the player casts, or that an item in use casts. Returns false if it had no effect. */
export function performSpell(
  game: GameState,
  player: Player,
  spell: Spell,
  direction: Direction,
  above: number,
  words = '',
): boolean {
  const level = player.level!
  const { x, y } = player
  playSoundAt(level, x, y, spellSound(spell.tag <= builtinSpells().size ? spell.tag - 1 : 0, spell.name))
  const from = { x, y }
  return applySpellEffect(game, spell, {
    level,
    from,
    by: player,
    direction,
    levelsAbove: above,
    skill: spell.skill,
    words,
  })
}

/** [CF-14.7] Whether the spell needs a direction, and can be fired repeatedly. */
export function isAimed({ effect }: Pick<Spell, 'effect'>): boolean {
  return effect.type === 'bolt' || effect.type === 'wave' || effect.type === 'smite'
}

function isDeadly(spell: Spell): boolean {
  const { effect } = spell
  return effect.type === 'bomb' || (isAimed(spell) && 'damage' in effect && effect.damage > 0)
}

function levelsAboveSpell(player: Player, { skill, level, path }: Spell): number {
  if (skill === undefined) return 0
  const { attuned, repelled } = player.stats.paths
  const more =
    ((path & attuned) !== 0 ? pathFactors.attunedLevels : 0) -
    ((path & repelled) !== 0 ? pathFactors.attunedLevels : 0)
  return Math.max(0, skillLevel(player, skill) + more - level)
}

function castRefusal(player: Player, spell: Spell): string | undefined {
  const { sp, grace } = spellCost(player, spell)
  if (spell.skill !== undefined && !hasSkill(player, spell.skill))
    return `You do not have the skill ${spell.skill}.`
  if ((spell.path & player.stats.paths.denied) !== 0) return 'Its path is denied to you.'
  if (player.sp < sp) return 'You do not have enough spell points.'
  if (player.grace < grace) return 'You do not have enough grace.'
}

/** [CF-23.12] */
function silencedReason(game: GameState, { level, x, y }: Player): string | undefined {
  return level && isRestricted(game, level, { x, y }, 'magic') ? 'Casting is not allowed here.' : undefined
}

function fumbleSpell(player: Player, { name }: Spell): void {
  player.sendMessage(`You fumble the ${name}.`, messageTypes.fumble)
  player.playSound(sounds.fumble)
}

/**
 * [CF-14.7] Finds a spell by its number, by the longest matching name, or by a prefix of a name. `rest`: the text after
 * the name.
 */
function findKnownSpell(player: Player, words: string): { spell: Spell; rest: string } | undefined {
  const known = [...player.spells].flatMap((id) => findSpell(id, player.archetypes) ?? [])
  const said = words.toLowerCase()
  const [, number = '', after = ''] = /^(\d+)\s*(.*)$/s.exec(words) ?? []
  const byTag = known.find(({ tag }) => number === String(tag))
  if (byTag) return { spell: byTag, rest: after }
  const fits = known
    .filter(({ name }) => said === name || said.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (fits) return { spell: fits, rest: words.slice(fits.name.length).trim() }
  const begun = known.find(({ name }) => name.startsWith(said))
  return begun && { spell: begun, rest: '' }
}

export function listSpells(player: Player): void {
  const lines = [...player.spells].flatMap((id) => {
    const spell = findSpell(id, player.archetypes)
    if (!spell) return []
    const { sp, grace } = spellCost(player, spell)
    return [`${spell.name}: ${sp > 0 ? `${sp} sp` : `${grace} grace`}. ${spell.description}`]
  })
  player.sendMessage(lines.length > 0 ? lines.join('\n') : 'You know no spells.', messageTypes.spellInfo)
}
