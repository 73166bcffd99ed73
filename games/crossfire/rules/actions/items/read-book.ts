import { findSkill, firstSkillForUse } from '../../../model/players/characters.ts'
import { skillLevel } from '../../../model/players/derived-stats.ts'
import { gainExperience } from '../../../model/players/gain-experience.ts'
import { hasSkill } from '../../../model/players/skills.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { changeArchetype } from '../../../model/things/move-things.ts'
import { nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

const bookType = 8
/** Marks an imported book that was read. */
const readAttribute = 'no_skill_ident'
/** [CF-25.12] A player can read books up to this number of levels above the level of their reading skill. */
const readableLevels = 5

/** [CF-25.12] Tells the player if they lack the skill of the text, or if the book is too hard. */
export function canRead(player: Player, book: Thing): boolean {
  const { archetype } = book
  const needed = archetype.attributes?.get('skill')
  if (needed !== undefined && findSkill(player.characterRules, needed) && !hasSkill(player, needed)) {
    player.sendMessage(
      `You cannot read the ${nameOf(book).one}: you need the skill ${needed}.`,
      messageTypes.skillMissing,
    )
    return false
  }
  const skill = firstSkillForUse(player.characterRules, 'read')
  if (archetype.matchProperties?.type !== bookType || skill === undefined) return true
  if (Number(archetype.attributes?.get('level') ?? 0) <= skillLevel(player, skill) + readableLevels)
    return true
  player.sendMessage(`The ${nameOf(book).one} is beyond your comprehension.`, messageTypes.applyFailure)
  return false
}

/** [CF-25.12] The first reader of a book gains experience. */
export function learnFromBook(game: GameState, player: Player, book: Thing): void {
  const { archetype } = book
  if (archetype.matchProperties?.type !== bookType || archetype.attributes?.has(readAttribute)) return
  const read = game.archetypes.improved?.(archetype, new Map([[readAttribute, '1']]))
  if (read && trainReading(game, player, book)) changeArchetype(book, read)
}

/** [CF-25.12] Trains the skill of reading. Built-in texts train nothing. Returns false without the skill. */
export function trainReading(game: GameState, player: Player, { archetype }: Thing): boolean {
  const skill = firstSkillForUse(player.characterRules, 'read')
  if (!skill || !hasSkill(player, skill) || !archetype.attributes) return false
  gainExperience(game, player, findSkill(player.characterRules, skill)?.experience ?? 0, skill)
  return true
}
