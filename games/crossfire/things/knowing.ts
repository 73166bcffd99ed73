// What nobody knows of a thing yet, and how it becomes known, or free of its curse. [CF-25.5]
import { textKinds } from '../hearing/text-kinds.ts'
import type { Archetype, Unknown } from '../scene/archetype.ts'
import type { Player, Thing } from '../scene/scene.ts'
import { become, contentsOf, put, remove } from './contents.ts'
import { alike, nameOf, withArticle } from './thing.ts'

export function isUnknown({ kind }: Thing): boolean {
  return kind.unknown !== undefined
}

/** [CF-25.5] All of the pile is known from now on. What is returned is the pile that it is in. */
export function learn(thing: Thing): Thing {
  return turned(thing, thing.kind.kinds?.known?.(thing.kind))
}

/** [CF-25.5] The same, and he is told what it is, if it is called otherwise than before or has a curse. */
export function learnTold(player: Player, thing: Thing): Thing {
  const { one: before } = nameOf(thing)
  const { count } = thing
  const known = learn(thing)
  const { curse } = known.kind
  if (nameOf(known).one !== before || curse) {
    const name = withArticle({ ...known, count })
    player.tell(`You see what it is: ${name}.${curse ? ` It is ${curse}.` : ''}`, textKinds.itemInfo)
  }
  return known
}

/** [CF-25.7] That of it is found out, if it is so, and was not known: what is returned is the pile; undefined: nothing is. */
export function sense(thing: Thing, what: keyof Unknown): Thing | undefined {
  const { kind } = thing
  if (!kind.unknown || kind.unknown[what] || !kind[what]) return undefined
  return turned(thing, kind.kinds?.sensed?.(kind, what))
}

/** [CF-25.8] */
export function free(thing: Thing): Thing {
  return turned(thing, thing.kind.kinds?.freed?.(thing.kind))
}

/** It joins what it is like now. */
function turned(thing: Thing, to: Archetype | undefined): Thing {
  if (!to || to === thing.kind) return thing
  become(thing, to)
  const { where } = thing
  if (!where || !contentsOf(where).some((each) => each !== thing && alike(each, thing))) return thing
  remove(thing)
  return put(thing, where)
}
