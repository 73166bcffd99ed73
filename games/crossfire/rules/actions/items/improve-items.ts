// [CF-21.11]

import type { Improvement } from '../../../model/definitions/archetype.ts'
import { matchesItem } from '../../../model/level/machine-parts.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { changeArchetype, consumeThing } from '../../../model/things/move-things.ts'
import { nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/** Maximums: magic bonus of armour, and number of improvements of a weapon (`uses`). */
const limits = { armourMagic: 5, uses: 20 } as const
/** `damage` and `grams` are added; the weight is lowered to `weightPercent`. */
const improvements = { damage: 5, grams: 5000, weightPercent: 80 } as const

/** Crossfire's keys for the maximum and the current number of a weapon's improvements. */
const [timesKey, doneKey] = ['level', 'last_eat'] as const
const abilities = ['Str', 'Dex', 'Con', 'Wis', 'Cha', 'Int', 'Pow'] as const

/** The new attributes, or the reason for a refusal in words that end a sentence. */
type ImprovementResult = { readonly attributes: ReadonlyMap<string, string> } | { readonly refused: string }

/** [CF-21.11] */
export function improveItem(
  game: GameState,
  player: Player,
  scroll: Thing,
  { targetRole, improves, consumedArchetype }: Improvement,
): void {
  const refuse = (text: string) => player.sendMessage(text, messageTypes.applyFailure)
  const thing = player.markedTag === undefined ? undefined : player.findCarried(player.markedTag)
  if (!thing || thing.unpaid || thing.count > 1 || thing.archetype.traits.role !== targetRole)
    return refuse(targetRole === 'armour' ? 'Mark a piece of armour first.' : 'Mark a weapon first.')
  const name = nameOf(thing).one
  const gifts = consumedArchetype === undefined ? [] : giftsUnder(player, consumedArchetype)
  const outcome =
    targetRole === 'armour'
      ? improveArmour(thing)
      : improves === 'ready'
        ? prepareWeapon(thing, countPieces(gifts))
        : improveWeapon(thing, improves)
  if ('refused' in outcome) return refuse(`The ${name} ${outcome.refused}`)
  const price = improves === 'ready' ? countPieces(gifts) : giftsRequired(thing, improves)
  if (countPieces(gifts) < price)
    return refuse(`Put ${price} of ${consumedArchetype ?? 'it'} under you first.`)
  const kind = game.archetypes.improved?.(thing.archetype, outcome.attributes)
  if (!kind) return refuse(`The ${name} cannot be improved.`)
  consumeThing(scroll)
  consumeGifts(gifts, price)
  changeArchetype(thing, kind)
  player.sendMessage(`You improve the ${name}.`, messageTypes.success)
}

function improveArmour(thing: Thing): ImprovementResult {
  const magic = attributeOf(thing, 'magic')
  if (magic >= limits.armourMagic) return { refused: 'cannot hold more magic.' }
  return attributeChanges(['magic', magic + 1])
}

/** The maximum number of improvements is the square root of the number of gifts. */
function prepareWeapon(thing: Thing, count: number): ImprovementResult {
  if (attributeOf(thing, timesKey) > 0) return { refused: 'is already prepared.' }
  const times = Math.min(limits.uses, Math.floor(Math.sqrt(count)))
  return times < 1
    ? { refused: 'cannot be prepared without offerings under you.' }
    : attributeChanges([timesKey, times], [doneKey, 0])
}

function improveWeapon(thing: Thing, what: Improvement['improves']): ImprovementResult {
  const done = attributeOf(thing, doneKey)
  if (done >= attributeOf(thing, timesKey)) return { refused: 'must be prepared before it can be improved.' }
  const next = [doneKey, done + 1] as const
  const { weight } = thing.archetype
  switch (what) {
    case 'damage':
      return attributeChanges(
        next,
        ['dam', attributeOf(thing, 'dam') + improvements.damage],
        ['weight', weight + improvements.grams],
      )
    case 'weight':
      return attributeChanges(next, [
        'weight',
        Math.max(1, Math.floor((weight * improvements.weightPercent) / 100)),
      ])
    case 'magic':
      return attributeChanges(next, ['magic', attributeOf(thing, 'magic') + 1])
    default:
      return attributeChanges(next, [what, attributeOf(thing, what) + 1])
  }
}

/** The number of gifts for one point of an ability: twice the weapon's total ability bonus after the improvement. */
function giftsRequired(thing: Thing, what: Improvement['improves']): number {
  if (!abilities.some((ability) => ability === what)) return 0
  return 2 * (1 + abilities.reduce((sum, ability) => sum + Math.max(0, attributeOf(thing, ability)), 0))
}

function attributeOf({ archetype: { attributes } }: Thing, key: string): number {
  const value = Number(attributes?.get(key) ?? 0)
  return Number.isFinite(value) ? Math.trunc(value) : 0
}

function attributeChanges(...changes: readonly (readonly [key: string, value: number])[]): ImprovementResult {
  return { attributes: new Map(changes.map(([key, value]) => [key, String(value)])) }
}

function giftsUnder({ level, x, y }: Player, takes: string): readonly Thing[] {
  if (!level || level.isShopFloor(x, y)) return []
  return level
    .thingsAt(x, y)
    .filter((thing) => thing.archetype.layer === 'item' && !thing.unpaid && matchesItem(thing, takes))
}

function countPieces(gifts: readonly Thing[]): number {
  return gifts.reduce((sum, { count }) => sum + count, 0)
}

function consumeGifts(gifts: readonly Thing[], price: number): void {
  let left = price
  for (const gift of gifts) {
    const count = Math.min(gift.count, left)
    if (count > 0) consumeThing(gift, count)
    left -= count
  }
}
