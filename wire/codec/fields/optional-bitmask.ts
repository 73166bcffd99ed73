// Optional fields, and the bitmask before them that shows which are present.
import type { Codec, NumberCodec, Optional, PresenceBits } from '../codec.ts'
import { throwFieldError } from '../field-error.ts'

/**
 * A bitmask of optional fields that come later in the same struct, the lowest bit first. Unnamed bits are a WireError.
 * @example
 * const changed = presenceBits(u8, 'face', 'name')
 * struct({ changed, tag: BE.u32, face: changed.of('face', BE.u32), name: changed.of('name', str(u8)) })
 */
export function presenceBits<const N extends string>(
  as: NumberCodec,
  ...bits: readonly N[]
): PresenceBits<N> {
  const mark = Symbol(bits.join())
  const allBits = 2 ** bits.length - 1
  const shown = bits.map((name, n) => `${name}=0x${(2 ** n).toString(16)}`).join(' ')
  const maskOf = (name: N) => {
    if (!bits.includes(name)) throw new Error(`there is no bit for ${name}`)
    return 2 ** bits.indexOf(name)
  }
  const self: PresenceBits<N> = {
    doc: `${as.doc} = bits of the fields that follow: ${shown}`,
    hidden: true,
    bits,
    mark,
    min: as.min,
    max: as.max,
    read(reader, earlier) {
      const set = as.read(reader, earlier)
      if (set & ~allBits) throwFieldError(`unknown bits 0x${((set & ~allBits) >>> 0).toString(16)}`)
      reader.storeValue(mark, set)
      return set as never
    },
    write(writer, _, whole) {
      const n = bits.reduce((sum, name) => (whole[name] === undefined ? sum : sum + maskOf(name)), 0)
      as.write(writer, n, whole)
    },
    sample: () => undefined as never,
    of: (name, codec) => presentIf(codec, maskOf(name), self),
  }
  return self
}

function presentIf<T>(codec: Codec<T>, mask: number, bits: PresenceBits): Optional<T> {
  return {
    optional: true,
    doc: `${codec.doc} if 0x${mask.toString(16)} is set`,
    min: 0,
    max: codec.max,
    needs: [bits, ...(codec.needs ?? [])],
    ...(codec.meaning !== undefined && { meaning: codec.meaning }),
    ...(codec.nested && { nested: codec.nested }),
    read: (reader, earlier) =>
      reader.storedValue(bits.mark) & mask ? codec.read(reader, earlier) : undefined,
    write(writer, value, whole) {
      if (value !== undefined) codec.write(writer, value, whole)
    },
    sample: (random, earlier) => (random() < 0.5 ? codec.sample(random, earlier) : undefined),
  }
}
