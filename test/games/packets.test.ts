import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as arcaneSector from '../../games/arcane-sector/packets.ts'
import * as crossfire from '../../games/crossfire/protocol/packets/index.ts'
import * as doom from '../../games/doom-2077/packets.ts'
import * as soaprun from '../../games/soaprun/packets.ts'
import type { PacketCodec } from '../../wire/index.ts'
import { assertProperty } from '../property.ts'
import { seededRandom } from '../wire/packets/seeded-random.ts'
import { expectPacketOrWireError } from './hostile-bytes.ts'

type Table = PacketCodec<{ readonly type: string }>
/** A property of encoded packets that must not change when a mutated packet is decoded and encoded again. */
type StableProperty = (bytes: Uint8Array) => unknown

const noProperty: StableProperty = () => undefined
const tables = [
  ['arcane-sector', arcaneSector, ({ length }) => length],
  ['crossfire', crossfire, noProperty],
  ['doom-2077', doom, noProperty],
  ['soaprun', soaprun, (bytes) => Buffer.from(bytes).toString('hex')],
] satisfies [string, unknown, StableProperty][]
const directions = tables.flatMap(([game, { fromClient, fromServer }, stableProperty]) => [
  [`clients of ${game}`, fromClient as unknown as Table, stableProperty] as const,
  [
    `servers of ${game}`,
    fromServer as unknown as Table,
    game === 'soaprun' ? noProperty : stableProperty,
  ] as const,
])

describe.each(directions)('packets of %s', (_, table, stableProperty) => {
  it.each(table.names)('%s decodes and encodes to the same bytes, in its documented size', (type) => {
    const { min, max } = table.shapes[type]!
    assertProperty(
      fc.property(fc.nat(), (seed) => {
        const packet = table.sample(seededRandom(seed), type)
        const bytes = table.encode(packet)
        expect(table.decode(bytes)).toEqual(packet)
        expect(table.encode(table.decode(bytes))).toEqual(bytes)
        expect(bytes.length).toBeGreaterThanOrEqual(min)
        expect(bytes.length).toBeLessThanOrEqual(max)
      }),
    )
  })

  it('[CF-1.8] decode to a packet or throw a WireError, however they are truncated or mutated', () => {
    expectPacketOrWireError(table, 100 * table.names.length, (packet, bytes) =>
      expect(stableProperty(table.encode(packet))).toEqual(stableProperty(bytes)),
    )
  })
})
