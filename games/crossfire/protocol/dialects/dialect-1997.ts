// The dialect of clients of 1997 (versions 1001 to 1023): a view of 11 × 11 cells, texts without a kind, and stats up
// to 26 only, because any other stat makes these clients exit.

import { faceNumberOf } from '../../builtin/pictures/face-table.ts'
import type { VisibleCell } from '../../model/view/player-view.ts'
import type { MessageType } from '../events/message-types.ts'
import { maxLegacyPayloadBytes } from '../framing.ts'
import {
  cellIndex,
  type FaceCells,
  type FromServer,
  faceModes,
  type Item1,
  itemFlags,
  legacyViewSize,
  type StatField,
  type ViewScroll,
} from '../packets/index.ts'
import {
  type CellChange,
  type Dialect,
  type DialectContext,
  type ItemView,
  itemsEqual,
  type SoundEvent,
  type StatValues,
} from './dialect.ts'

/** Maximum number of faces that are sent for a cell. These clients can store a hundred. */
const maxFacesPerCell = 10
/** These clients do not support darkness, so cells at least as dark as `from` get a dark face on top. [CF-6.13] */
const darknessMasks = [
  { from: 64, face: faceNumberOf('dark1.111') },
  { from: 128, face: faceNumberOf('dark2.111') },
  { from: 192, face: faceNumberOf('dark3.111') },
] as const
/**
 * Maximum experience that is sent. Clients read it as a signed 32-bit integer, so they would show a larger value as
 * negative.
 */
const maxExperience = 0x7fffffff
/** In the order in which they are sent. */
const numericStats = [
  ...(['hp', 'maxhp', 'sp', 'maxsp', 'str', 'int', 'wis', 'dex', 'con', 'cha', 'pow', 'grace'] as const),
  ...(['maxgrace', 'level', 'wc', 'ac', 'exp', 'dam', 'armour', 'speed', 'food'] as const),
  ...(['weaponSpeed', 'weightLimit'] as const),
] as const
/** [CF-4.11] */
const goodbyeSinceVersion = 1022

export class Dialect1997 implements Dialect {
  readonly name = '1997'
  readonly width = legacyViewSize
  readonly height = legacyViewSize
  readonly lookObjects = 50
  readonly supportsLabels = false
  readonly forgetsPreviousMap = false
  readonly #context: DialectContext

  constructor(context: DialectContext) {
    this.#context = context
  }

  /** [CF-6.1] */
  sendFaceReference(face: number): void {
    const { send, faceMode, gallery } = this.#context
    const cached = (faceMode & faceModes.cached) !== 0
    if (cached || (faceMode & 15) === faceModes.none)
      send({ type: 'face', face, name: gallery.face(face).name })
    else this.sendFaceImage(face)
  }

  sendFaceImage(face: number): void {
    const { send, faceMode, gallery } = this.#context
    switch (faceMode & 15) {
      case faceModes.bitmap: {
        const { fg, bg } = gallery.face(face).colour
        return send({ type: 'bitmap', face, foreground: fg, background: bg, data: gallery.bitmap(face) })
      }
      case faceModes.png:
        return send({ type: 'image', face, data: gallery.png(face) })
      default:
        return send({ type: 'pixmap', face, data: gallery.xpm(face) })
    }
  }

  /** [CF-10.1] The packet has a colour but no kind. */
  encodeText(text: string, { colour }: MessageType): FromServer {
    return { type: 'drawinfo', colour, text }
  }

  /** [CF-8.1] Encodes only stats up to 26, because any other stat makes the client exit. */
  encodeStats(player: StatValues): readonly StatField[] {
    const values = { ...player, exp: Math.min(player.exp, maxExperience) }
    return [
      ...numericStats.map((stat) => ({ stat, value: values[stat] })),
      { stat: 'range', value: player.range },
      { stat: 'title', value: player.title },
    ]
  }

  /** [CF-7.1] `item` has no count field, so the name includes it: `three apples`. */
  sendGroundItems(things: readonly ItemView[]): void {
    const { send } = this.#context
    send({ type: 'delinv', tag: 0 })
    const items = things.map(({ tag, flags, weight, face, countedName: name }) => ({
      tag,
      flags: legacyFlags(flags),
      weight,
      face,
      name,
    }))
    for (const part of splitIntoPackets(items, 17)) send({ type: 'item', location: 0, items: part })
  }

  /** [CF-7.2] */
  sendItems(location: number, things: readonly ItemView[]): void {
    for (const part of splitIntoPackets(things.map(toItem1), 24))
      this.#context.send({ type: 'item1', location, items: part })
  }

  /** [CF-7.4] After any change other than of flags and weight, the server sends the whole thing again. */
  sendItemChange(before: ItemView, after: ItemView, location: number): void {
    const { tag, weight } = after
    const [flags, flagsBefore] = [legacyFlags(after.flags), legacyFlags(before.flags)]
    const others = { flags: before.flags, weight: before.weight }
    if (!itemsEqual(before, { ...after, ...others })) return this.sendItems(location, [after])
    if (flags === flagsBefore && weight === before.weight) return
    this.#context.send({
      type: 'upditem',
      tag,
      ...(flags !== flagsBefore && { flags }),
      ...(weight !== before.weight && { weight }),
    })
  }

  /** Clients of 1997 do not support `newmap`, so the server sends all 121 cells instead. [CF-5.10] */
  sendNewMap(): void {}

  visibleFaces(cell: VisibleCell): readonly number[] {
    return facesOf(cell)
  }

  visibleAnimations(): readonly number[] {
    return []
  }

  /** [CF-5.2] [CF-5.1] */
  sendCells(changes: readonly CellChange[], scroll: ViewScroll | undefined): void {
    const { send } = this.#context
    if (scroll) send({ type: 'map_scroll', ...scroll })
    if (changes.length === 0) return
    const empty = changes.filter(({ after }) => facesOf(after).length === 0)
    send({ type: 'map', empty: empty.map(({ x, y }) => cellIndex(x, y)), layers: layers(changes) })
  }

  /** [CF-11.2] */
  sendSound({ x, y, sound }: SoundEvent): void {
    if (this.#context.wantsSound)
      this.#context.send({ type: 'sound', x, y, sound: sound.legacy.sound, kind: sound.legacy.kind })
  }

  sendMusic(): void {}

  sendTick(): void {}

  sendPickupMode(): void {}

  /** [CF-4.11] */
  sendGoodbye(): void {
    if (this.#context.serverProtocolVersion >= goodbyeSinceVersion) this.#context.send({ type: 'goodbye' })
  }
}

/**
 * [CF-25.1] Clears the bit of the flag `unidentified`, because these clients do not have that flag and give the bit
 * another meaning.
 */
function legacyFlags(flags: number): number {
  return flags & ~itemFlags.unidentified
}

function toItem1({ tag, flags, weight, face, singularName, animation, ticks, count }: ItemView): Item1 {
  return {
    tag,
    flags: legacyFlags(flags),
    weight,
    face,
    name: singularName,
    anim: animation,
    animSpeed: ticks,
    nrof: count,
  }
}

/**
 * [CF-1.6] Splits a list of items into lists that fit these clients' packets. `fixed`: bytes of an item without its
 * name.
 */
function* splitIntoPackets<T extends { readonly name: string }>(
  items: readonly T[],
  fixed: number,
): Iterable<T[]> {
  let part: T[] = []
  let left = maxLegacyPayloadBytes - 'item1 '.length - 4
  for (const item of items) {
    const bytes = fixed + item.name.length
    if (bytes > left) {
      yield part
      part = []
      left = maxLegacyPayloadBytes - 'item1 '.length - 4
    }
    part.push(item)
    left -= bytes
  }
  if (part.length > 0) yield part
}

/**
 * The faces of a cell, topmost first, with a mask on dark cells [CF-5.11]. If there are too many faces, the floor is
 * kept.
 */
function facesOf(cell: VisibleCell | undefined): readonly number[] {
  const mask = darknessMasks.findLast(({ from }) => from <= (cell?.darkness ?? 0))
  const stack = [...(mask ? [mask.face] : []), ...(cell?.visibleFaces.map(({ face }) => face) ?? [])]
  return stack.length <= maxFacesPerCell ? stack : [...stack.slice(0, maxFacesPerCell - 1), stack.at(-1)!]
}

/**
 * [CF-5.1] Converts cells into layers: the first layer has the topmost face of every cell, the next layer the face
 * below it.
 */
function layers(changes: readonly CellChange[]): FaceCells[][] {
  const found: Map<number, number[]>[] = []
  for (const { x, y, after } of changes) {
    facesOf(after).forEach((face, depth) => {
      const layer = found[depth] ?? new Map<number, number[]>()
      found[depth] = layer
      const cells = layer.get(face)
      if (cells) cells.push(cellIndex(x, y))
      else layer.set(face, [cellIndex(x, y)])
    })
  }
  return found.map((layer) => [...layer].map(([face, cells]) => ({ face, cells })))
}
