// Scrolls that improve the marked weapon or armour. [CF-21.11]
import { messageTypes } from '../hearing/text-kinds.ts'
import { isWanted } from '../places/parts.ts'
import type { Improvement } from '../scene/archetype.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { become, useUp } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'

/** Maximum magic of armour, and maximum number of improvements of a weapon. */
const most = { armourMagic: 5, times: 20 } as const
/** Effects of one scroll: damage and added grams, and the percentage of weight that remains. */
const better = { damage: 5, grams: 5000, keeps: 80 } as const

/** Crossfire's keys for the allowed and the actual number of improvements. */
const [timesKey, doneKey] = ['level', 'last_eat'] as const
const abilities = ['Str', 'Dex', 'Con', 'Wis', 'Cha', 'Int', 'Pow'] as const

/** The new attributes, or the end of a sentence that says why not. */
type Outcome = { readonly says: ReadonlyMap<string, string> } | { readonly refused: string }

/** [CF-21.11] */
export function improve(scene: Scene, player: Player, scroll: Thing, { of, what, takes }: Improvement): void {
  const refuse = (text: string) => player.tell(text, messageTypes.applyFailure)
  const thing = player.marked === undefined ? undefined : player.carries(player.marked)
  if (!thing || thing.unpaid || thing.count > 1 || thing.kind.is.role !== of)
    return refuse(of === 'armour' ? 'Mark a piece of armour first.' : 'Mark a weapon first.')
  const name = nameOf(thing).one
  const gifts = takes === undefined ? [] : giftsUnder(player, takes)
  const outcome =
    of === 'armour'
      ? armoured(thing)
      : what === 'ready'
        ? readied(thing, countOf(gifts))
        : weaponed(thing, what)
  if ('refused' in outcome) return refuse(`The ${name} ${outcome.refused}`)
  const price = what === 'ready' ? countOf(gifts) : priceOf(thing, what)
  if (countOf(gifts) < price) return refuse(`Lay ${price} of ${takes ?? 'it'} under you first.`)
  const kind = scene.kinds.improved?.(thing.kind, outcome.says)
  if (!kind) return refuse(`The ${name} cannot be made better.`)
  useUp(scroll)
  take(gifts, price)
  become(thing, kind)
  player.tell(`The ${name} is better for it.`, messageTypes.success)
}

function armoured(thing: Thing): Outcome {
  const magic = said(thing, 'magic')
  if (magic >= most.armourMagic) return { refused: 'bears no more magic.' }
  return says(['magic', magic + 1])
}

/** The number of improvements is the square root of the number of gifts. */
function readied(thing: Thing, count: number): Outcome {
  if (said(thing, timesKey) > 0) return { refused: 'is prepared already.' }
  const times = Math.min(most.times, Math.floor(Math.sqrt(count)))
  return times < 1
    ? { refused: 'needs gifts under you to be prepared.' }
    : says([timesKey, times], [doneKey, 0])
}

function weaponed(thing: Thing, what: Improvement['what']): Outcome {
  const done = said(thing, doneKey)
  if (done >= said(thing, timesKey)) return { refused: 'has to be prepared before it can be made better.' }
  const next = [doneKey, done + 1] as const
  const { weight } = thing.kind
  switch (what) {
    case 'damage':
      return says(next, ['dam', said(thing, 'dam') + better.damage], ['weight', weight + better.grams])
    case 'weight':
      return says(next, ['weight', Math.max(1, Math.floor((weight * better.keeps) / 100))])
    case 'magic':
      return says(next, ['magic', said(thing, 'magic') + 1])
    default:
      return says(next, [what, said(thing, what) + 1])
  }
}

/** An ability costs twice as many gifts as the weapon's total ability bonus would then be. */
function priceOf(thing: Thing, what: Improvement['what']): number {
  if (!abilities.some((ability) => ability === what)) return 0
  return 2 * (1 + abilities.reduce((sum, ability) => sum + Math.max(0, said(thing, ability)), 0))
}

function said({ kind: { object } }: Thing, key: string): number {
  const value = Number(object?.get(key) ?? 0)
  return Number.isFinite(value) ? Math.trunc(value) : 0
}

function says(...changes: readonly (readonly [key: string, value: number])[]): Outcome {
  return { says: new Map(changes.map(([key, value]) => [key, String(value)])) }
}

function giftsUnder({ level, x, y }: Player, takes: string): readonly Thing[] {
  if (!level || level.isShop(x, y)) return []
  return level
    .things(x, y)
    .filter((thing) => thing.kind.layer === 'item' && !thing.unpaid && isWanted(thing, takes))
}

function countOf(gifts: readonly Thing[]): number {
  return gifts.reduce((sum, { count }) => sum + count, 0)
}

function take(gifts: readonly Thing[], price: number): void {
  let left = price
  for (const gift of gifts) {
    const count = Math.min(gift.count, left)
    if (count > 0) useUp(gift, count)
    left -= count
  }
}
