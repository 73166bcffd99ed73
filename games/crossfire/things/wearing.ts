// Wielding, wearing and readying. [CF-7.15]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Slot } from '../scene/archetype.ts'
import type { Applied, Player, Scene, Thing } from '../scene/scene.ts'
import { changed, put, remove, takeFrom } from './contents.ts'
import { sense } from './knowing.ts'
import { nameOf } from './thing.ts'

/** [CF-7.15] Rings worn at a time. */
const rings = 2

const verbs: { readonly [way in Applied]: readonly [on: string, off: string] } = {
  wielded: ['wield', 'unwield'],
  worn: ['wear', 'take off'],
  readied: ['ready', 'unready'],
  active: ['activate', 'deactivate'],
  applied: ['apply', 'unapply'],
}

/** How the thing is used; undefined if it cannot be worn, wielded or readied. */
export function wayOf({ kind }: Thing): Applied | undefined {
  switch (kind.is.role) {
    case 'weapon':
      return 'wielded'
    case 'armour':
    case 'jewel':
      return 'worn'
    case 'launcher':
    case 'wand':
    case 'missile':
      return 'readied'
  }
}

/** [CF-7.15] Uses the thing, or puts it away if it is used. Things in its slot are put away. */
export function wear(scene: Pick<Scene, 'tags'>, player: Player, thing: Thing): void {
  if (thing.applied) {
    if (!holdsOn(player, thing)) putAway(player, thing)
    return
  }
  const others = inTheWay(player, thing)
  if (others.some((other) => holdsOn(player, other))) return
  for (const other of others) putAway(player, other)
  const way = wayOf(thing)!
  const whole = thing.kind.is.role === 'missile'
  const one = whole ? thing : takeFrom(scene.tags, thing, 1)
  one.applied = way
  if (whole) changed(one)
  else put(one, { in: 'pack', player })
  const { role } = one.kind.is
  if (role === 'launcher' || role === 'wand') player.readied = { with: role, tag: one.tag }
  player.tell(`You ${verbs[way][0]} the ${nameOf(one).one}.`, messageTypes.applied)
}

/** [CF-25.8] Whether a curse prevents taking it off. Tells the player if so. */
export function holdsOn(player: Player, thing: Thing): boolean {
  if (!thing.applied || !thing.kind.curse) return false
  sense(thing, 'curse')
  player.tell(
    `The ${nameOf(thing).one} will not come off: it is ${thing.kind.curse}.`,
    messageTypes.applyFailure,
  )
  return true
}

/** Stops using it and merges it with an equal pile. */
export function putAway(player: Player, thing: Thing): void {
  const way = thing.applied
  if (!way) return
  stopUsing(player, thing)
  remove(thing)
  put(thing, { in: 'pack', player })
  player.tell(`You ${verbs[way][1]} the ${nameOf(thing).one}.`, messageTypes.unapplied)
}

/** Stops using it without a message: the caller moves it away and tells the player. */
export function stopUsing(player: Player, thing: Thing): void {
  if (!thing.applied) return
  thing.applied = undefined
  const { readied } = player
  if (readied && 'tag' in readied && readied.tag === thing.tag) player.readied = undefined
  changed(thing)
}

/** The slots that it occupies, one or two. */
export function slotsOf({ kind: { is } }: Thing): readonly (Slot | 'quiver')[] {
  switch (is.role) {
    case 'weapon':
      return is.twoHanded ? ['weapon', 'shield'] : ['weapon']
    case 'armour':
    case 'jewel':
      return [is.slot]
    case 'launcher':
    case 'wand':
      return ['range']
    case 'missile':
      return ['quiver']
    default:
      return []
  }
}

function inTheWay(player: Player, thing: Thing): readonly Thing[] {
  const wanted = slotsOf(thing)
  const others = player.inventory.filter(
    (other) => other.applied && slotsOf(other).some((slot) => wanted.includes(slot)),
  )
  // The ring worn longest is replaced.
  return wanted.includes('ring') ? others.slice(0, Math.max(0, others.length - rings + 1)) : others
}
