// Tests for every implementation of records, and for the records as a transaction sees them.
import { describe, expect, it } from 'vitest'
import { type Records, type StoredValue, TransactionStore } from '../../durable-objects/storage/records.ts'
import type { RecordValue } from '../../games/game.ts'

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return i
  return -1
}

const write = (records: Records, changes: { readonly [key: string]: StoredValue | undefined }) =>
  records.write(new Map(Object.entries(changes)))
const shown = (rows: Iterable<readonly [key: string, value: unknown]>) =>
  [...rows].map(([key, value]) => `${key} ${JSON.stringify(value)}`)

/** `within` calls `body` with empty records. */
export function conformance(name: string, within: (body: (records: Records) => void) => Promise<void>): void {
  const turn = (records: Records, prefix = 'game/') => {
    const changes = new Map<string, StoredValue | undefined>()
    const store = new TransactionStore(records, prefix, changes)
    return { store, changes, commit: () => commit(records, changes), discard: () => changes.clear() }
  }

  describe(`records: ${name}`, () => {
    it('returns nothing that was not written', () =>
      within((records) => {
        expect(records.get('a')).toBeUndefined()
        expect([...records.list('')]).toEqual([])
      }))

    it('returns text and bytes as they were written, even if they are empty', () =>
      within((records) => {
        const written: [string, StoredValue][] = [
          ['bytes', Uint8Array.of(0, 1, 255)],
          ['no bytes', new Uint8Array(0)],
          ['no text', ''],
          ['text', 'ä€😀\u0000"\\'],
        ]
        records.write(new Map(written))
        expect([...records.list('')]).toEqual(written)
        for (const [key, value] of written) expect(records.get(key)).toEqual(value)
      }))

    it('replaces records, changes their kind and deletes them; the deletion of a missing record does nothing', () =>
      within((records) => {
        write(records, { a: 'one' })
        write(records, { a: Uint8Array.of(2) })
        expect(records.get('a')).toEqual(Uint8Array.of(2))
        write(records, { a: 'three' })
        expect(records.get('a')).toBe('three')
        write(records, { a: undefined, b: undefined })
        expect([...records.list('')]).toEqual([])
      }))

    it('lists by prefix in key order, for any ASCII keys', () =>
      within((records) => {
        const keys = 'a|a |a!|a%|a/|a/1|a/10|a/2|a/~|a/~~|aB|a_|a~|b|A'.split('|')
        records.write(new Map(keys.toReversed().map((key) => [key, `"${key}"`])))
        const listed = (prefix: string) => [...records.list(prefix)].map(([key]) => key)
        expect(listed('')).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
        expect(listed('a/')).toEqual(['a/', 'a/1', 'a/10', 'a/2', 'a/~', 'a/~~'])
        expect(listed('a/~')).toEqual(['a/~', 'a/~~'])
        expect(listed('a%')).toEqual(['a%'])
        expect(listed('a_')).toEqual(['a_'])
        expect(listed('~')).toEqual([])
        expect(listed('a/11')).toEqual([])
      }))

    it('can be written to during a listing, which returns the earlier records', () =>
      within((records) => {
        const keys = ['a', 'b', 'c']
        records.write(new Map(keys.map((key) => [key, key])))
        const seen: string[] = []
        for (const [key] of records.list('')) {
          seen.push(key)
          records.write(new Map([['d', 'd'], ...keys.map((other) => [other, undefined] as const)]))
        }
        expect(seen).toEqual(keys)
        expect(shown(records.list(''))).toEqual(['d "d"'])
      }))

    it('shares no memory with writers or readers', () =>
      within((records) => {
        const bytes = Uint8Array.of(1, 2, 3)
        write(records, { a: bytes })
        bytes[0] = 9
        const read = records.get('a') as Uint8Array
        read[1] = 9
        for (const [, listed] of records.list('a')) (listed as Uint8Array)[2] = 9
        expect(records.get('a')).toEqual(Uint8Array.of(1, 2, 3))
      }))

    it.each([
      ['a million letters', 'a'.repeat(1_000_001)],
      ['letters of three bytes', '€'.repeat(1_500_000)],
      ['pairs cut anywhere', `a${'😀'.repeat(1_200_000)}`],
      ['pairs cut anywhere else', '😀'.repeat(1_200_000)],
    ])('stores text of over 2 MB: %s', (_, text) =>
      within((records) => {
        write(records, { big: text, small: 'after' })
        expect(records.get('big') === text).toBe(true)
        const listed = [...records.list('')]
        expect(listed.map(([key]) => key)).toEqual(['big', 'small'])
        expect(listed[0]![1] === text).toBe(true)
      }),
    )

    it('stores bytes of over 2 MB, of every length near a multiple of the part size', () =>
      within((records) => {
        for (const length of [999_999, 1_000_000, 1_000_001, 2_000_000, 5_000_003]) {
          const bytes = new Uint8Array(length)
          for (let i = 0; i < length; i++) bytes[i] = i * 31 + (i >> 8)
          write(records, { big: bytes })
          const read = records.get('big') as Uint8Array
          expect(read.length).toBe(length)
          expect(firstDifference(read, bytes)).toBe(-1)
        }
      }))

    it('deletes all parts of a long value that a shorter value of either kind replaces', () =>
      within((records) => {
        const big: StoredValue[] = ['x'.repeat(3_000_000), new Uint8Array(3_000_000)]
        const small: StoredValue[] = ['y', Uint8Array.of(7), 'z'.repeat(1_100_000), new Uint8Array(1_100_000)]
        for (const long of big) {
          for (const short of small) {
            write(records, { a: long })
            write(records, { a: short })
            const read = records.get('a')!
            expect([typeof read, read.length]).toEqual([typeof short, short.length])
          }
          write(records, { a: long })
          write(records, { a: undefined })
          expect(records.get('a')).toBeUndefined()
        }
      }))
  })

  describe(`a transaction: ${name}`, () => {
    it('sees its own writes and deletes, which no other reader sees before the commit', () =>
      within((records) => {
        write(records, { 'game/a': '1', 'game/b': '2' })
        const { store, commit } = turn(records)
        store.put('c', 3)
        store.put('a', 10)
        store.delete('b')
        expect([store.get('a'), store.get('b'), store.get('c')]).toEqual([10, undefined, 3])
        expect(shown(store.list(''))).toEqual(['a 10', 'c 3'])
        expect(shown(records.list(''))).toEqual(['game/a "1"', 'game/b "2"'])
        commit()
        expect(shown(records.list(''))).toEqual(['game/a "10"', 'game/c "3"'])
      }))

    it('can be discarded as a whole', () =>
      within((records) => {
        write(records, { 'game/a': '1' })
        const { store, commit, discard } = turn(records)
        store.put('a', 2)
        store.put('b', 2)
        store.delete('a')
        discard()
        expect([store.get('a'), store.get('b')]).toEqual([1, undefined])
        commit()
        expect(shown(records.list(''))).toEqual(['game/a "1"'])
      }))

    it('lists its own and stored records together in order, only under the given prefix', () =>
      within((records) => {
        write(records, {
          game: '0',
          'game/x/1': '1',
          'game/x/3': '3',
          'game/y': '4',
          'gamf/x/2': '5',
          room: '6',
        })
        const { store } = turn(records)
        store.put('x/2', 2)
        store.put('x/0', 0)
        store.delete('x/3')
        expect(shown(store.list('x/'))).toEqual(['x/0 0', 'x/1 1', 'x/2 2'])
        expect([...store.list('')].map(([key]) => key)).toEqual(['x/0', 'x/1', 'x/2', 'y'])
        expect([...store.list('z')]).toEqual([])
      }))

    it('can write during a listing', () =>
      within((records) => {
        const { store } = turn(records)
        for (const key of ['a', 'b']) store.put(key, 0)
        for (const [key] of store.list('')) {
          store.delete(key)
          store.put(`${key}${key}`, 1)
        }
        expect(shown(store.list(''))).toEqual(['aa 1', 'bb 1'])
      }))

    it('keeps all kinds of value distinct', () =>
      within((records) => {
        const values: RecordValue[] = [
          null,
          true,
          0,
          -1.5,
          '',
          'text',
          '\ud800 alone',
          [1, ['two', null]],
          { a: { b: [] } },
          new Uint8Array(0),
          Uint8Array.of(91, 93),
          '[]',
        ]
        const { store, commit } = turn(records)
        for (const [i, value] of values.entries()) store.put(`v${i}`, value)
        const all = () => values.map((_, i) => store.get(`v${i}`))
        expect(all()).toEqual(values)
        commit()
        expect(all()).toEqual(values)
      }))

    it('copies values in both directions', () =>
      within((records) => {
        const { store, commit } = turn(records)
        const [bytes, object] = [Uint8Array.of(1, 1, 1), { n: [1] }]
        for (const round of ['own', 'kept']) {
          store.put('bytes', bytes)
          store.put('object', object)
          if (round === 'kept') commit()
          bytes[0] = 9
          object.n.push(2)
          ;(store.get('bytes') as Uint8Array)[1] = 9
          ;(store.get('object') as { n: number[] }).n.push(3)
          for (const [, value] of store.list('bytes')) (value as Uint8Array)[2] = 9
          expect([store.get('bytes'), store.get('object')]).toEqual([Uint8Array.of(1, 1, 1), { n: [1] }])
          bytes[0] = 1
          object.n.pop()
        }
      }))

    it.each(['', 'ä', 'a\u0000', 'a\n', 'a\u007f', 'x'.repeat(513), '😀'])('refuses the key %j', (key) =>
      within((records) => {
        const { store, changes } = turn(records)
        expect(() => store.put(key, 1)).toThrow(RangeError)
        expect(() => store.delete(key)).toThrow(RangeError)
        expect(store.get(key)).toBeUndefined()
        expect(changes.size).toBe(0)
      }),
    )

    it('accepts keys of maximum length and with any printable character', () =>
      within((records) => {
        const { store, commit } = turn(records)
        const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
        store.put('x'.repeat(512), 1)
        store.put(printable, 2)
        commit()
        expect([store.get('x'.repeat(512)), store.get(printable)]).toEqual([1, 2])
        expect([...store.list(printable.slice(0, -1))]).toEqual([[printable, 2]])
      }))
  })
}

function commit(records: Records, changes: Map<string, StoredValue | undefined>): void {
  records.write(changes)
  changes.clear()
}
