// The dialect of today's clients (1023/1029): a view of selectable size in layers, texts by kind, 64-bit numbers.
import { soundKinds } from '../hearing/sounds.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import {
  type FromServer,
  type Item2,
  mapLayers,
  type Scroll,
  type SpaceChange,
  type Stat,
  twoNames,
} from '../packets.ts'
import { type Label, sameLabels } from '../places/labels.ts'
import { sameShown } from '../places/stack.ts'
import type { SeenCell } from '../places/view.ts'
import type { Shown } from '../scene/scene.ts'
import type { Belonging, CellChange, Dialect, Heard, PlayerStats, Speaking } from './dialect.ts'

/** There is only one set of faces. */
const set = 0
/** Bits of `sound2`. */
const sounds = 1
const music = 2
/** [CF-5.12] Protocol version from which on clients know labels. */
const labelsSince = 1030
/** Items per packet: with maximum names this many fit into 65,535 bytes. */
const itemsAtOnce = 200

export class DialectToday implements Dialect {
  readonly name = 'today'
  readonly forgetsMaps = true
  readonly #speaking: Speaking

  constructor(speaking: Speaking) {
    this.#speaking = speaking
  }

  get width(): number {
    return this.#speaking.wishes.width
  }

  get height(): number {
    return this.#speaking.wishes.height
  }

  get labels(): boolean {
    return this.#speaking.sc >= labelsSince
  }

  get lookObjects(): number {
    return this.#speaking.wishes.lookObjects
  }

  /** [CF-6.8] Sends the picture, or only the name to clients that cache pictures. */
  face(face: number): void {
    const { send, wishes, gallery } = this.#speaking
    if (!wishes.facecache) return this.picture(face)
    const { name, checksum } = gallery.face(face)
    send({ type: 'face2', face, set, checksum, name })
  }

  /** [CF-6.7] */
  picture(face: number): void {
    const { send, gallery } = this.#speaking
    send({ type: 'image2', face, set, data: gallery.png(face) })
  }

  /** [CF-10.2] */
  text(text: string, { kind, subtype, colour }: TextKind): FromServer {
    return { type: 'drawextinfo', colour, kind, subtype, text }
  }

  /** [CF-8.1] Experience has 64 bits. */
  stats(player: PlayerStats): readonly Stat[] {
    const { range, title, resists, race, base, applied, skills, exp, ...numbers } = player
    return [
      ...Object.entries({ ...numbers, exp64: exp, ...resists }).map(
        ([stat, value]) => ({ stat, value }) as Stat,
      ),
      ...(this.#speaking.wishes.extendedStats ? abilities(race, base, applied) : []),
      { stat: 'range', value: range },
      { stat: 'title', value: title },
      ...skills.map(({ number, ...value }) => ({ stat: number, value })),
    ]
  }

  /** [CF-7.6] [CF-7.3] */
  ground(things: readonly Belonging[]): void {
    this.#speaking.send({ type: 'delinv', tag: 0 })
    this.has(0, things)
  }

  /** [CF-7.3] */
  has(location: number, things: readonly Belonging[]): void {
    for (let at = 0; at < things.length; at += itemsAtOnce) {
      const items = things.slice(at, at + itemsAtOnce).map(item2)
      this.#speaking.send({ type: 'item2', location, items })
    }
  }

  /** [CF-7.4] Sends changed fields only. `upditem` has no type field, so a thing with a new type is sent whole. */
  changed(before: Belonging, after: Belonging, location: number): void {
    if (before.kind !== after.kind) return this.has(location, [after])
    const { tag, flags, weight, face, one, many, animation, ticks, count } = after
    this.#speaking.send({
      type: 'upditem',
      tag,
      ...(flags !== before.flags && { flags }),
      ...(weight !== before.weight && { weight }),
      ...(face !== before.face && { face }),
      ...((one !== before.one || many !== before.many) && { name: twoNames(one, many) }),
      ...(animation !== before.animation && { anim: animation }),
      ...(ticks !== before.ticks && { animSpeed: ticks }),
      ...(count !== before.count && { nrof: count }),
    })
  }

  /** [CF-5.4] */
  newMap(): void {
    this.#speaking.send({ type: 'newmap' })
  }

  facesOf({ stack }: SeenCell): readonly number[] {
    return stack.map(({ face }) => face)
  }

  animationsOf({ stack }: SeenCell): readonly number[] {
    return stack.flatMap(({ animation }) => animation?.number ?? [])
  }

  /** [CF-5.3] */
  cells(changes: readonly CellChange[], scroll: Scroll | undefined): void {
    const spaces = changes
      .map(({ x, y, before, after }) => ({ x, y, changes: this.#space(before, after) }))
      .filter((space) => space.changes.length > 0)
    if (scroll || spaces.length > 0) this.#speaking.send({ type: 'map2', ...(scroll && { scroll }), spaces })
  }

  /** [CF-11.3] */
  heard({ x, y, sound, volume }: Heard): void {
    const { send, wishes } = this.#speaking
    if (!(wishes.sound & sounds)) return
    const { kind, action, name } = sound
    send({ type: 'sound2', x, y, direction: 0, volume, kind: soundKinds[kind], action, name })
  }

  /** [CF-11.4] */
  music(song: string): void {
    const { send, wishes } = this.#speaking
    if (wishes.sound & music) send({ type: 'music', song })
  }

  /** [CF-11.7] */
  tick(tick: number): void {
    const { send, wishes } = this.#speaking
    if (wishes.tick) send({ type: 'tick', tick })
  }

  /** [CF-7.12] */
  pickup(mode: number): void {
    const { send, wishes } = this.#speaking
    if (wishes.pickup) send({ type: 'pickup', mode })
  }

  /** [CF-4.11] The client exits. */
  goodbye(): void {
    this.#speaking.send({ type: 'goodbye' })
  }

  /**
   * [CF-5.3] Clears an emptied layer by itself: with other changes after it, a bare `clear` would leave its face.
   * [CF-5.12] A `clear` would keep labels too, and clients would draw them when the cell is visible again.
   */
  #space(before: SeenCell | undefined, after: SeenCell | undefined): SpaceChange[] {
    if (!after)
      return [...(this.labels && before?.labels?.length !== 0 ? labelChanges([]) : []), { change: 'clear' }]
    const changes: SpaceChange[] = []
    const { darkness } = after
    if (this.#speaking.wishes.darkness && darkness !== (before?.darkness ?? 0))
      changes.push({ change: 'darkness', value: 255 - darkness })
    if (!sameLabels(before?.labels, after.labels)) changes.push(...labelChanges(after.labels ?? []))
    for (let layer = 0; layer < mapLayers; layer++) {
      const shown = layerOf(after, layer)
      if (!sameShown(shown, layerOf(before, layer))) changes.push(layerChange(layer, shown))
    }
    return changes
  }
}

/** [CF-5.12] All labels of a cell; one without text removes them. */
function labelChanges(labels: readonly Label[]): SpaceChange[] {
  if (labels.length === 0) return [{ change: 'label', kind: 'none', text: '' }]
  return labels.map((label) => ({ change: 'label', ...label }))
}

function layerOf(cell: SeenCell | undefined, layer: number): Shown | undefined {
  return cell?.stack.find((shown) => shown.layer === layer)
}

function layerChange(layer: number, shown: Shown | undefined): SpaceChange {
  if (!shown) return { change: 'face', layer, face: 0 }
  const { face, animation } = shown
  if (!animation) return { change: 'face', layer, face }
  return { change: 'animation', layer, anim: animation.number, start: 'together', speed: animation.ticks }
}

function item2({ tag, flags, weight, face, one, many, animation, ticks, count, kind }: Belonging): Item2 {
  const carried = { anim: animation, animSpeed: ticks, nrof: count, itemType: kind }
  return { tag, flags, weight, face, name: twoNames(one, many), ...carried }
}

/** [CF-8.1] `raceStr`, `baseStr`, `appliedStr` and so on. */
function abilities(
  race: PlayerStats['race'],
  base: PlayerStats['base'],
  applied: PlayerStats['applied'],
): Stat[] {
  return Object.entries({ race, base, applied }).flatMap(([of, values]) =>
    Object.entries(values).map(
      ([ability, value]) => ({ stat: `${of}${ability[0]!.toUpperCase()}${ability.slice(1)}`, value }) as Stat,
    ),
  )
}
