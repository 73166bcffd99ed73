// Spells that detect, open, move or change things. [CF-22.10]
import { mostEffects } from '../fight/flights.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { bring } from '../places/arriving.ts'
import { flash } from '../places/flashes.ts'
import { magicMapOf } from '../places/magic-map.ts'
import { partsAt, setState } from '../places/parts.ts'
import { within } from '../scene/dice.ts'
import { stepped } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import { found } from '../scene/machine.ts'
import { isPlayer, type Level, type Player, type Scene, type Thing } from '../scene/scene.ts'
import type { Deed, Detected } from '../scene/spell.ts'
import { changed } from '../things/contents.ts'
import { sense } from '../things/knowing.ts'
import { nameOf, withContents } from '../things/thing.ts'
import { mayLeaveShop } from '../trade/shop.ts'
import { type Casting, favoured, grown } from './caster.ts'

/** How long detected things are marked, in milliseconds of the world's clock. */
const shownMs = 2400
/** Maximum charges of a wand. */
const mostCharges = 50
const deepest = 4

type Does<D extends Deed['deed']> = Extract<Deed, { readonly deed: D }>

/** [CF-22.10] */
export function detect(scene: Scene, { what, reach, shows }: Does<'detect'>, casting: Casting): boolean {
  const { level, from } = casting
  let count = 0
  if (what === 'magic' || what === 'curse') senseNear(what, reach, casting)
  for (let y = from.y - reach; y <= from.y + reach; y++)
    for (let x = from.x - reach; x <= from.x + reach; x++) {
      if (!level.has(x, y) || !level.things(x, y).some((thing) => isOf(thing, what))) continue
      count++
      if (level.effects.size < mostEffects) flash(scene, level, { x, y }, shows, shownMs)
    }
  for (const player of favoured(casting)) {
    const carried = player.inventory.filter((thing) => isOf(thing, what)).map((thing) => nameOf(thing).one)
    if (carried.length > 0) player.tell(`Of what you have: ${carried.join(', ')}.`, messageTypes.spellInfo)
    else if (count === 0) player.tell('You notice nothing.', messageTypes.spellFailure)
  }
  return count > 0
}

/** [CF-25.7] Detects on things on the ground and in the packs of targeted players. */
function senseNear(what: 'magic' | 'curse', reach: number, casting: Casting): void {
  const { level, from } = casting
  for (let y = from.y - reach; y <= from.y + reach; y++)
    for (let x = from.x - reach; x <= from.x + reach; x++)
      for (const thing of [...level.things(x, y)]) sense(thing, what)
  for (const player of favoured(casting))
    for (const carried of [...player.inventory])
      for (const thing of [...withContents(carried)]) sense(thing, what)
}

function isOf({ kind }: Thing, what: Detected): boolean {
  switch (what) {
    case 'magic':
      return kind.layer === 'item' && kind.magic === true
    case 'curse':
      return kind.layer === 'item' && kind.curse !== undefined
    case 'monster':
      return kind.is.role === 'monster'
    case 'unseen':
      return kind.unseen === true && kind.is.role === 'machine'
  }
}

export function map(scene: Scene, casting: Casting): boolean {
  for (const player of favoured(casting)) player.hearing?.onMagicMap(magicMapOf(scene, player))
  return true
}

export function knowSelf(scene: Scene, casting: Casting): boolean {
  for (const player of favoured(casting)) {
    const lines = [...player.effects]
      .filter(([name]) => !name.startsWith('mark '))
      .map(([name, { until }]) => `${name.replace('_', ' ')}: ${leftOf(scene, until)}`)
    const { hp, sp, grace, figures } = player
    const points = `${hp} of ${figures.maxHp} hp, ${sp} of ${figures.maxSp} sp, ${grace} of ${figures.maxGrace} grace.`
    player.tell([points, ...lines].join('\n'), messageTypes.spellInfo)
  }
  return true
}

function leftOf({ clock }: Scene, until: number): string {
  return `${Math.max(0, Math.ceil((until - clock) / 1000))} seconds`
}

export function probe({ reach }: Does<'probe'>, { level, from, direction, by }: Casting): boolean {
  if (!isPlayer(by)) return false
  let at: Spot = from
  for (let left = reach; left > 0; left--) {
    at = stepped(at, direction || by.facing)
    const creature = level.creatureAt(at.x, at.y)
    if (creature?.kind.is.role === 'monster') {
      const { level: rank, hp } = creature.kind.is
      const now = creature.life?.hp ?? hp
      by.tell(`${nameOf(creature).one}: level ${rank}, ${now} of ${hp} hp.`, messageTypes.spellInfo)
      return true
    }
    if (level.stops(at.x, at.y)) break
  }
  by.tell('You probe nothing.', messageTypes.spellFailure)
  return false
}

/** Destroys earth walls. */
export function toDust({ reach }: Does<'dust'>, { level, from }: Casting): boolean {
  let fell = false
  for (let y = from.y - reach; y <= from.y + reach; y++)
    for (let x = from.x - reach; x <= from.x + reach; x++)
      for (const own of level.has(x, y) ? partsAt(level, x, y) : []) {
        if (own.part.is !== 'breakable' || own.is.gone) continue
        setState(own, own.part.hp)
        fell = true
      }
  return fell
}

/** [CF-20.18] Disarms traps on the caster's cell and in front of it. */
export function disarm({ level, from, direction, by }: Casting): boolean {
  const cells = [from, ...(direction ? [stepped(from, direction)] : [])]
  const traps = cells
    .flatMap(({ x, y }) => (level.has(x, y) ? partsAt(level, x, y) : []))
    .filter(({ part, is }) => part.is === 'trap' && !is.gone)
  for (const own of traps) if (own.part.is === 'trap') setState(own, found + own.part.times)
  if (isPlayer(by))
    by.tell(
      traps.length > 0 ? 'Something is no trap any more.' : 'There is no trap.',
      traps.length > 0 ? messageTypes.spellSuccess : messageTypes.spellFailure,
    )
  return traps.length > 0
}

/** Charges the caster's first paid wand; rods need no charges. */
export function charge(scene: Scene, deed: Does<'charge'>, casting: Casting): boolean {
  const { by } = casting
  if (!isPlayer(by)) return false
  const wand = by.inventory.find(
    ({ kind: { is }, unpaid }) => is.role === 'wand' && is.rests === undefined && !unpaid,
  )
  if (wand?.kind.is.role !== 'wand') {
    by.tell('You have no wand.', messageTypes.spellFailure)
    return false
  }
  const before = wand.charges ?? within(scene, wand.kind.is.charges)
  wand.charges = Math.max(before, Math.min(mostCharges, before + grown(deed.charges, deed.grows, casting)))
  changed(wand)
  by.tell(`The ${nameOf(wand).one} glows for a moment.`, messageTypes.spellSuccess)
  return wand.charges > before
}

/** [CF-22.10] Moves the caster as far as possible in the direction. Unpaid things must be paid for first. */
export function leap(scene: Scene, { reach }: Does<'leap'>, { by, level, direction }: Casting): boolean {
  if (!isPlayer(by) || !mayLeaveShop(scene, by)) return false
  const to = farthest(level, by, direction || by.facing, reach)
  if (to.x === by.x && to.y === by.y) {
    by.tell('Something is in the way.', messageTypes.spellFailure)
    return false
  }
  bring(scene, by, { level: level.name, ...to })
  return true
}

function farthest(level: Level, { x, y }: Player, direction: Casting['direction'], reach: number): Spot {
  let [at, free]: [Spot, Spot] = [
    { x, y },
    { x, y },
  ]
  for (let left = reach; left > 0 && direction !== 0; left--) {
    at = stepped(at, direction)
    if (level.stops(at.x, at.y)) break
    // Passes over creatures but does not land on them.
    if (level.isFree(at.x, at.y)) free = at
  }
  return free
}

/** [CF-22.10] Changes the map's gloom. Darkness ranges from 0 to 4, so the gloom is limited to that. */
export function darken({ darker }: Does<'daylight'>, { level }: Casting): boolean {
  const gloom = Math.min(deepest, Math.max(-deepest, level.gloom + darker))
  if (gloom === level.gloom) return false
  level.gloom = gloom
  return true
}
