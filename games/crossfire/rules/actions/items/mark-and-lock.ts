// Locking and marking of items. [CF-7.10] [CF-7.11]

import type { Player } from '../../../model/state/game-state.ts'
import { markThingChanged } from '../../../model/things/move-things.ts'
import { nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/** [CF-7.10] Locks or unlocks an item. A locked item stays in the inventory when several are dropped. */
export function setLocked(player: Player, tag: number, locked: boolean): void {
  const thing = player.inventory.find((each) => each.tag === tag)
  if (!thing || !thing.locked === !locked) return
  thing.locked = locked || undefined
  markThingChanged(thing)
}

/** [CF-7.11] Marks the carried item with the tag. If there is no such item, reports which item is marked. */
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
