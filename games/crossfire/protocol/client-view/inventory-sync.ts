// [CF-7.20] Sends a client only the things that have changed.

import { animationOf, currentFaceOf } from '../../model/level/visible-faces.ts'
import type { Player, Thing } from '../../model/state/game-state.ts'
import { openContainer } from '../../model/things/containers.ts'
import { contentWeight, countedName, isPortable, isTemporary, nameOf } from '../../model/things/thing.ts'
import { type Dialect, type ItemView, itemsEqual, type SendToClient } from '../dialects/dialect.ts'
import { appliedStates, itemFlags } from '../packets/index.ts'

export interface FaceAndAnimationSender {
  sendFace(face: number): void
  sendAnimation(number: number): void
}

/** Maximum number of characters of a name that is sent to clients. */
const maxNameLength = 120
/** Maximum weight in grams that a packet can contain; imported things can be heavier. */
const maxWeight = 0x7fff_ffff

export class InventorySync {
  readonly #send: SendToClient
  readonly #faces: FaceAndAnimationSender
  #inventory: ReadonlyMap<number, ItemView> = new Map()
  #container = 0
  #containerItems: ReadonlyMap<number, ItemView> = new Map()
  #ground: readonly ItemView[] | undefined
  #self = { weight: -1, face: -1 }
  /** Inputs of the last comparison; while they stay the same, no thing can have changed. */
  #lastLook: LookState | undefined

  constructor(send: SendToClient, faces: FaceAndAnimationSender) {
    this.#send = send
    this.#faces = faces
  }

  /** [CF-8.2] Sends the player, and forgets which things the client has received, so that they are sent again. */
  sendPlayer(player: Player): void {
    const { tag, name, carriedWeight, face } = player
    const weight = Math.min(maxWeight, carriedWeight)
    this.#faces.sendFace(face)
    this.#send({ type: 'player', tag, weight, face, name })
    // The client may still list the things of the character that it played before.
    this.#send({ type: 'delinv', tag })
    this.#self = { weight, face }
    this.#inventory = new Map()
    this.#containerItems = new Map()
    this.#container = 0
    this.#ground = undefined
    this.#lastLook = undefined
  }

  /** Returns the number of things compared. */
  sync(player: Player, dialect: Dialect): number {
    const looked = lookState(player, dialect.lookObjects)
    const before = this.#lastLook
    this.#lastLook = looked
    if (before && canOnlyGroundDiffer(looked, before)) {
      if (looked.cell === before.cell) return 0
      this.#syncGround(player, dialect)
      return groundThingCount(player)
    }
    const pack = itemViews(player.inventory, player)
    const open = openContainer(player)
    const inside = itemViews(open?.inside ?? [], player)
    if (this.#container !== (open?.tag ?? 0)) this.#close()
    this.#delete(pack, inside)
    this.#sendItems(dialect, player.tag, this.#inventory, pack)
    this.#inventory = pack
    // When the ground is sent again, clients remove the contents of an open chest on it, so send these contents again
    // too.
    if (this.#syncGround(player, dialect) && open && !pack.has(open.tag)) this.#containerItems = new Map()
    if (open) this.#sendItems(dialect, open.tag, this.#containerItems, inside)
    this.#containerItems = inside
    this.#container = open?.tag ?? 0
    this.#syncPlayer(player)
    return pack.size + inside.size + groundThingCount(player)
  }

  #close(): void {
    if (this.#containerItems.size > 0) this.#send({ type: 'delinv', tag: this.#container })
    this.#containerItems = new Map()
  }

  /** If a thing has moved between the two lists, `#sendItems` sends it again afterwards. */
  #delete(pack: ReadonlyMap<number, ItemView>, inside: ReadonlyMap<number, ItemView>): void {
    const tags = [
      ...[...this.#inventory.keys()].filter((tag) => !pack.has(tag)),
      ...[...this.#containerItems.keys()].filter((tag) => !inside.has(tag)),
    ]
    if (tags.length > 0) this.#send({ type: 'delitem', tags })
  }

  #sendItems(
    dialect: Dialect,
    location: number,
    before: ReadonlyMap<number, ItemView>,
    after: ReadonlyMap<number, ItemView>,
  ): void {
    const news: ItemView[] = []
    for (const thing of after.values()) {
      const known = before.get(thing.tag)
      if (known && itemsEqual(known, thing)) continue
      this.#sendPictures(thing)
      if (known) dialect.sendItemChange(known, thing, location)
      else news.push(thing)
    }
    if (news.length > 0) dialect.sendItems(location, news)
  }

  /** [CF-7.6] Returns whether anything on the ground has changed; if so, the whole ground was sent. */
  #syncGround(player: Player, dialect: Dialect): boolean {
    const ground = groundItems(player, dialect.lookObjects)
    const sent = this.#ground
    if (sent?.length === ground.length && ground.every((thing, at) => itemsEqual(thing, sent[at]!)))
      return false
    for (const thing of ground) this.#sendPictures(thing)
    // After the list of the ground is emptied, clients no longer list an open container there, so close it first.
    const open = sent?.find(({ flags }) => flags & itemFlags.open)
    if (open) dialect.sendItemChange(open, { ...open, flags: open.flags & ~itemFlags.open }, 0)
    dialect.sendGroundItems(ground)
    this.#ground = ground
    return true
  }

  #syncPlayer({ tag, carriedWeight, face }: Player): void {
    const weight = Math.min(maxWeight, carriedWeight)
    const sent = this.#self
    if (weight === sent.weight && face === sent.face) return
    this.#faces.sendFace(face)
    this.#send({
      type: 'upditem',
      tag,
      ...(weight !== sent.weight && { weight }),
      ...(face !== sent.face && { face }),
    })
    this.#self = { weight, face }
  }

  #sendPictures({ face, animation }: ItemView): void {
    this.#faces.sendFace(face)
    if (animation > 0) this.#faces.sendAnimation(animation)
  }
}

/** `cell`: revision of the player's cell. `others`: all other values on which the sent things depend. */
interface LookState {
  readonly cell: number
  readonly others: readonly unknown[]
}

function lookState(
  { inventoryRevision, level, x, y, openContainerTag, face }: Player,
  most: number,
): LookState {
  const cell = level?.revisionAt(x, y) ?? 0
  // An open container can be in the cell.
  const containerCell = openContainerTag === undefined ? undefined : cell
  return { cell, others: [inventoryRevision, level, x, y, openContainerTag, face, most, containerCell] }
}

/** Whether nothing can have changed except the things on the ground. */
function canOnlyGroundDiffer(a: LookState, b: LookState): boolean {
  return a.others.every((value, at) => value === b.others[at])
}

function itemViews(things: readonly Thing[], player: Player): Map<number, ItemView> {
  return new Map(things.map((thing) => [thing.tag, toItemView(thing, player)]))
}

function groundThingCount({ level, x, y }: Player): number {
  return level?.thingsAt(x, y).length ?? 0
}

/**
 * [CF-7.21] The things under the player, topmost first. The floor is always the last, even if other things are left
 * out.
 */
function groundItems(player: Player, most: number): readonly ItemView[] {
  const { level, x, y } = player
  const things = (level?.thingsAt(x, y) ?? [])
    .filter((thing) => !isTemporary(thing) && !thing.archetype.invisible)
    .reverse()
  const sent = things.length <= most ? things : [...things.slice(0, most - 1), things.at(-1)!]
  return sent.map((thing) => toItemView(thing, player))
}

function toItemView(thing: Thing, player: Player): ItemView {
  const { tag, archetype, count } = thing
  const { one, many } = nameOf(thing)
  const motion = animationOf(thing)
  return {
    tag,
    flags: flagsOf(thing, player),
    weight: isPortable(thing) ? Math.min(maxWeight, archetype.weight + contentWeight(thing)) : -1,
    face: currentFaceOf(thing),
    singularName: one.slice(0, maxNameLength),
    pluralName: many.slice(0, maxNameLength),
    countedName: countedName(thing).slice(0, 2 * maxNameLength),
    count,
    animation: motion?.number ?? 0,
    ticks: motion?.ticks ?? 0,
    kind: archetype.type,
  }
}

/** [CF-7.19] */
function flagsOf(thing: Thing, player: Player): number {
  const { applied, locked, archetype, unpaid } = thing
  let flags: number = applied ? appliedStates[applied] : appliedStates.none
  flags |= knowledgeOf(archetype)
  if (locked) flags |= itemFlags.locked
  if (thing.tag === player.openContainerTag) flags |= itemFlags.open
  if (!isPortable(thing)) flags |= itemFlags.noPick
  if (unpaid || isForSale(thing)) flags |= itemFlags.unpaid
  return flags
}

/** [CF-7.19] [CF-25.1] The magic and curse of an unidentified thing are included only if they were detected. */
function knowledgeOf({ unidentified, magic, curse }: Thing['archetype']): number {
  let flags = unidentified ? itemFlags.unidentified : 0
  if (magic && unidentified?.magic) flags |= itemFlags.magic
  if (curse && (!unidentified || unidentified.curse)) flags |= itemFlags[curse]
  return flags
}

function isForSale(thing: Thing): boolean {
  const { location } = thing
  if (location?.in !== 'cell' || !isPortable(thing)) return false
  return location.level
    .thingsAt(location.x, location.y)
    .some(({ archetype: { traits } }) => traits.role === 'ground' && traits.shop === true)
}
