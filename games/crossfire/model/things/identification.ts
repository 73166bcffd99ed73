// [CF-25.5]
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { Archetype, RevealedProperties } from '../definitions/archetype.ts'
import type { Player, Thing } from '../state/game-state.ts'
import { changeArchetype, contentsOf, putThing, removeThing } from './move-things.ts'
import { canMerge, nameOf, nameWithArticle } from './thing.ts'

export function isUnidentified({ archetype }: Thing): boolean {
  return archetype.unidentified !== undefined
}

/** [CF-25.5] Returns the pile that contains the identified pieces. */
function identify(thing: Thing): Thing {
  return changeAndMerge(thing, thing.archetype.registry?.identified?.(thing.archetype))
}

/** [CF-25.5] Tells the player the name if it has changed or the thing has a curse. */
export function identifyAndReport(player: Player, thing: Thing): Thing {
  const { one: before } = nameOf(thing)
  const { count } = thing
  const known = identify(thing)
  const { curse } = known.archetype
  if (nameOf(known).one !== before || curse) {
    const name = nameWithArticle({ ...known, count })
    player.sendMessage(`You identify it: ${name}.${curse ? ` It is ${curse}.` : ''}`, messageTypes.itemInfo)
  }
  return known
}

/** [CF-25.7] Returns the pile of the thing; undefined if nothing new was revealed. */
export function revealProperty(thing: Thing, what: keyof RevealedProperties): Thing | undefined {
  const { archetype } = thing
  if (!archetype.unidentified || archetype.unidentified[what] || !archetype[what]) return undefined
  return changeAndMerge(thing, archetype.registry?.revealed?.(archetype, what))
}

/** [CF-25.8] */
export function removeCurse(thing: Thing): Thing {
  return changeAndMerge(thing, thing.archetype.registry?.uncursed?.(thing.archetype))
}

function changeAndMerge(thing: Thing, to: Archetype | undefined): Thing {
  if (!to || to === thing.archetype) return thing
  changeArchetype(thing, to)
  const { location } = thing
  if (!location || !contentsOf(location).some((each) => each !== thing && canMerge(each, thing))) return thing
  removeThing(thing)
  return putThing(thing, location)
}
