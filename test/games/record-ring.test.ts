import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecordRing, type RingChunk } from '../../games/shared/record-ring.ts'
import { assertProperty } from '../property.ts'

const size = { linesPerRecord: 3, records: 4 }

type Step = number | 'write' | 'reopen' | 'drop'

it('a ring keeps the newest lines, also over a restart, and rewrites only records with new lines', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom<Step>('write', 'reopen', 'drop'),
  )
  assertProperty(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const records = new Map<number, RingChunk<number>>()
      let ring = new RecordRing<number>([], size)
      let [all, written]: [number[], number] = [[], 0]
      for (const one of steps) {
        if (typeof one === 'number')
          for (let n = 0; n < one; n++) {
            all.push(all.length)
            ring.add(all.length - 1)
          }
        else if (one === 'drop') {
          // Lines that the ring has overwritten cannot be dropped again.
          if (all.length - written > 9) continue
          ring.dropUnwritten((line) => line >= written + 2)
          all = all.slice(0, written + 2)
        } else {
          if (one === 'write') {
            for (const [place, chunk] of ring.unwritten()) {
              expect(chunk.lines.at(-1)! >= written).toBe(true)
              records.set(place, chunk)
            }
            ring.written()
            written = all.length
          }
          ring = new RecordRing([...records.values()], size)
          all = all.slice(0, written)
        }
        expect(ring.lines).toEqual(all.slice(all.length - ring.lines.length))
        expect(ring.lines.length).toBeGreaterThanOrEqual(Math.min(all.length, 1))
        expect(ring.hasUnwritten).toBe(all.length > written)
        expect(records.size).toBeLessThanOrEqual(size.records)
      }
    }),
  )
})
