// [CF-25.7]

import { directions, neighbourOf } from '../../model/definitions/directions.ts'
import { type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { rollDie } from '../../model/state/dice.ts'
import { type GameState, isPlayer, type Player, type Thing } from '../../model/state/game-state.ts'
import { identifyAndReport, isUnidentified, removeCurse } from '../../model/things/identification.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { nameOf, withContents } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { benefitingPlayers, type EffectOf, type SpellCast, scaleByLevel } from './spell-cast.ts'

/** [CF-25.7] Identifies items, first in the inventory and then on the player's cell. */
export function identifyItems({ things, perLevel }: EffectOf<'identify'>, casting: SpellCast): boolean {
  let told = false
  for (const player of benefitingPlayers(casting)) {
    const { level, x, y } = player
    const near = [...player.inventory, ...(level?.thingsAt(x, y) ?? [])].flatMap((each) => [
      ...withContents(each),
    ])
    const unknown = near.filter((thing) => isUnidentified(thing) && !thing.unpaid)
    const some = unknown.slice(0, Math.max(1, scaleByLevel(things, perLevel, casting)))
    for (const thing of some) identifyAndReport(player, thing)
    if (some.length === 0) player.sendMessage('You have nothing unidentified.', messageTypes.spellFailure)
    else told = true
  }
  return told
}

/** [CF-25.8] */
export function removeCurses({ damned }: EffectOf<'uncurse'>, casting: SpellCast): boolean {
  let freed = false
  for (const player of benefitingPlayers(casting)) {
    const bound = player.inventory.filter((thing) => isHeldByRemovableCurse(thing, damned))
    for (const thing of bound) releaseFromCurse(player, thing)
    if (bound.length === 0) player.sendMessage('None of your things is cursed.', messageTypes.spellFailure)
    else freed = true
  }
  return freed
}

/** [CF-25.8] `damned`: includes curses that only the strongest spell removes. */
export function isHeldByRemovableCurse({ applied, archetype: { curse } }: Thing, damned: boolean): boolean {
  return applied !== undefined && (curse === 'cursed' || (damned && curse === 'damned'))
}

/** [CF-25.8] */
export function releaseFromCurse(player: Player, thing: Thing): void {
  removeCurse(thing)
  player.sendMessage(`You can remove the ${nameOf(thing).one} again.`, messageTypes.spellSuccess)
}

/** [CF-22.18] */
const nuggetIds = ['arch largenugget', 'arch smallnugget'] as const
/** `base`: percentage of the value at the spell's level. It grows by 1 per level. */
const nuggetPercent = { base: 5, max: 40 } as const
/** One in this number of things is lost without yielding a nugget. */
const lostIn = 30
/** Object types of things that yield only half as much gold. */
const halved: ReadonlySet<number> = new Set([36, 60])

/** [CF-22.18] Turns things on the caster's cell and the cells next to it into nuggets. */
export function transmuteThings(
  game: GameState,
  { grams, gramsPerLevel }: EffectOf<'alchemy'>,
  casting: SpellCast,
): boolean {
  const { by, level, from } = casting
  if (!isPlayer(by)) return false
  const around = mapsAround(game, level, by)
  const percent = Math.min(nuggetPercent.max, nuggetPercent.base + casting.levelsAbove)
  let left = scaleByLevel(grams, gramsPerLevel, casting)
  let changed = false
  for (const at of [from, ...directions.map((way) => neighbourOf(from, way))]) {
    const cell = around.openCellAt(at.x, at.y)
    if (!cell || cell.level.isShopFloor(cell.x, cell.y)) continue
    let worth = 0
    for (const thing of [...cell.level.thingsAt(cell.x, cell.y)]) {
      if (!isTransmutable(thing) || left < 0) continue
      removeThing(thing)
      for (const each of withContents(thing)) {
        left -= each.archetype.weight
        if (rollDie(game, lostIn) > 1) worth += valueAsNuggets(each, percent)
      }
      changed = true
    }
    placeNuggets(game, cell, worth)
  }
  by.sendMessage(
    changed ? 'Things around you turn to gold.' : 'There is nothing to turn to gold.',
    changed ? messageTypes.spellSuccess : messageTypes.spellFailure,
  )
  return changed
}

/** Whether alchemy can turn the thing into gold: an item, but no fixture or cauldron. */
function isTransmutable({ archetype, fixed }: Thing): boolean {
  const { traits, weight } = archetype
  return (
    archetype.layer === 'item' && weight > 0 && !fixed && !(traits.role === 'container' && traits.cauldron)
  )
}

function valueAsNuggets({ archetype, count }: Thing, percent: number): number {
  const { value = 0, matchProperties } = archetype
  const half = halved.has(matchProperties?.type ?? 0) ? 2 : 1
  return (value * count * percent) / 100 / half
}

function placeNuggets(game: GameState, { level, x, y }: LevelCell, worth: number): void {
  let rest = worth
  for (const id of nuggetIds) {
    const each = game.archetypes.get(id).value ?? 0
    const count = each > 0 ? Math.floor(rest / each) : 0
    if (count === 0) continue
    rest -= count * each
    putThing(game.createThing(id, count), { in: 'cell', level, x, y })
  }
}
