// [CF-22.10]

import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { discoveredTrapStateOffset } from '../../model/definitions/machine.ts'
import type { DetectTarget } from '../../model/definitions/spell.ts'
import { type AdjacentMapsView, type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { isBlockedByChecker } from '../../model/level/checkers.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { machinePartsAt, setPartState } from '../../model/level/machine-parts.ts'
import { movePlayerTo } from '../../model/level/relocation.ts'
import { addKnowledgeEntry } from '../../model/players/knowledge.ts'
import { rollInRange } from '../../model/state/dice.ts'
import { type GameState, isPlayer, type Player, type Thing } from '../../model/state/game-state.ts'
import { revealProperty } from '../../model/things/identification.ts'
import { changeOneOfPile, removeThing } from '../../model/things/move-things.ts'
import { canSplit } from '../../model/things/pile-limits.ts'
import { nameOf, withContents } from '../../model/things/thing.ts'
import { createMagicMap } from '../../model/view/magic-map.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { diseaseNames, isDiseaseOrImmunityEffect } from '../combat/diseases.ts'
import { tryPayBeforeLeaving } from '../trade/shop.ts'
import { auraName } from './aura-spells.ts'
import { benefitingPlayers, type EffectOf, failSpell, type SpellCast, scaleByLevel } from './spell-cast.ts'

/** Time for which detected things are shown, in milliseconds of the world clock. */
const highlightMs = 2400
const maxWandCharges = 50
/** [CF-22.10] Maximum number of steps by which spells darken or lighten a map. */
const maxExtraDarkness = 4

/** [CF-22.10] */
export function detectThings(
  game: GameState,
  { target, range, effectId }: EffectOf<'detect'>,
  casting: SpellCast,
): boolean {
  const { level, from, by } = casting
  const around = mapsAround(game, level, by)
  let count = 0
  if (target === 'magic' || target === 'curse') revealNearby(target, range, casting, around)
  for (let y = from.y - range; y <= from.y + range; y++)
    for (let x = from.x - range; x <= from.x + range; x++) {
      const cell = around.cellAt(x, y)
      if (!cell?.level.thingsAt(cell.x, cell.y).some((thing) => matchesTarget(thing, target))) continue
      count++
      showFlash(game, cell.level, cell, effectId, highlightMs)
    }
  for (const player of benefitingPlayers(casting)) {
    const carried = player.inventory
      .filter((thing) => matchesTarget(thing, target))
      .map((thing) => nameOf(thing).one)
    if (carried.length > 0)
      player.sendMessage(`In your inventory: ${carried.join(', ')}.`, messageTypes.spellInfo)
    else if (count === 0) player.sendMessage('You notice nothing.', messageTypes.spellFailure)
  }
  return count > 0
}

/** [CF-25.7] Reveals magic or curses of things on the ground nearby and in inventories of affected players. */
function revealNearby(
  what: 'magic' | 'curse',
  reach: number,
  casting: SpellCast,
  around: AdjacentMapsView,
): void {
  const { from } = casting
  for (let y = from.y - reach; y <= from.y + reach; y++)
    for (let x = from.x - reach; x <= from.x + reach; x++) {
      const cell = around.cellAt(x, y)
      for (const thing of [...(cell?.level.thingsAt(cell.x, cell.y) ?? [])]) revealProperty(thing, what)
    }
  for (const player of benefitingPlayers(casting))
    for (const carried of [...player.inventory])
      for (const thing of [...withContents(carried)]) revealProperty(thing, what)
}

function matchesTarget({ archetype }: Thing, what: DetectTarget): boolean {
  switch (what) {
    case 'magic':
      return archetype.layer === 'item' && archetype.magic === true
    case 'curse':
      return archetype.layer === 'item' && archetype.curse !== undefined
    case 'monster':
      return archetype.traits.role === 'monster'
    case 'unseen':
      return archetype.invisible === true && archetype.traits.role === 'machine'
  }
}

export function showMagicMap(game: GameState, casting: SpellCast): boolean {
  for (const player of benefitingPlayers(casting)) player.listener?.onMagicMap(createMagicMap(game, player))
  return true
}

export function describeSelf(game: GameState, casting: SpellCast): boolean {
  for (const player of benefitingPlayers(casting)) {
    const lines = [...player.effects]
      .filter(([name]) => !name.startsWith('mark ') && !isDiseaseOrImmunityEffect(name))
      .map(
        ([name, { endsAt }]) =>
          `${auraName(game, name) ?? name.replace('_', ' ')}: ${remainingTime(game, endsAt)}`,
      )
    const { hp, sp, grace, stats } = player
    const points = `${hp} of ${stats.maxHp} hp, ${sp} of ${stats.maxSp} sp, ${grace} of ${stats.maxGrace} grace.`
    const ills = diseaseNames(game, player).map((name) => `You suffer from ${name}.`)
    player.sendMessage([points, ...lines, ...ills].join('\n'), messageTypes.spellInfo)
  }
  return true
}

function remainingTime({ clock }: GameState, until: number): string {
  return `${Math.max(0, Math.ceil((until - clock) / 1000))} seconds`
}

export function probeMonster(
  game: GameState,
  { range }: EffectOf<'probe'>,
  { level, from, direction, by }: SpellCast,
): boolean {
  if (!isPlayer(by)) return false
  const around = mapsAround(game, level, by)
  let at: Position = from
  for (let left = range; left > 0; left--) {
    at = neighbourOf(at, direction || by.facing)
    const cell = around.openCellAt(at.x, at.y)
    if (!cell) break
    const creature = cell.level.creatureAt(cell.x, cell.y)
    if (creature?.archetype.traits.role === 'monster') {
      const { level: rank, hp, damage, attack } = creature.archetype.traits
      const now = creature.life?.hp ?? hp
      by.sendMessage(`${nameOf(creature).one}: level ${rank}, ${now} of ${hp} hp.`, messageTypes.spellInfo)
      addKnowledgeEntry(
        by,
        'monster',
        nameOf(creature).one,
        `Level ${rank}, ${hp} hp, damage ${damage} (${attack.join(', ').replaceAll('_', ' ')}).`,
      )
      return true
    }
  }
  return failSpell(by, 'There is nothing to probe.')
}

export function destroyEarthWalls(
  game: GameState,
  { range }: EffectOf<'dust'>,
  { level, from, by }: SpellCast,
): boolean {
  const around = mapsAround(game, level, by)
  let fell = false
  for (let y = from.y - range; y <= from.y + range; y++)
    for (let x = from.x - range; x <= from.x + range; x++) {
      const cell = around.cellAt(x, y)
      for (const own of cell ? machinePartsAt(cell.level, cell.x, cell.y) : []) {
        if (own.part.type !== 'breakable' || own.part.lock || own.machine.gone) continue
        setPartState(own, own.part.hp)
        fell = true
      }
    }
  return fell
}

/** [CF-20.18] Disarms traps on the caster's cell and in front of it. */
export function disarmTraps({ level, from, direction, by }: SpellCast): boolean {
  const cells = [from, ...(direction ? [neighbourOf(from, direction)] : [])]
  const traps = cells
    .flatMap(({ x, y }) => (level.has(x, y) ? machinePartsAt(level, x, y) : []))
    .filter(({ part, machine }) => part.type === 'trap' && !machine.gone)
  for (const own of traps) {
    if (own.machine.maker) removeThing(own.thing)
    else if (own.part.type === 'trap') setPartState(own, discoveredTrapStateOffset + own.part.maxUses)
  }
  if (isPlayer(by))
    by.sendMessage(
      traps.length > 0 ? 'You disarm a trap.' : 'There is no trap here.',
      traps.length > 0 ? messageTypes.spellSuccess : messageTypes.spellFailure,
    )
  return traps.length > 0
}

/** Charges the caster's first paid wand. Rods regain their charges by themselves. */
export function chargeWand(game: GameState, spell: EffectOf<'charge'>, casting: SpellCast): boolean {
  const { by } = casting
  if (!isPlayer(by)) return false
  const wand = by.inventory.find(
    ({ archetype: { traits }, unpaid }) =>
      traits.role === 'wand' && traits.rechargeTicks === undefined && !unpaid,
  )
  if (wand?.archetype.traits.role !== 'wand') return failSpell(by, 'You have no wand to charge.')
  if (!canSplit(wand)) return failSpell(by, 'You cannot carry more things.')
  const before = wand.charges ?? rollInRange(game, wand.archetype.traits.charges)
  const charges = Math.max(
    before,
    Math.min(maxWandCharges, before + scaleByLevel(spell.charges, spell.perLevel, casting)),
  )
  changeOneOfPile(game.tags, wand, (one) => {
    one.charges = charges
  })
  by.sendMessage(`The ${nameOf(wand).one} glows for a moment.`, messageTypes.spellSuccess)
  return charges > before
}

/** [CF-22.10] Moves the caster as far as possible in the direction. Unpaid things must be paid for first. */
export function teleportAhead(
  game: GameState,
  { range }: EffectOf<'leap'>,
  { by, level, direction }: SpellCast,
): boolean {
  if (!isPlayer(by) || !tryPayBeforeLeaving(game, by)) return false
  const to = farthestFreeCell(game, mapsAround(game, level, by), by, direction || by.facing, range)
  if (!to) return failSpell(by, 'Something is in the way.')
  movePlayerTo(game, by, { level: to.level.name, x: to.x, y: to.y })
  return true
}

function farthestFreeCell(
  game: GameState,
  around: AdjacentMapsView,
  player: Player,
  direction: Direction,
  reach: number,
): LevelCell | undefined {
  let at: Position = player
  let free: LevelCell | undefined
  for (let left = reach; left > 0; left--) {
    at = neighbourOf(at, direction)
    const cell = around.openCellAt(at.x, at.y)
    if (!cell || isBlockedByChecker(game, player, cell)) break
    // The leap passes over creatures, but does not end on one.
    if (cell.level.isFree(cell.x, cell.y)) free = cell
  }
  return free
}

/** [CF-22.10] Darkness ranges from 0 to 4, so the change is limited to 4 steps. */
export function changeDarkness({ darkness }: EffectOf<'daylight'>, { level }: SpellCast): boolean {
  const extraDarkness = Math.min(
    maxExtraDarkness,
    Math.max(-maxExtraDarkness, level.extraDarkness + darkness),
  )
  if (extraDarkness === level.extraDarkness) return false
  level.extraDarkness = extraDarkness
  return true
}
