// The client's view of things: inventory, open container, ground. [CF-7.20] Sends only differences.
import type { Belonging, Dialect, Send } from '../dialects/dialect.ts'
import { appliedStates, itemFlags } from '../packets.ts'
import { faceOf, motionOf } from '../places/stack.ts'
import type { Player, Thing } from '../scene/scene.ts'
import { openContainer } from '../things/containers.ts'
import { countedName, isFleeting, isPortable, nameOf, weightInside } from '../things/thing.ts'

/** Announces faces and animations before they are used. */
export interface Pictures {
  face(face: number): void
  animation(number: number): void
}

/** Maximum length of a name on the wire, in characters. */
const nameLength = 120

export class Belongings {
  readonly #send: Send
  readonly #pictures: Pictures
  #pack: ReadonlyMap<number, Belonging> = new Map()
  #container = 0
  #inside: ReadonlyMap<number, Belonging> = new Map()
  #ground: readonly Belonging[] | undefined
  /** The player's weight and face as last sent. */
  #self = { weight: -1, face: -1 }
  /** While these are the same, nothing can have changed. */
  #looked: Looked | undefined

  constructor(send: Send, pictures: Pictures) {
    this.#send = send
    this.#pictures = pictures
  }

  /** [CF-8.2] Sends the player's own thing and resets the client's things. */
  introduce(player: Player): void {
    const { tag, name, carried: weight, face } = player
    this.#pictures.face(face)
    this.#send({ type: 'player', tag, weight, face, name })
    // The client may still have the things of the character that it played before.
    this.#send({ type: 'delinv', tag })
    this.#self = { weight, face }
    this.#pack = new Map()
    this.#inside = new Map()
    this.#container = 0
    this.#ground = undefined
    this.#looked = undefined
  }

  /** Returns the number of things compared. */
  compare(player: Player, dialect: Dialect): number {
    const looked = lookOf(player, dialect.lookObjects)
    const before = this.#looked
    this.#looked = looked
    if (before && sameThings(looked, before)) {
      if (looked.cell === before.cell) return 0
      this.#compareGround(player, dialect)
      return lyingWith(player)
    }
    const pack = shownBy(player.inventory, player)
    const open = openContainer(player)
    const inside = shownBy(open?.inside ?? [], player)
    if (this.#container !== (open?.tag ?? 0)) this.#close()
    this.#delete(pack, inside)
    this.#tell(dialect, player.tag, this.#pack, pack)
    this.#pack = pack
    // When the ground is sent again, clients forget the contents of an open chest on it, so send these again too.
    if (this.#compareGround(player, dialect) && open && !pack.has(open.tag)) this.#inside = new Map()
    if (open) this.#tell(dialect, open.tag, this.#inside, inside)
    this.#inside = inside
    this.#container = open?.tag ?? 0
    this.#compareSelf(player)
    return pack.size + inside.size + lyingWith(player)
  }

  /** Deletes the contents of a container that was closed. */
  #close(): void {
    if (this.#inside.size > 0) this.#send({ type: 'delinv', tag: this.#container })
    this.#inside = new Map()
  }

  /** Deletes things from their old places. Those still visible elsewhere are sent afterwards. */
  #delete(pack: ReadonlyMap<number, Belonging>, inside: ReadonlyMap<number, Belonging>): void {
    const tags = [
      ...[...this.#pack.keys()].filter((tag) => !pack.has(tag)),
      ...[...this.#inside.keys()].filter((tag) => !inside.has(tag)),
    ]
    if (tags.length > 0) this.#send({ type: 'delitem', tags })
  }

  #tell(
    dialect: Dialect,
    location: number,
    before: ReadonlyMap<number, Belonging>,
    after: ReadonlyMap<number, Belonging>,
  ): void {
    const news: Belonging[] = []
    for (const thing of after.values()) {
      const known = before.get(thing.tag)
      if (known && alike(known, thing)) continue
      this.#picture(thing)
      if (known) dialect.changed(known, thing, location)
      else news.push(thing)
    }
    if (news.length > 0) dialect.has(location, news)
  }

  /** [CF-7.6] Sends the whole ground if anything on it changed. Returns whether it did. */
  #compareGround(player: Player, dialect: Dialect): boolean {
    const ground = lying(player, dialect.lookObjects)
    const told = this.#ground
    if (told?.length === ground.length && ground.every((thing, at) => alike(thing, told[at]!))) return false
    for (const thing of ground) this.#picture(thing)
    // A client keeps an open container out of its list of the ground once that is emptied, so close it first.
    const open = told?.find(({ flags }) => flags & itemFlags.open)
    if (open) dialect.changed(open, { ...open, flags: open.flags & ~itemFlags.open }, 0)
    dialect.ground(ground)
    this.#ground = ground
    return true
  }

  #compareSelf({ tag, carried: weight, face }: Player): void {
    const told = this.#self
    if (weight === told.weight && face === told.face) return
    this.#pictures.face(face)
    this.#send({
      type: 'upditem',
      tag,
      ...(weight !== told.weight && { weight }),
      ...(face !== told.face && { face }),
    })
    this.#self = { weight, face }
  }

  #picture({ face, animation }: Belonging): void {
    this.#pictures.face(face)
    if (animation > 0) this.#pictures.animation(animation)
  }
}

interface Looked {
  readonly pack: number
  readonly cell: number
  readonly x: number
  readonly y: number
  readonly level: Player['level']
  readonly container: number | undefined
  readonly face: number
  readonly most: number
}

function lookOf({ stamp, level, x, y, container, face }: Player, most: number): Looked {
  return { pack: stamp, cell: level?.stampAt(x, y) ?? 0, x, y, level, container, face, most }
}

/** Whether only the ground and the creatures on it can have changed. An open container may be on the ground. */
function sameThings(a: Looked, b: Looked): boolean {
  if (a.cell !== b.cell && a.container !== undefined) return false
  return (
    a.pack === b.pack &&
    a.x === b.x &&
    a.y === b.y &&
    a.level === b.level &&
    a.container === b.container &&
    a.face === b.face &&
    a.most === b.most
  )
}

function shownBy(things: readonly Thing[], player: Player): Map<number, Belonging> {
  return new Map(things.map((thing) => [thing.tag, belonging(thing, player)]))
}

function lyingWith({ level, x, y }: Player): number {
  return level?.things(x, y).length ?? 0
}

/** [CF-7.21] Topmost first; the floor is always last, even if others are left out. */
function lying(player: Player, most: number): readonly Belonging[] {
  const { level, x, y } = player
  const things = (level?.things(x, y) ?? [])
    .filter((thing) => !isFleeting(thing) && !thing.kind.unseen)
    .reverse()
  const told = things.length <= most ? things : [...things.slice(0, most - 1), things.at(-1)!]
  return told.map((thing) => belonging(thing, player))
}

/** A thing as `player` sees it. */
function belonging(thing: Thing, player: Player): Belonging {
  const { tag, kind, count } = thing
  const { one, many } = nameOf(thing)
  const motion = motionOf(thing)
  return {
    tag,
    flags: flagsOf(thing, player),
    weight: isPortable(thing) ? kind.weight + weightInside(thing) : -1,
    face: faceOf(thing),
    one: one.slice(0, nameLength),
    many: many.slice(0, nameLength),
    counted: countedName(thing).slice(0, 2 * nameLength),
    count,
    animation: motion?.number ?? 0,
    ticks: motion?.ticks ?? 0,
    kind: kind.type,
  }
}

/** [CF-7.19] */
function flagsOf(thing: Thing, player: Player): number {
  const { applied, locked, kind, unpaid } = thing
  let flags: number = applied ? appliedStates[applied] : appliedStates.none
  flags |= knowledgeOf(kind)
  if (locked) flags |= itemFlags.locked
  if (thing.tag === player.container) flags |= itemFlags.open
  if (!isPortable(thing)) flags |= itemFlags.noPick
  if (unpaid || isForSale(thing)) flags |= itemFlags.unpaid
  return flags
}

/** [CF-25.1] For unidentified things only what the player detected. */
function knowledgeOf({ unknown, magic, curse }: Thing['kind']): number {
  let flags = unknown ? itemFlags.unidentified : 0
  if (magic && (!unknown || unknown.magic)) flags |= itemFlags.magic
  if (curse && (!unknown || unknown.curse)) flags |= itemFlags[curse]
  return flags
}

/** Whether it is on the floor of a shop. */
function isForSale(thing: Thing): boolean {
  const { where } = thing
  if (where?.in !== 'cell' || !isPortable(thing)) return false
  return where.level
    .things(where.x, where.y)
    .some(({ kind: { is } }) => is.role === 'ground' && is.shop === true)
}

function alike(a: Belonging, b: Belonging): boolean {
  return (Object.keys(a) as (keyof Belonging)[]).every((key) => a[key] === b[key])
}
