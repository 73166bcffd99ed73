// The dialect of today's clients (1023/1029): a view of selectable size in layers, texts by kind, 64-bit numbers.

import { resolveFaceInSet } from '../../builtin/pictures/gallery.ts'
import { visibleFacesEqual } from '../../model/level/visible-faces.ts'
import type { VisibleFace } from '../../model/state/game-state.ts'
import { type Label, labelsEqual } from '../../model/view/labels.ts'
import type { VisibleCell } from '../../model/view/player-view.ts'
import type { MessageType } from '../events/message-types.ts'
import { soundKinds } from '../events/sounds.ts'
import {
  type FromServer,
  type Item2,
  joinNames,
  mapLayerCount,
  type SpaceChange,
  type StatField,
  type ViewScroll,
} from '../packets/index.ts'
import type { CellChange, Dialect, DialectContext, ItemView, SoundEvent, StatValues } from './dialect.ts'

/** Bits of `sound2`. */
const soundBit = 1
const musicBit = 2
/** [CF-5.12] */
const labelsSinceVersion = 1030
/** This number of items with names of maximum length fits into 65,535 bytes. */
const maxItemsPerPacket = 200

export class ModernDialect implements Dialect {
  readonly name = 'today'
  readonly forgetsPreviousMap = true
  readonly #context: DialectContext

  constructor(context: DialectContext) {
    this.#context = context
  }

  get width(): number {
    return this.#context.clientSettings.width
  }

  get height(): number {
    return this.#context.clientSettings.height
  }

  get supportsLabels(): boolean {
    return this.#context.serverProtocolVersion >= labelsSinceVersion
  }

  get lookObjects(): number {
    return this.#context.clientSettings.lookObjects
  }

  /** [CF-6.8] */
  sendFaceReference(face: number): void {
    const { send, clientSettings, gallery } = this.#context
    if (!clientSettings.facecache) return this.sendFaceImage(face)
    send({ type: 'face2', face, ...resolveFaceInSet(gallery, face, clientSettings.faceSet) })
  }

  /** [CF-6.7] */
  sendFaceImage(face: number): void {
    const { send, clientSettings, gallery } = this.#context
    const { set } = resolveFaceInSet(gallery, face, clientSettings.faceSet)
    send({ type: 'image2', face, set, data: (set === 1 ? gallery.classic! : gallery).png(face) })
  }

  /** [CF-10.2] */
  encodeText(text: string, { kind, subtype, colour }: MessageType): FromServer {
    return { type: 'drawextinfo', colour, kind, subtype, text }
  }

  /** [CF-8.1] */
  encodeStats(player: StatValues): readonly StatField[] {
    const { range, title, resists, race, base, applied, skills, exp, ...numbers } = player
    return [
      ...Object.entries({ ...numbers, exp64: exp, ...resists }).map(
        ([stat, value]) => ({ stat, value }) as StatField,
      ),
      ...(this.#context.clientSettings.extendedStats ? abilities(race, base, applied) : []),
      { stat: 'range', value: range },
      { stat: 'title', value: title },
      ...skills.map(({ number, ...value }) => ({ stat: number, value })),
    ]
  }

  /** [CF-7.6] [CF-7.3] */
  sendGroundItems(things: readonly ItemView[]): void {
    this.#context.send({ type: 'delinv', tag: 0 })
    this.sendItems(0, things)
  }

  /** [CF-7.3] */
  sendItems(location: number, things: readonly ItemView[]): void {
    for (let at = 0; at < things.length; at += maxItemsPerPacket) {
      const items = things.slice(at, at + maxItemsPerPacket).map(toItem2)
      this.#context.send({ type: 'item2', location, items })
    }
  }

  /** [CF-7.4] `upditem` has no field for the type, so a thing with a new type is sent whole. */
  sendItemChange(before: ItemView, after: ItemView, location: number): void {
    if (before.kind !== after.kind) return this.sendItems(location, [after])
    const { tag, flags, weight, face, singularName, pluralName, animation, ticks, count } = after
    this.#context.send({
      type: 'upditem',
      tag,
      ...(flags !== before.flags && { flags }),
      ...(weight !== before.weight && { weight }),
      ...(face !== before.face && { face }),
      ...((singularName !== before.singularName || pluralName !== before.pluralName) && {
        name: joinNames(singularName, pluralName),
      }),
      ...(animation !== before.animation && { anim: animation }),
      ...(ticks !== before.ticks && { animSpeed: ticks }),
      ...(count !== before.count && { nrof: count }),
    })
  }

  /** [CF-5.4] */
  sendNewMap(): void {
    this.#context.send({ type: 'newmap' })
  }

  visibleFaces({ visibleFaces }: VisibleCell): readonly number[] {
    return visibleFaces.map(({ face }) => face)
  }

  visibleAnimations({ visibleFaces }: VisibleCell): readonly number[] {
    return visibleFaces.flatMap(({ animation }) => animation?.number ?? [])
  }

  /** [CF-5.3] */
  sendCells(changes: readonly CellChange[], scroll: ViewScroll | undefined): void {
    const spaces = changes
      .map(({ x, y, before, after }) => ({ x, y, changes: this.#space(before, after) }))
      .filter((space) => space.changes.length > 0)
    if (scroll || spaces.length > 0) this.#context.send({ type: 'map2', ...(scroll && { scroll }), spaces })
  }

  /** [CF-11.3] */
  sendSound({ x, y, sound, volume }: SoundEvent): void {
    const { send, clientSettings } = this.#context
    if (!(clientSettings.sound & soundBit)) return
    const { kind, action, name } = sound
    send({ type: 'sound2', x, y, direction: 0, volume, kind: soundKinds[kind], action, name })
  }

  /** [CF-11.4] */
  sendMusic(song: string): void {
    const { send, clientSettings } = this.#context
    if (clientSettings.sound & musicBit) send({ type: 'music', song })
  }

  /** [CF-11.7] */
  sendTick(tick: number): void {
    const { send, clientSettings } = this.#context
    if (clientSettings.tick) send({ type: 'tick', tick })
  }

  /** [CF-7.12] */
  sendPickupMode(mode: number): void {
    const { send, clientSettings } = this.#context
    if (clientSettings.pickup) send({ type: 'pickup', mode })
  }

  /** [CF-4.11] */
  sendGoodbye(): void {
    this.#context.send({ type: 'goodbye' })
  }

  /**
   * [CF-5.3] Clears each emptied layer separately, because a `clear` that is followed by other changes would not remove
   * the layer's face. [CF-5.12] A `clear` does not remove labels either, and clients would draw them when the cell is
   * visible again.
   */
  #space(before: VisibleCell | undefined, after: VisibleCell | undefined): SpaceChange[] {
    if (!after)
      return [
        ...(this.supportsLabels && before?.labels?.length !== 0 ? labelChanges([]) : []),
        { change: 'clear' },
      ]
    const changes: SpaceChange[] = []
    const { darkness } = after
    if (this.#context.clientSettings.darkness && darkness !== (before?.darkness ?? 0))
      changes.push({ change: 'darkness', value: 255 - darkness })
    if (!labelsEqual(before?.labels, after.labels)) changes.push(...labelChanges(after.labels ?? []))
    for (let layer = 0; layer < mapLayerCount; layer++) {
      const shown = faceOnLayer(after, layer)
      if (!visibleFacesEqual(shown, faceOnLayer(before, layer))) changes.push(layerChange(layer, shown))
    }
    return changes
  }
}

/** [CF-5.12] A label without text removes all labels of the cell. */
function labelChanges(labels: readonly Label[]): SpaceChange[] {
  if (labels.length === 0) return [{ change: 'label', kind: 'none', text: '' }]
  return labels.map((label) => ({ change: 'label', ...label }))
}

function faceOnLayer(cell: VisibleCell | undefined, layer: number): VisibleFace | undefined {
  return cell?.visibleFaces.find((shown) => shown.layer === layer)
}

function layerChange(layer: number, shown: VisibleFace | undefined): SpaceChange {
  if (!shown) return { change: 'face', layer, face: 0 }
  const { face, animation } = shown
  if (!animation) return { change: 'face', layer, face }
  return { change: 'animation', layer, anim: animation.number, start: 'together', speed: animation.ticks }
}

function toItem2(item: ItemView): Item2 {
  const { tag, flags, weight, face, singularName, pluralName, animation, ticks, count, kind } = item
  const carried = { anim: animation, animSpeed: ticks, nrof: count, itemType: kind }
  return { tag, flags, weight, face, name: joinNames(singularName, pluralName), ...carried }
}

/** [CF-8.1] Stats with a prefix, such as `raceStr`, `baseStr` and `appliedStr`. */
function abilities(
  race: StatValues['race'],
  base: StatValues['base'],
  applied: StatValues['applied'],
): StatField[] {
  return Object.entries({ race, base, applied }).flatMap(([of, values]) =>
    Object.entries(values).map(
      ([ability, value]) =>
        ({ stat: `${of}${ability[0]!.toUpperCase()}${ability.slice(1)}`, value }) as StatField,
    ),
  )
}
