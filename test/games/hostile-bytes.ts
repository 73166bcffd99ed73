// Checks that a packet table decodes hostile bytes to a packet or throws a WireError, and nothing else.
import fc from 'fast-check'
import { expect } from 'vitest'
import { type PacketCodec, WireError } from '../../wire/index.ts'
import { assertProperty } from '../property.ts'
import { seededRandom } from '../wire/packets/seeded-random.ts'

/** Each truncated or mutated sample throws a WireError, or decodes to a packet that stays the same when re-encoded. */
export function expectPacketOrWireError<P extends { readonly type: string }>(
  table: PacketCodec<P>,
  numRuns: number,
  check: (packet: P, bytes: Uint8Array) => void = () => {},
): void {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 })
  const sample = fc.tuple(fc.nat(), fc.constantFrom(...table.names))
  assertProperty(
    fc.property(sample, edits, fc.option(fc.nat()), ([seed, type], changes, cut) => {
      const bytes = table.encode(table.sample(seededRandom(seed), type))
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      const hostile = cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1))
      let packet: P
      try {
        packet = table.decode(hostile)
      } catch (error) {
        expect(error).toBeInstanceOf(WireError)
        return
      }
      expect(table.decode(table.encode(packet))).toEqual(packet)
      check(packet, hostile)
    }),
    { numRuns },
  )
}
