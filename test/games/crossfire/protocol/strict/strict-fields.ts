export function assertHolds(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

export class PacketReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes)
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  bytes(size: number): Buffer {
    assertHolds(size <= this.left, `${size} bytes wanted, ${this.left} left`)
    this.#at += size
    return this.#bytes.subarray(this.#at - size, this.#at)
  }

  number(size: 1 | 2 | 4): number {
    return this.bytes(size).readUIntBE(0, size)
  }

  big(): bigint {
    return this.bytes(8).readBigUInt64BE()
  }

  /** Reads a string with a length prefix of `size` bytes. */
  string(size: 1 | 2 = 1): string {
    return latin1(this.bytes(this.number(size)))
  }

  text(): string {
    return latin1(this.bytes(this.left))
  }

  /** Reads up to the given byte, which is skipped, or up to the end. */
  upTo(stop: string): string {
    const end = this.#bytes.indexOf(stop, this.#at, 'latin1')
    const text = latin1(this.bytes(end < 0 ? this.left : end - this.#at))
    if (end >= 0) this.#at++
    return text
  }

  /** Reads up to a space or line feed, which is not skipped, or up to the end. */
  word(): string {
    const from = this.#at
    while (this.left && this.#bytes[this.#at] !== 32 && this.#bytes[this.#at] !== 10) this.#at++
    return latin1(this.#bytes.subarray(from, this.#at))
  }

  decimal(): number {
    const digits = this.upTo(' ')
    assertHolds(/^-?\d+$/.test(digits), `${JSON.stringify(digits)} is no number`)
    return Number(digits)
  }
}

export type PacketCheck = (data: PacketReader) => void
export type PacketChecks = { readonly [command: string]: PacketCheck }

/** Both clients support faces below 10,000. The number 0 means no face. */
export function assertFaceNumber(face: number): void {
  assertHolds(face > 0 && face < 10_000, `face ${face}`)
}

const in32Bits = [11, 17, 19, 26, 29, 30, 31]
const in16Bits = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 22, 23, 24, 25],
  ...Array.from({ length: 54 - 32 + 1 }, (_, n) => 32 + n),
  ...Array.from({ length: 117 - 100 + 1 }, (_, n) => 100 + n),
]

export function readStat(data: PacketReader, number: number, highest: number): void {
  assertHolds(number <= highest, `stat ${number}, over ${highest}`)
  if (in16Bits.includes(number)) data.number(2)
  else if (in32Bits.includes(number)) data.number(4)
  else if (number === 28) data.big()
  else if (number === 20 || number === 21) data.string()
  else if (number >= 140 && number <= 189) data.bytes(1 + 8)
  else throw new Error(`no stat ${number}`)
}
