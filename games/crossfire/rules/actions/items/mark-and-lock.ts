// [CF-7.10] [CF-7.11]

import type { Player } from '../../../model/state/game-state.ts'
import { markThingChanged } from '../../../model/things/move-things.ts'
import { nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/** [CF-7.10] Locks or unlocks a carried item, and tells the player. `drop all` skips locked items. */
export function setItemLocked(player: Player, tag: number, locked: boolean): void {
  const thing = player.inventory.find((each) => each.tag === tag)
  if (!thing || !thing.locked === !locked) return
  thing.locked = locked || undefined
  markThingChanged(thing)
  player.sendMessage(`The ${nameOf(thing).one} is ${locked ? 'locked' : 'unlocked'}.`, messageTypes.success)
}

/** [CF-7.11] Reports which item is marked if the player carries no thing with the tag. */
export function markThing(player: Player, tag: number | undefined): void {
  const thing = tag === undefined ? undefined : player.findCarried(tag)
  if (thing) {
    player.markedTag = thing.tag
    player.markUnsaved()
    return player.sendMessage(`Marked item ${nameOf(thing).one}`, messageTypes.success)
  }
  const marked = player.markedTag === undefined ? undefined : player.findCarried(player.markedTag)
  const text = marked ? `${nameOf(marked).one} is marked.` : 'You have not marked an object.'
  player.sendMessage(text, messageTypes.failure)
}
