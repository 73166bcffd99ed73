// A view of selectable size, with ten layers per space.
import type { Codec, Optional, Reader, Writer } from '../../../../wire/codec/codec.ts'
import { throwFieldError } from '../../../../wire/codec/field-error.ts'
import {
  type RandomFunction,
  randomEdgeBiasedInteger,
  randomInteger,
  randomItem,
  randomLength,
} from '../../../../wire/codec/random-values.ts'
import { about, BE, byteLengthOf, emptyField, optional, struct, toEnd, u8 } from '../../../../wire/index.ts'
import { checkRange, shortString } from './fields.ts'

/** Number of layers. Layer 0 is the floor. */
export const mapLayerCount = 10
/** Added to x and y on the wire, because positions of objects that extend into the view can be negative. */
const offset = 15
/** Bounds of the x and y of a space. */
const lowest = -offset
const highest = 63 - offset
/** Values of the last four bits of a coordinate word. */
const spaceKind = 0
const scrollKind = 1
/** The byte that ends the changes of a space. */
const end = 255
/** Marks the number of an animation, in place of a face. */
const animFlag = 0x8000
/** Highest numbers of a face and of an animation. */
const lastFace = 0x7fff
const lastAnim = 0x1fff
/** [CF-5.12] Kinds of labels in the order of their numbers. A single `none` removes all labels of a space. */
const labelKinds = ['none', 'player', 'party', 'master', 'npc', 'sign', 'say', 'chat'] as const
const labelChangeKind = 2
/** The size value which means that the real size follows in the next byte. */
const extendedLabelSize = 7
/** Starts of an animation in the order of their numbers. */
const animationStarts = ['first', 'random', 'together'] as const

/** new[x][y] = old[x + dx][y + dy]. */
export interface ViewScroll {
  readonly dx: number
  readonly dy: number
}

/** Face 0 clears a layer. */
export type SpaceChange =
  | { readonly change: 'clear' }
  /** `value`: light of the space, from 0 (dark) to 255 (bright). */
  | { readonly change: 'darkness'; readonly value: number }
  | LabelChange
  | FaceChange
  | AnimationChange
/** All labels of a space are sent together and replace the previous ones. */
interface LabelChange {
  readonly change: 'label'
  readonly kind: (typeof labelKinds)[number]
  readonly text: string
}
interface FaceChange {
  readonly change: 'face'
  /** From 0 (the floor) to 9. */
  readonly layer: number
  readonly face: number
  readonly smooth?: number | undefined
}
interface AnimationChange {
  readonly change: 'animation'
  readonly layer: number
  readonly anim: number
  /** An animation starts at its first face, at a random face, or in phase with all other instances of it. */
  readonly start: (typeof animationStarts)[number]
  /** Ticks per face. */
  readonly speed: number
  readonly smooth?: number | undefined
}

/** x and y count from the top left corner. A space outside of the view has an object that extends into the view. */
export interface MapSpace {
  readonly x: number
  readonly y: number
  readonly changes: readonly SpaceChange[]
}

function writePlace(writer: Writer, x: number, y: number, kind: number): void {
  const column = checkRange(x, 'x', lowest, highest) + offset
  const row = checkRange(y, 'y', lowest, highest) + offset
  BE.u16.write(writer, (column << 10) | (row << 4) | kind, {})
}

const scroll: Optional<ViewScroll> = {
  optional: true,
  doc: 'u16be whose last four bits have the value 1; or nothing',
  min: 0,
  max: 2,
  read(reader) {
    if (reader.left < 2 || (reader.bytes[reader.at + 1]! & 15) !== scrollKind) return undefined
    const word = BE.u16.read(reader, {})
    return { dx: (word >> 10) - offset, dy: ((word >> 4) & 63) - offset }
  },
  write(writer, value) {
    if (value) writePlace(writer, value.dx, value.dy, scrollKind)
  },
  sample: (chance) =>
    chance() < 0.5
      ? undefined
      : {
          dx: randomEdgeBiasedInteger(chance, lowest, highest),
          dy: randomEdgeBiasedInteger(chance, lowest, highest),
        },
}

const space: Codec<MapSpace> = {
  doc: 'space',
  nested: [
    { step: ' place', codec: about(BE.u16, 'x + 15, y + 15 in six bits each, then four zero bits') },
    { step: '.changes[]', codec: about(u8, 'bytes that follow × 32 + kind') },
    { step: '.changes[] (0 clear)', codec: emptyField },
    { step: '.changes[] (1 darkness)', codec: about(u8, '255: bright') },
    {
      step: '.changes[] (2 label)',
      codec: struct({
        size: byteLengthOf(u8, 'kind', 'text'),
        kind: about(u8, 'CF-5.12'),
        text: shortString,
      }),
    },
    { step: '.changes[] (16 to 25 face)', codec: struct({ face: BE.u16, smooth: optional(u8) }) },
    {
      step: '.changes[] (16 to 25 animation)',
      codec: struct({
        anim: about(
          BE.u16,
          'number of the animation, with bit 15 set; bit 13: random start, bit 14: synchronized',
        ),
        speed: about(u8, 'ticks per face'),
        smooth: optional(u8),
      }),
    },
  ],
  min: 3,
  max: Infinity,
  read(reader) {
    const word = BE.u16.read(reader, {})
    if ((word & 15) !== spaceKind) throwFieldError(`unknown coordinate kind ${word & 15}`)
    return { x: (word >> 10) - offset, y: ((word >> 4) & 63) - offset, changes: readChanges(reader) }
  },
  write(writer, { x, y, changes }) {
    writePlace(writer, x, y, spaceKind)
    for (let n = 0; n < changes.length; n++) writeChange(writer, changes[n]!)
    writer.byte(end)
  },
  sample: (chance) => ({
    x: randomEdgeBiasedInteger(chance, lowest, highest),
    y: randomEdgeBiasedInteger(chance, lowest, highest),
    changes: Array.from({ length: randomLength(chance, 0, 10) }, () => sampleChange(chance)),
  }),
}

function readChanges(reader: Reader): SpaceChange[] {
  const changes: SpaceChange[] = []
  for (;;) {
    const head = u8.read(reader, {})
    if (head === end) return changes
    changes.push(readChange(reader, head >> 5, head & 31))
  }
}

function readChange(reader: Reader, size: number, kind: number): SpaceChange {
  if (kind === 0 && size === 0) return { change: 'clear' }
  if (kind === 1 && size === 1) return { change: 'darkness', value: u8.read(reader, {}) }
  if (kind === labelChangeKind && size === extendedLabelSize) return readLabel(reader)
  const layer = kind - 16
  if (layer < 0 || layer >= mapLayerCount)
    throwFieldError(`unknown change of kind ${kind} with ${size} bytes`)
  return readLayer(reader, size, layer)
}

function readLabel(reader: Reader): LabelChange {
  const size = u8.read(reader, {})
  const kind = labelKinds[u8.read(reader, {})] ?? throwFieldError('unknown label kind')
  const text = shortString.read(reader, {})
  return size === text.length + 2
    ? { change: 'label', kind, text }
    : throwFieldError(`${size} bytes for a label`)
}

function writeLabel(writer: Writer, { kind, text }: LabelChange): void {
  const number = labelKinds.indexOf(kind)
  if (number < 0) throwFieldError(`${kind} is not a label kind`)
  writer.byte((extendedLabelSize << 5) | labelChangeKind)
  u8.write(writer, text.length + 2, {})
  u8.write(writer, number, {})
  shortString.write(writer, text, {})
}

function readLayer(reader: Reader, size: number, layer: number): FaceChange | AnimationChange {
  const number = BE.u16.read(reader, {})
  const own = number & animFlag ? 3 : 2
  if (size !== own && size !== own + 1) throwFieldError(`${size} bytes for layer ${layer}`)
  const speed = own === 3 ? u8.read(reader, {}) : 0
  const smooth = size > own ? { smooth: u8.read(reader, {}) } : {}
  if (own === 2) return { change: 'face', layer, face: number, ...smooth }
  const start =
    animationStarts[(number >> 13) & 3] ??
    throwFieldError('an animation cannot be both random and synchronized')
  return { change: 'animation', layer, anim: number & lastAnim, start, speed, ...smooth }
}

function writeChange(writer: Writer, one: SpaceChange): void {
  switch (one.change) {
    case 'clear':
      return writer.byte(0)
    case 'darkness':
      writer.byte((1 << 5) | 1)
      return u8.write(writer, one.value, {})
    case 'label':
      return writeLabel(writer, one)
    case 'face':
      writeHead(writer, one, 2)
      BE.u16.write(writer, checkRange(one.face, 'face', 0, lastFace), {})
      break
    case 'animation':
      writeHead(writer, one, 3)
      BE.u16.write(writer, animFlag | (startOf(one) << 13) | checkRange(one.anim, 'anim', 0, lastAnim), {})
      u8.write(writer, one.speed, {})
      break
    default:
      throwFieldError(`${JSON.stringify(one)} is not a change`)
  }
  if (one.smooth !== undefined) u8.write(writer, one.smooth, {})
}

function writeHead(writer: Writer, { layer, smooth }: FaceChange | AnimationChange, size: number): void {
  const bytes = smooth === undefined ? size : size + 1
  u8.write(writer, (bytes << 5) | (16 + checkRange(layer, 'layer', 0, mapLayerCount - 1)), {})
}

function startOf({ start }: AnimationChange): number {
  const number = animationStarts.indexOf(start)
  return number < 0 ? throwFieldError(`${start} is not an animation start`) : number
}

function sampleChange(chance: RandomFunction): SpaceChange {
  const layer = randomInteger(chance, 0, mapLayerCount - 1)
  const smooth = chance() < 0.3 ? { smooth: randomEdgeBiasedInteger(chance, 0, 255) } : {}
  const speed = randomEdgeBiasedInteger(chance, 0, 255)
  return randomItem<SpaceChange>(chance, [
    { change: 'clear' },
    { change: 'darkness', value: randomEdgeBiasedInteger(chance, 0, 255) },
    {
      change: 'label',
      kind: randomItem(chance, labelKinds),
      text: shortString.sample(chance, {}).slice(0, 253),
    },
    { change: 'face', layer, face: randomEdgeBiasedInteger(chance, 0, lastFace), ...smooth },
    {
      change: 'animation',
      layer,
      anim: randomEdgeBiasedInteger(chance, 0, lastAnim),
      start: randomItem(chance, animationStarts),
      speed,
      ...smooth,
    },
  ])
}

export const fromServer = {
  map2: {
    rule: 'CF-5.3',
    about: "The changed cells of the view, for today's clients.",
    fields: {
      scroll: about(scroll, 'how far the view has moved, encoded as a coordinate'),
      spaces: about(toEnd(space), 'changed spaces; layers without a change stay'),
    },
  },
} as const
