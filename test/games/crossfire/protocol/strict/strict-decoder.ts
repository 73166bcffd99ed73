// A second decoder of server packets for tests, independent of the packet tables. The fields of a packet must fill it
// to the last byte, and respect the limits of the clients that receive it.

import {
  assertFaceNumber,
  assertHolds,
  latin1,
  type PacketCheck,
  type PacketChecks,
  PacketReader,
  readStat,
} from './strict-fields.ts'
import { checkReplyInfo } from './strict-info.ts'

/** `1997`: the X11 client 0.95 and similar clients. `today`: the GTK client 1.75. */
export type Dialect = '1997' | 'today'

/** `packet`: without its length field. Throws an Error that describes the fault. */
export function assertStrictPacket(packet: Uint8Array, dialect: Dialect): void {
  const text = latin1(packet)
  const command = /^[^ ]*/.exec(text)![0]
  const check = { ...common, ...(dialect === 'today' ? forToday : for1997) }[command]
  if (!check) throw new Error(`a client of ${dialect} knows no ${JSON.stringify(command)}`)
  const most = dialect === 'today' ? 65_535 : 10_237
  const data = new PacketReader(packet.subarray(Math.min(command.length + 1, packet.length)))
  try {
    assertHolds(packet.length <= most, `${packet.length} bytes, over ${most}`)
    check(data)
    assertHolds(data.left === 0, `${data.left} bytes left over`)
  } catch (error) {
    throw new Error(`${command}: ${(error as Error).message}`, { cause: error })
  }
}

const nothing: PacketCheck = () => {}

const common: PacketChecks = {
  version(data) {
    assertHolds(/^\d{4}( \d{4}( [^\n]*\n?)?)?$/.test(data.text()), 'not the numbers and a name')
  },
  addme_success: nothing,
  addme_failed: nothing,
  goodbye: nothing,
  query(data) {
    assertHolds((data.decimal() & ~7) === 0, 'unknown flags')
    data.text()
  },
  drawinfo(data) {
    const colour = data.decimal()
    assertHolds(colour >= 0 && colour <= 12, `no colour ${colour}`)
    data.text()
  },
  comc: (data) => void data.bytes(6),
  delitem(data) {
    while (data.left) data.number(4)
  },
  delinv: (data) => void data.decimal(),
  map_scroll(data) {
    data.decimal()
    data.decimal()
  },
  magicmap(data) {
    const [width, height, x, y] = [data.decimal(), data.decimal(), data.decimal(), data.decimal()]
    assertHolds(x >= 0 && x < width && y >= 0 && y < height, `the player at ${x},${y} of ${width},${height}`)
    data.bytes(width * height)
  },
  player(data) {
    data.bytes(12)
    assertHolds(data.string().length > 0, 'a player without a name')
  },
  /** Both clients support 2,000 animations. The client of 1997 supports up to 32 faces in each animation. */
  anim(data) {
    const number = data.number(2)
    assertHolds(number < 2000, `animation ${number}`)
    assertHolds(data.number(2) === 0, 'flags')
    assertHolds(data.left >= 2 && data.left / 2 <= 32, `${data.left / 2} faces`)
    while (data.left) assertFaceNumber(data.number(2))
  },
}

function item(data: PacketReader, kind: 'item' | 'item1' | 'item2'): void {
  data.number(4)
  while (data.left) {
    assertHolds(data.number(4) > 0, 'an item without a tag')
    data.bytes(8)
    assertFaceNumber(data.number(4))
    const name = data.string()
    const parts = name.split('\0').length
    assertHolds(parts === (kind === 'item2' ? 2 : 1), `a name of ${parts} parts`)
    if (kind !== 'item') data.bytes(2 + 1 + 4)
    if (kind === 'item2') data.bytes(2)
  }
}

/**
 * The values are in the order of their bits, from the lowest up. A name has the form that the item packets of the
 * dialect use.
 */
function upditem(data: PacketReader, parts: 1 | 2): void {
  const bits = data.number(1)
  data.number(4)
  for (const bit of [1, 2, 4]) if (bits & bit) data.number(4)
  if (bits & 8) assertFaceNumber(data.number(4))
  if (bits & 16) assertHolds(data.string().split('\0').length === parts, `a name not of ${parts} parts`)
  if (bits & 32) data.number(2)
  if (bits & 64) data.number(1)
  if (bits & 128) data.number(4)
}

/** A client of 1997 exits if it receives a stat above 26. Neither client can skip an unknown stat. */
function stats(data: PacketReader, highest: number): void {
  assertHolds(data.left > 0, 'no stats')
  while (data.left) readStat(data, data.number(1), highest)
}

const for1997: PacketChecks = {
  item: (data) => item(data, 'item'),
  item1: (data) => item(data, 'item1'),
  upditem: (data) => upditem(data, 1),
  stats: (data) => stats(data, 26),
  /**
   * The packet has the empty cells, then the layers with the topmost first. The packet is empty if nothing has changed.
   */
  map(data) {
    if (!data.left) return
    while (cell(data, 255) !== 255);
    while (data.left) layer1997(data)
  },
  pixmap(data) {
    assertFaceNumber(data.number(4))
    data.bytes(data.number(4))
  },
  image(data) {
    assertFaceNumber(data.number(4))
    const png = data.bytes(data.number(4))
    assertHolds(png[0] === 0x89 && png[1] === 0x50, 'no PNG')
  },
  bitmap(data) {
    assertFaceNumber(data.number(4))
    for (const colour of data.bytes(2)) assertHolds(colour <= 12, `colour ${colour}`)
    data.bytes(72)
  },
  face(data) {
    assertFaceNumber(data.number(2))
    assertHolds(data.text().length > 0, 'a face without a name')
  },
  sound(data) {
    data.bytes(4)
    assertHolds(data.number(1) <= 1, 'a kind of sound over 1')
  },
}

/** Reads the number of a cell, or `endMark`. */
function cell(data: PacketReader, endMark?: number): number {
  const byte = data.number(1)
  assertHolds((byte & 127) <= 120 || byte === endMark, `cell ${byte & 127}`)
  return byte
}

function layer1997(data: PacketReader): void {
  for (let last = false; !last; ) {
    const face = data.number(2)
    last = face > 0x7fff
    assertFaceNumber(face & 0x7fff)
    while (cell(data) < 128);
  }
}

const forToday: PacketChecks = {
  setup(data) {
    const words = data.left ? data.text().split(' ') : []
    assertHolds(words.length % 2 === 0 && words.every(Boolean), 'not in pairs')
  },
  replyinfo: checkReplyInfo,
  accountplayers(data) {
    for (let characters = data.number(1); characters; characters--) {
      for (let size = data.number(1); size; size = data.number(1)) accountField(data, size)
    }
  },
  failure(data) {
    assertHolds(/^\w+ ./.test(data.text()), 'not a command and what is wrong')
  },
  drawextinfo(data) {
    const [colour, kind, subtype] = [data.decimal(), data.decimal(), data.decimal()]
    assertHolds(
      colour >= 0 && colour <= 12 && kind >= 1 && kind <= 20 && subtype >= 0,
      'no such kind of text',
    )
    data.text()
  },
  item2: (data) => item(data, 'item2'),
  upditem: (data) => upditem(data, 2),
  stats: (data) => stats(data, 189),
  image2(data) {
    assertFaceNumber(data.number(4))
    data.number(1)
    data.bytes(data.number(4))
  },
  face2(data) {
    assertFaceNumber(data.number(2))
    data.bytes(1 + 4)
    assertHolds(data.text().length > 0, 'a face without a name')
  },
  smooth(data) {
    assertFaceNumber(data.number(2))
    data.number(2)
  },
  map2(data) {
    for (let first = true; data.left; first = false) space(data, first)
  },
  newmap: nothing,
  tick: (data) => void data.bytes(4),
  pickup: (data) => void data.bytes(4),
  music: (data) => void data.text(),
  sound2(data) {
    data.bytes(5)
    data.string()
    data.string()
  },
  addspell(data) {
    while (data.left) spell(data)
  },
  updspell(data) {
    const bits = data.number(1)
    assertHolds(bits > 0 && bits < 8, `bits ${bits}`)
    data.number(4)
    for (const bit of [1, 2, 4]) if (bits & bit) data.number(2)
  },
  delspell: (data) => void data.bytes(4),
  addquest(data) {
    while (data.left) {
      data.number(4)
      data.string(2)
      data.bytes(4 + 1 + 4 + 1)
      data.string(2)
    }
  },
  updquest(data) {
    data.bytes(4 + 1)
    data.string(2)
  },
  addknowledge(data) {
    while (data.left) {
      data.number(4)
      data.string(2)
      data.string(2)
      data.number(4)
    }
  },
}

function accountField(data: PacketReader, size: number): void {
  const kind = data.number(1)
  assertHolds(kind >= 1 && kind <= 8, `field ${kind} of a character`)
  assertHolds((kind !== 4 && kind !== 8) || size === 3, `field ${kind} of ${size} bytes`)
  data.bytes(size - 1)
}

/** Reads the packet like a client with the setting `spellmon 2`. */
function spell(data: PacketReader): void {
  data.bytes(4 + 5 * 2 + 1 + 4 + 4)
  assertHolds(data.string().length > 0, 'a spell without a name')
  data.string(2)
  assertHolds(data.number(1) <= 3, 'usage over 3')
  data.string()
}

/**
 * An entry begins with a coordinate. Its four low bits are 0, or 1 for a scroll, which must be the first entry. The
 * changes of the cell follow up to a byte 255.
 */
function space(data: PacketReader, first: boolean): void {
  const kind = data.number(2) & 15
  assertHolds(kind === 0 || (kind === 1 && first), `coordinate of kind ${kind}`)
  if (kind === 1) return
  for (let head = data.number(1); head !== 255; head = data.number(1)) change(data, head >> 5, head & 31)
}

function change(data: PacketReader, size: number, kind: number): void {
  if (kind === 0 || kind === 1) {
    assertHolds(size === kind, `${size} bytes for ${kind}`)
    data.bytes(size)
    return
  }
  if (kind === 2 && size === 7) {
    const bytes = data.number(1)
    assertHolds(data.number(1) <= 7, 'a kind of label')
    assertHolds(data.string().length === bytes - 2, `${bytes} bytes for a label`)
    return
  }
  assertHolds(kind >= 16 && kind <= 25, `change ${kind}`)
  const face = data.number(2)
  const own = face & 0x8000 ? 3 : 2
  assertHolds(size === own || size === own + 1, `${size} bytes for ${own === 3 ? 'an animation' : 'a face'}`)
  assertHolds((face & 0x8000) !== 0 || face < 10_000, `face ${face}`)
  data.bytes(size - 2)
}
