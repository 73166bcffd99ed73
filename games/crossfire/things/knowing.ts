// Identification of things, and removal of curses. [CF-25.5]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Archetype, Unknown } from '../scene/archetype.ts'
import type { Player, Thing } from '../scene/scene.ts'
import { become, contentsOf, put, remove } from './contents.ts'
import { alike, nameOf, withArticle } from './thing.ts'

export function isUnknown({ kind }: Thing): boolean {
  return kind.unknown !== undefined
}

/** [CF-25.5] Identifies the whole pile and returns the pile that it is in afterwards. */
export function learn(thing: Thing): Thing {
  return turned(thing, thing.kind.kinds?.known?.(thing.kind))
}

/** [CF-25.5] Also tells the player what it is, if its name changed or it has a curse. */
export function learnTold(player: Player, thing: Thing): Thing {
  const { one: before } = nameOf(thing)
  const { count } = thing
  const known = learn(thing)
  const { curse } = known.kind
  if (nameOf(known).one !== before || curse) {
    const name = withArticle({ ...known, count })
    player.tell(`You see what it is: ${name}.${curse ? ` It is ${curse}.` : ''}`, messageTypes.itemInfo)
  }
  return known
}

/** [CF-25.7] Detects magic or a curse. Returns the pile, or undefined if there was nothing new. */
export function sense(thing: Thing, what: keyof Unknown): Thing | undefined {
  const { kind } = thing
  if (!kind.unknown || kind.unknown[what] || !kind[what]) return undefined
  return turned(thing, kind.kinds?.sensed?.(kind, what))
}

/** [CF-25.8] */
export function free(thing: Thing): Thing {
  return turned(thing, thing.kind.kinds?.freed?.(thing.kind))
}

/** Changes the kind and merges with an equal pile. */
function turned(thing: Thing, to: Archetype | undefined): Thing {
  if (!to || to === thing.kind) return thing
  become(thing, to)
  const { where } = thing
  if (!where || !contentsOf(where).some((each) => each !== thing && alike(each, thing))) return thing
  remove(thing)
  return put(thing, where)
}
