// The data storage: every Set of the recorded session is repeated, results are compared with CPython's, and properties
// and limits are tested.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '../../../../games/archipelago/python/json.ts'
import type { PyDict, PyValue } from '../../../../games/archipelago/python/values.ts'
import {
  applySet,
  fitsInRoom,
  type SetResult,
  StorageValue,
  storageLimits,
} from '../../../../games/archipelago/storage/set-operations.ts'
import { assertProperty } from '../../../property.ts'

const lines = (name: string) =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

const stored = (text: string) => new StorageValue(text, parseJson(text))

/** Applies a Set of one key with operations such as `['add', '1.5']`. */
function set(before: string | undefined, operations: [string, string][], rest = ''): SetResult {
  const list = operations.map(([operation, value]) => `{"operation":"${operation}","value":${value}}`).join()
  const packet = parseJson(`{"cmd":"Set","key":"k","operations":[${list}]${rest}}`) as PyDict
  return applySet(before === undefined ? undefined : stored(before), packet, 1)
}

const text = (applied: SetResult) => (applied.outcome === 'set' ? applied.stored.text : applied.outcome)

describe('data storage', () => {
  it('[AP-7.2] replies to every Set of the recorded session as the original did', () => {
    const storage = new Map<string, StorageValue>()
    const seen = { set: 0, invalid: 0, failed: 0, 'too-large': 0 }
    const records = lines('transcripts/datastore.tiny-2p.jsonl').map((line) => JSON.parse(line))
    const sent = records.filter(({ dir, frame }) => dir === 'send' && frame[0].cmd === 'Set')
    for (const { step, frame } of sent) {
      const received = records.filter((record) => record.step === step && record.dir === 'recv')
      const answers = received.map((record) => record.frame[0]).filter(({ cmd }) => cmd !== 'PrintJSON')
      const closed = records.some((record) => record.step === step && record.dir === 'close')
      const { key } = frame[0]
      const applied = applySet(
        storage.get(key),
        parseJson(JSON.stringify(frame[0])) as PyDict,
        answers[0]?.slot ?? 1,
      )
      seen[applied.outcome]++
      if (applied.outcome === 'set') storage.set(key, applied.stored)
      const reply = applied.outcome === 'set' ? JSON.parse(stringifyJson(applied.reply)) : undefined
      const refusal = { cmd: 'InvalidPacket', type: 'arguments', text: 'Set', original_cmd: 'Set' }
      expect(closed, JSON.stringify(frame)).toBe(applied.outcome === 'failed')
      expect(answers.length > 0).toBe(!closed)
      for (const answer of answers) expect(answer).toEqual(reply ?? refusal)
    }
    expect(seen).toEqual({ set: 53, invalid: 4, failed: 6, 'too-large': 0 })
    const retrieved = records.findLast(({ frame }) => frame?.[0].cmd === 'Retrieved')
    for (const [key, value] of Object.entries(retrieved.frame[0].keys)) {
      expect(JSON.parse(storage.get(key)!.text)).toEqual(value)
    }
  })

  it('[AP-7.3] computes the results of CPython, and fails where CPython raises', () => {
    const [head, ...rows] = lines('python/operations.jsonl')
    const texts = (parseJson(head!) as []).map((value) => stringifyJson(value))
    let compared = 0
    for (const row of rows) {
      const [operation, i, results] = parseJson(row) as [string, number, PyValue[]]
      for (const [j, result] of results.entries()) {
        const applied = set(texts[i], [[operation, texts[j]!]])
        expect(outcome(applied, operation), `${texts[i]} ${operation} ${texts[j]}`).toBe(
          expected(result, operation),
        )
        compared++
      }
    }
    expect(compared).toBe(18 * 25 * 25)
  })

  function outcome(applied: SetResult, operation: string): string {
    if (applied.outcome === 'set') return digits(applied.stored.value, operation)
    return applied.outcome === 'failed' ? applied.reason.split(':')[0]! : applied.outcome
  }

  function expected(result: PyValue, operation: string): string {
    const raised = result instanceof Map ? result.get('!') : undefined
    if (raised === 'TooLarge') return 'too-large'
    return raised === undefined ? digits(result, operation) : String(raised)
  }

  /** The last digits of a power of fractions depend on the C library, not on Python. */
  function digits(value: PyValue, operation: string): string {
    return operation === 'pow' && typeof value === 'number' ? value.toPrecision(14) : stringifyJson(value)
  }

  it('[AP-7.2] starts from the packet’s default, which can be null, or from 0 without a default', () => {
    expect(text(set(undefined, [['add', '1']]))).toBe('1')
    expect(text(set(undefined, [['add', '1']], ',"default":2.0'))).toBe('3.0')
    expect(text(set(undefined, [], ',"default":null'))).toBe('null')
    expect(text(set('5', [['default', '9']], ',"default":7'))).toBe('5')
  })

  it('[AP-7.5] replies with every field of the request in order, then the original value, the slot and the new value', () => {
    const applied = set('9007199254740993', [['add', '1']], ',"want_reply":true,"uuid":"x","f":1.0')
    expect(applied.outcome === 'set' && stringifyJson(applied.reply)).toBe(
      '{"cmd":"SetReply","key":"k","operations":[{"operation":"add","value":1}],"want_reply":true,"uuid":"x","f":1.0,"original_value":9007199254740993,"slot":1,"value":9007199254740994}',
    )
  })

  it('replies with defaults and operands as later operations have changed them, but with the unchanged original value', () => {
    const fresh = set(undefined, [['update', '{"a":1}']], ',"default":{}')
    expect(fresh.outcome === 'set' && stringifyJson(fresh.reply)).toBe(
      '{"cmd":"SetReply","key":"k","operations":[{"operation":"update","value":{"a":1}}],"default":{"a":1},"original_value":{},"slot":1,"value":{"a":1}}',
    )
    const replaced = set('[9]', [
      ['replace', '[1,2]'],
      ['pop', '0'],
    ])
    expect(replaced.outcome === 'set' && stringifyJson(replaced.reply)).toContain(
      '"operations":[{"operation":"replace","value":[2]},{"operation":"pop","value":0}],"original_value":[9]',
    )
  })

  it('[AP-7.4] if an operation fails, stores only the changes that remove, pop and update have already made in place', () => {
    const broken: [string, string] = ['nonsense', '1']
    expect(set('[1,2,3]', [['pop', '0'], ['remove', '3'], broken])).toMatchObject({ left: { text: '[2]' } })
    expect(set('[1]', [['update', '[2]'], ['replace', '5'], broken])).toMatchObject({
      left: { text: '[1,2]' },
    })
    expect(set('{"a":1}', [['update', '[["b",2],["c"]]']])).toMatchObject({ left: { text: '{"a":1,"b":2}' } })
    for (const applied of [
      set('[1]', [['add', '[2]'], broken]),
      set('[1]', [['replace', '[2]'], ['pop', '0'], broken]),
      set(undefined, [['update', '{"a":1}'], broken], ',"default":{}'),
    ]) {
      expect(applied.outcome).toBe('failed')
      expect(applied).not.toHaveProperty('left')
    }
  })

  it('updates a dict from pairs, and a list from the characters of a text or the keys of a dict', () => {
    expect(text(set('{"a":1}', [['update', '[["b",2],"cd",[1,3],[2.0,4],[null,5],[true,6]]']]))).toBe(
      '{"a":1,"b":2,"c":"d","1":3,"2.0":4,"null":5,"true":6}',
    )
    expect(text(set('["a"]', [['update', '"a😀b"']]))).toBe('["a","😀","b"]')
    expect(text(set('["a"]', [['update', '{"a":1,"z":2}']]))).toBe('["a","z"]')
  })

  it('rejects a Set as invalid if it has no key, no list of operations, or a read-only key', () => {
    for (const packet of [
      '{"operations":[]}',
      '{"key":"k"}',
      '{"key":"k","operations":{}}',
      '{"key":"_read_race_mode","operations":[]}',
    ]) {
      expect(applySet(undefined, parseJson(packet) as PyDict, 1), packet).toEqual({
        outcome: 'invalid',
        steps: 0,
      })
    }
  })

  it('fails if the key is not a text, or if an operation is malformed or has no name or value', () => {
    const bad = [
      '5',
      'null',
      '"add"',
      '{}',
      '{"operation":"add"}',
      '{"operation":[],"value":1}',
      '{"operation":"constructor","value":1}',
    ]
    for (const operation of bad) {
      const packet = parseJson(`{"key":"k","operations":[${operation}]}`) as PyDict
      expect(applySet(stored('1'), packet, 1).outcome, operation).toBe('failed')
    }
    expect(applySet(undefined, parseJson('{"key":5,"operations":[]}') as PyDict, 1).outcome).toBe('failed')
  })

  it('rejects numbers, texts and lists over the limits, at once and without storing anything', () => {
    const huge = '9'.repeat(4300)
    const refused: [string, [string, string][]][] = [
      ['2', [['pow', '1000000000']]],
      ['3', [['pow', huge]]],
      ['1', [['left_shift', '1000000000000']]],
      [huge, [['add', '1']]],
      [huge, [['mul', '10']]],
      ['"ab"', [['mul', '1000000000']]],
      ['[[1,2,3]]', [['mul', '100000']]],
      ['"x"', [['mul', '524288']]],
      ['[[]]', Array.from({ length: 40 }, () => ['mul', '2'])],
      [JSON.stringify(Array(150_000).fill(1)), Array.from({ length: 10 }, () => ['update', '[]'])],
    ]
    for (const [before, operations] of refused) {
      const applied = set(before, operations)
      expect(Object.keys(applied), `${operations[0]}`).toEqual(['outcome', 'steps', 'reason'])
      expect(applied.outcome).toBe('too-large')
    }
    expect(
      text(
        set('2', [
          ['pow', '14284'],
          ['mod', '1000'],
        ]),
      ),
    ).toBe(String(2n ** 14284n % 1000n))
    expect(text(set('-1', [['pow', huge]]))).toBe('-1')
    expect(text(set('0', [['left_shift', huge]]))).toBe('0')
    expect(text(set('"x"', [['mul', '524286']]))).toHaveLength(524288)
    const long = parseJson(`{"key":"${'k'.repeat(1025)}","operations":[]}`) as PyDict
    expect(applySet(undefined, long, 1).outcome).toBe('too-large')
  })

  describe('[AP-7.8] counts the steps of an operation before it runs', () => {
    const list = (length: number, item = '0') => `[${Array(length).fill(item).join()}]`
    const repeat = (times: number, ...operations: [string, string][]) =>
      Array.from({ length: times }, () => operations).flat()
    const four = '9'.repeat(4300)

    // `touched`: the minimum number of steps, at one step for 4 items, 128 characters or 16 digits.
    it.each<[what: string, touched: number, applied: SetResult]>([
      ['a joined list', 20_000 / 4, set(list(10_000), [['add', list(10_000)]])],
      ['a repeated list with one search', 30_000 / 4, set(list(1000), [['mul', '30']])],
      ['the contents of a nested list', 40_000 / 4, set(undefined, [['replace', `[${list(40_000)}]`]])],
      ['compared lists', 40_000 / 4, set(list(40_000), [['max', list(40_000)]])],
      ['compared items', 10_000, set(list(10_000), [['remove', '1']])],
      [
        'compared nested lists',
        (50 * 1000) / 4,
        set(list(50, list(1000)), [['remove', `${list(1000).slice(0, -2)}1]`]]),
      ],
      [
        'a copied dict',
        5000,
        set(`{${Array.from({ length: 5000 }, (_, n) => `"k${n}x":1`)}}`, [['pop', '"k7x"']]),
      ],
      [
        'two merged dicts',
        2000,
        set(`{${Array.from({ length: 2000 }, (_, n) => `"k${n}x":1`)}}`, [['or', '{}']]),
      ],
      ['items of a lookup', 2 * 5000, set(list(5000), [['update', '[1]']])],
      ['digits', (20 * 4300) / 16, set(four, repeat(20, ['add', '0']))],
      ['digits of the operand', (10 * 4300) / 16, set('0', repeat(10, ['and', four]))],
      ['a text', 500_000 / 128, set(`"${'x'.repeat(500_000)}"`, [['max', '"x"']])],
    ])('for %s', (_, touched, applied) => {
      expect(applied.steps).toBeGreaterThanOrEqual(Math.floor(touched))
    })

    it.each<[what: string, before: string, operations: [string, string][]]>([
      [
        'a deep list, repeatedly doubled and halved',
        `[${list(125_000)}]`,
        repeat(8000, ['mul', '2'], ['pop', '0']),
      ],
      ['nearly equal lists', list(40, list(3000)), repeat(20, ['remove', `${list(3000).slice(0, -2)}1]`])],
      [
        'powers with almost all digits discarded',
        '2',
        repeat(8500, ['pow', '14000'], ['mod', '7'], ['or', '2']),
      ],
      ['a long list, searched repeatedly', list(20_000), repeat(500, ['update', '[0]'])],
      ['a long list, copied repeatedly', list(20_000), repeat(500, ['add', '[0]'], ['pop', '0'])],
      [
        'a long text, compared repeatedly',
        `"${'x'.repeat(200_000)}"`,
        repeat(500, ['max', `"${'x'.repeat(900)}"`], ['add', '"x"']),
      ],
      ['the longest allowed integers', four, repeat(8000, ['add', '0'])],
    ])('and stops above 40,960 steps: %s', (_, before, operations) => {
      const applied = set(before, operations)
      expect(applied.outcome).toBe('too-large')
      // The operation that would exceed the limit would need more steps than this, so it has not run.
      expect(applied.steps).toBeLessThan(2 * storageLimits.work)
    })

    it('and does not store values that take too long to read again', () => {
      const doubled = (times: number) =>
        text(set('[]', [['add', list(10_000, '{}')], ...repeat(times, ['mul', '2'])]))
      expect(doubled(1)).toHaveLength(60_001)
      expect(doubled(2)).toBe('too-large')
    })
  })

  it('limits the total size of the room’s records, and always accepts a record that is smaller than the old one', () => {
    expect(fitsInRoom(storageLimits.room, 100, 100)).toBe(true)
    expect(fitsInRoom(storageLimits.room, 100, 101)).toBe(false)
    expect(fitsInRoom(storageLimits.room - 1, 100, 101)).toBe(true)
    expect(fitsInRoom(storageLimits.room + 50, 100, 99)).toBe(true)
  })

  const integer = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })
  const verbs =
    'replace default add mul pow mod floor ceil max min xor or and left_shift right_shift remove pop update'

  it('computes with ints of any size', () => {
    assertProperty(
      fc.property(integer, integer, (a, b) => {
        expect(text(set(`${a}`, [['add', `${b}`]]))).toBe(`${a + b}`)
        expect(text(set(`${a}`, [['mul', `${b}`]]))).toBe(`${a * b}`)
        expect(text(set(`${a}`, [['xor', `${b}`]]))).toBe(`${a ^ b}`)
        if (b !== 0n) {
          const rest = BigInt(text(set(`${a}`, [['mod', `${b}`]])))
          expect((a - rest) % b).toBe(0n)
          expect(rest === 0n || rest < 0n === b < 0n).toBe(true)
        }
      }),
    )
  })

  it('never modifies stored values, and returns text that parses to the same value, whatever the operations are', () => {
    const json = fc.json({ maxDepth: 2 })
    assertProperty(
      fc.property(
        json,
        fc.array(fc.tuple(fc.constantFrom(...verbs.split(' ')), json), { maxLength: 4 }),
        (before, operations) => {
          const was = stored(stringifyJson(parseJson(before)))
          const list = operations
            .map(([operation, value]) => `{"operation":"${operation}","value":${value}}`)
            .join()
          const applied = applySet(was, parseJson(`{"key":"k","operations":[${list}]}`) as PyDict, 1)
          expect(stringifyJson(was.value)).toBe(was.text)
          const storedValue =
            applied.outcome === 'set'
              ? applied.stored
              : applied.outcome === 'failed'
                ? applied.left
                : undefined
          if (storedValue)
            expect(stringifyJson(parseJson(storedValue.text))).toBe(stringifyJson(storedValue.value))
        },
      ),
      { numRuns: 500 },
    )
  })
})
