// [CF-22.13] [CF-22.14]

import { decodeByteText } from '../../../shared/byte-text.ts'
import { neighbourOf } from '../../model/definitions/directions.ts'
import type { RuneSpell } from '../../model/definitions/spell.ts'
import { type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { machinePartsAt } from '../../model/level/machine-parts.ts'
import { type GameState, isPlayer, type Player } from '../../model/state/game-state.ts'
import { sanitizeText } from '../../model/state/player-texts.ts'
import { putThing } from '../../model/things/move-things.ts'
import { nameWithArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { type EffectOf, failSpell, type SpellCast } from './spell-cast.ts'
import { findSpell } from './spells.ts'

/** [CF-22.13] */
export function placeRune(game: GameState, spell: RuneSpell, casting: SpellCast): boolean {
  const { by, levelsAbove, skill, words = '' } = casting
  if (!isPlayer(by)) return false
  const held = spell.namesSpell && knownSpell(by, words)
  if (spell.namesSpell && held === undefined)
    return failSpell(by, 'Which spell? Add the name of one that you know.')
  const cell = emptyCellAhead(game, by, casting)
  if (!cell) return false
  const kind = game.archetypes.conjured?.(spell.archetypeId, {
    ...{ tag: by.tag, skill, levelsAbove },
    ...(held && { spell: held }),
  })
  if (!kind) return false
  const rune = putThing(game.createThing(kind.id), { in: 'cell', ...cell })
  by.sendMessage(`You draw ${nameWithArticle(rune)}.`, messageTypes.spellSuccess)
  return true
}

/** [CF-22.14] */
export function writeMark(
  game: GameState,
  { archetypeId }: EffectOf<'inscription'>,
  casting: SpellCast,
): boolean {
  const { by, levelsAbove, skill, words = '' } = casting
  if (!isPlayer(by)) return false
  const text = sanitizeText(words)
  if (text === '') return failSpell(by, 'What do you want to write? Add the words.')
  const refused = game.context.moderation.wordRefusal(decodeByteText(text))
  if (refused !== undefined) return failSpell(by, refused)
  const cell = emptyCellAhead(game, by, casting)
  const kind = game.archetypes.conjured?.(archetypeId, { tag: by.tag, skill, levelsAbove })
  if (!cell || !kind) return false
  putThing(game.createThing(kind.id, 1, { text }), { in: 'cell', ...cell })
  by.sendMessage('You write on the ground.', messageTypes.spellSuccess)
  return true
}

/** Finds a known spell by its name or a prefix of it; undefined if the player does not know the spell. */
function knownSpell({ spells, archetypes }: Player, words: string): string | undefined {
  const said = words.toLowerCase().replace(/^of\s+/, '')
  if (said === '') return undefined
  const known = [...spells].flatMap((id) => findSpell(id, archetypes) ?? [])
  return (known.find(({ name }) => name === said) ?? known.find(({ name }) => name.startsWith(said)))?.id
}

/** Tells the player why the cell cannot be used. */
function emptyCellAhead(
  game: GameState,
  player: Player,
  { level, from, direction }: SpellCast,
): LevelCell | undefined {
  const { x, y } = neighbourOf(from, direction || player.facing)
  const cell = mapsAround(game, level, player).openCellAt(x, y)
  if (!cell || cell.level.isWorldFull) failSpell(player, 'Something is in the way.')
  else if (
    cell.level.thingsAt(cell.x, cell.y).some(({ archetype }) => archetype.built) ||
    machinePartsAt(cell.level, cell.x, cell.y).some(
      ({ part, machine }) => part.type === 'trap' && !machine.gone,
    )
  )
    failSpell(player, 'Something is written there.')
  else return cell
}
