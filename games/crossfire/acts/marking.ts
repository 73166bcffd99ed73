// Locking and marking of items. [CF-7.10] [CF-7.11]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player } from '../scene/scene.ts'
import { changed } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'

/** [CF-7.10] A locked item is left out when several are dropped. */
export function lock(player: Player, tag: number, locked: boolean): void {
  const thing = player.inventory.find((each) => each.tag === tag)
  if (!thing || !thing.locked === !locked) return
  thing.locked = locked || undefined
  changed(thing)
}

/** [CF-7.11] Marks one item. Undefined, or an item that the player does not carry: reports the marked one. */
export function mark(player: Player, tag: number | undefined): void {
  const thing = tag === undefined ? undefined : player.carries(tag)
  if (thing) {
    player.marked = thing.tag
    player.keep()
    return player.tell(`Marked item ${nameOf(thing).one}`, messageTypes.success)
  }
  const marked = player.marked === undefined ? undefined : player.carries(player.marked)
  const text = marked ? `${nameOf(marked).one} is marked.` : 'You have not marked an object.'
  player.tell(text, messageTypes.failure)
}
