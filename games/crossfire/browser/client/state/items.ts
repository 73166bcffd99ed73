import { toNumberWord } from '../../../model/things/number-words.ts'
import { appliedStates, type Item2, itemFlags } from '../../../protocol/packets/index.ts'
import type { PacketFields, PlayerPacket } from '../core/client-event.ts'
import { definedFields, PacketHandler } from '../core/packet-handler.ts'
import { decodeText } from '../core/text.ts'

type Update = PacketFields<'upditem'>

/** Maximum number of stored things; the client ignores further ones from a server. */
const maxItems = 4096
/** The location of things on the ground under the player. */
export const groundLocation = 0

/** `weight` is grams of one piece; -1 if the thing cannot be picked up. Read the flags with `hasFlag`. */
export type ClientItem = Omit<Item2, 'name' | 'nrof' | 'itemType'> & {
  /** `groundLocation`, or the tag of the player or of a container. */
  readonly location: number
  readonly one: string
  readonly many: string
  readonly count: number
  /** Clients sort things by their types, so that similar things are together. */
  readonly type: number
}

export type Flag = Exclude<keyof typeof itemFlags, 'applied'>
export type ShownEquipState = keyof typeof appliedStates

export function hasFlag({ flags }: ClientItem, flag: Flag): boolean {
  return (flags & itemFlags[flag]) !== 0
}

/** `none`, or worn, wielded and so on. */
export function equipStateOf({ flags }: ClientItem): ShownEquipState {
  const state = flags & itemFlags.applied
  return (
    (Object.keys(appliedStates) as ShownEquipState[]).find((use) => appliedStates[use] === state) ?? 'applied'
  )
}

/** `apple`, or `three apples`. [CF-12.14] */
export function nameOf({ one, many, count }: ClientItem): string {
  return count > 1 ? `${toNumberWord(count)} ${many}` : one
}

export class Items extends PacketHandler {
  readonly #items = new Map<number, ClientItem>()
  /** Undefined while no character is in the game. */
  player: PlayerPacket | undefined

  item(tag: number): ClientItem | undefined {
    return this.#items.get(tag)
  }

  /**
   * The things at the location, in the order received. A location is `groundLocation`, or the tag of the player or of a
   * container.
   */
  at(location: number): ClientItem[] {
    return [...this.#items.values()].filter((thing) => thing.location === location)
  }

  get inventory(): ClientItem[] {
    return this.player ? this.at(this.player.tag) : []
  }

  get open(): ClientItem | undefined {
    return [...this.#items.values()].find((thing) => hasFlag(thing, 'open'))
  }

  apply(type: 'apply' | 'examine' | 'mark', tag: number): void {
    this.sendPacket({ type, tag })
  }

  /** `to`: `groundLocation`, or the tag of the player or of a container. `count`: 0 moves all pieces. */
  move(tag: number, to: number, count = 0): void {
    this.sendPacket({ type: 'move', to, tag, nrof: count })
  }

  lock(tag: number, locked: boolean): void {
    this.sendPacket({ type: 'lock', locked, tag })
  }

  /** Call when the player's character has left the game. */
  reset(): void {
    this.#items.clear()
    this.player = undefined
    this.events.emit('self', undefined)
  }

  onPlayer({ tag, weight, face, name }: PlayerPacket): void {
    this.player = { tag, weight, face, name: decodeText(name) }
    this.events.emit('self', this.player)
  }

  onItems(location: number, items: readonly Item2[]): void {
    const from = new Set<number>([location])
    for (const item of items) {
      const before = this.#items.get(item.tag)
      if (before) from.add(before.location)
      else if (this.#items.size >= maxItems) continue
      // A thing that the server sends again without a new location keeps its position in the list.
      if (before && before.location !== location) this.#items.delete(item.tag)
      this.#items.set(item.tag, toClientItem(location, item))
    }
    for (const one of from) this.events.emit('items', one)
  }

  onItemChange(update: Update): void {
    if (update.tag === this.player?.tag) return this.#selfChanged(update)
    const before = this.#items.get(update.tag)
    if (!before) return
    const { location, flags, weight, face, name, anim, animSpeed, nrof: count } = update
    const names = name === undefined ? {} : namesOf(name)
    const changed = definedFields({ location, flags, weight, face, anim, animSpeed, count })
    this.#items.set(update.tag, { ...before, ...changed, ...names })
    if (location !== undefined && location !== before.location) this.events.emit('items', before.location)
    this.events.emit('items', location ?? before.location)
  }

  #selfChanged({ weight, face }: Update): void {
    this.player = { ...this.player!, ...definedFields({ weight, face }) }
    this.events.emit('self', this.player)
  }

  onDeleted(tags: readonly number[]): void {
    const from = new Set<number>()
    for (const tag of tags) {
      const thing = this.#items.get(tag)
      if (thing) from.add(thing.location)
      this.#items.delete(tag)
    }
    for (const one of from) this.events.emit('items', one)
  }

  /** Also removes the contents of containers inside the container. */
  onContainerCleared(location: number): void {
    for (const { tag } of this.at(location)) {
      this.#items.delete(tag)
      if (this.at(tag).length > 0) this.onContainerCleared(tag)
    }
    this.events.emit('items', location)
  }
}

function toClientItem(location: number, { name, nrof, itemType: type, ...item }: Item2): ClientItem {
  return { ...item, location, ...namesOf(name), count: Math.max(1, nrof), type }
}

/** [CF-7.3] Singular and plural, separated by a NUL. */
function namesOf(name: string): { one: string; many: string } {
  const [one = '', many = one] = name.split('\0')
  return { one: decodeText(one), many: decodeText(many) }
}
