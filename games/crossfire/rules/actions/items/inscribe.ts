// [CF-14.4]

import type { Spell } from '../../../model/definitions/spell.ts'
import { firstSkillForUse } from '../../../model/players/characters.ts'
import { skillLevel } from '../../../model/players/derived-stats.ts'
import { gainExperience } from '../../../model/players/gain-experience.ts'
import { hasSkill } from '../../../model/players/skills.ts'
import { rollPercent } from '../../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { consumeThing, putThing } from '../../../model/things/move-things.ts'
import { fitsInPack } from '../../../model/things/pile-limits.ts'
import { nameWithArticle } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { spellCost } from '../../magic/casting.ts'
import { findSpell } from '../../magic/spells.ts'

const scrollType = 111
/**
 * [CF-14.4] Chance of success in percent: `even` at the spell's level, changed by `perLevel` for each level of the
 * skill above or below it.
 */
const chances = { even: 60, perLevel: 5, min: 5, max: 95 } as const

/** [CF-14.4] `words` names the spell; the scroll is the marked one. */
export function inscribeCommand(game: GameState, player: Player, words: string): void {
  const said = words.toLowerCase()
  const marked = player.markedTag === undefined ? undefined : player.findCarried(player.markedTag)
  inscribe(game, player, ({ name }) => name === said, marked)
}

/** [CF-14.4] */
export function inscribeByTag(game: GameState, player: Player, spellTag: number, scrollTag: number): void {
  inscribe(game, player, ({ tag }) => tag === spellTag, player.findCarried(scrollTag))
}

function inscribe(
  game: GameState,
  player: Player,
  isMeant: (spell: Spell) => boolean,
  scroll: Thing | undefined,
): void {
  const refuse = (text: string) => player.sendMessage(text, messageTypes.failure)
  const skill = firstSkillForUse(player.characterRules, 'inscribe')
  if (skill === undefined) return refuse('Scrolls cannot be written in this world.')
  if (!hasSkill(player, skill)) return refuse(`You do not have the skill ${skill}.`)
  const spell = [...player.spells].flatMap((id) => findSpell(id, player.archetypes) ?? []).find(isMeant)
  if (!spell) return refuse('You do not know such a spell.')
  if (!scroll || Number(scroll.archetype.attributes?.get('type')) !== scrollType)
    return refuse('Mark the scroll first.')
  if (scroll.unpaid || scroll.locked) return refuse('You cannot write on that.')
  const { sp, grace } = spellCost(player, spell)
  if (player.sp < sp || player.grace < grace) return refuse('You do not have enough points.')
  const written = game.archetypes.improved?.(scroll.archetype, spellKeysOf(spell))
  if (!written) return refuse('This scroll cannot be written on.')
  const made = game.createThing(written.id)
  const leavesRoom = scroll.count === 1 && scroll.location?.in === 'pack'
  if (!leavesRoom && !fitsInPack(player, made)) return refuse('You cannot carry more things.')
  player.sp -= sp
  player.grace -= grace
  consumeThing(scroll)
  const above = skillLevel(player, skill) - spell.level
  const chance = Math.min(chances.max, Math.max(chances.min, chances.even + chances.perLevel * above))
  if (!rollPercent(game, chance))
    return player.sendMessage('You spoil the scroll.', messageTypes.skillFailure)
  putThing(made, { in: 'pack', player })
  player.sendMessage(`You write ${nameWithArticle(made)}.`, messageTypes.skillSuccess)
  gainExperience(game, player, 2 * (sp + grace), skill)
}

function spellKeysOf({ id }: Spell): ReadonlyMap<string, string> {
  return new Map([
    ['packetboat_spell', id.replace(/^arch /, '')],
    ['identified', '1'],
  ])
}
