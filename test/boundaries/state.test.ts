import { describe, expect, test } from 'vitest'
import { repositorySources, singleSource } from './repository.ts'
import { moduleState } from './state.ts'

const encodedOnce = 'a WeakMap from immutable objects to their encoding: the same for every room'
const parsedOnce = 'constants parsed from a text, the same for every room'
const pickles = 'default fields of unpickled objects, which are only read'

/** Accepted exceptions, each with the reason why no room can affect another room through it. */
const known: { readonly [name: string]: string } = {
  'wire/codec/codec.ts scratch': 'encoding never awaits, so rooms can share one buffer; the result is a copy',
  'wire/codec/fields/charsets.ts utf8': 'a lazily created decoder without state between two texts',
  'wire/codec/fields/charsets.ts shiftJis': 'a lazily created decoder without state between two texts',
  'wire/codec/fields/charsets.ts codesByCharacter': 'a lazily created constant table that takes 10 ms',
  'games/soaprun/packets.ts fromServer': encodedOnce,
  'games/arcane-sector/packets.ts fromServer': encodedOnce,
  'games/crossfire/builtin/pictures/face-table.ts sheets':
    'lazily decoded constant pictures, which take 10 ms',
  'games/crossfire/builtin/archetypes/index.ts allArchetypes': parsedOnce,
  'games/crossfire/builtin/quests/index.ts builtinQuests': parsedOnce,
  'games/crossfire/builtin/quests/index.ts dialogues': parsedOnce,
  'games/crossfire/builtin/archetypes/index.ts coins': parsedOnce,
  'games/crossfire/builtin/characters/index.ts definitions': parsedOnce,
  'games/crossfire/builtin/characters/index.ts equipment': parsedOnce,
  'games/crossfire/builtin/characters/index.ts builtinCharacterRules': parsedOnce,
  'games/crossfire/rules/magic/spells.ts builtinSpells': parsedOnce,
  'games/archipelago/python/json.ts jsonTokens': 'used only by `replace`, which resets lastIndex',
  'games/archipelago/commands/dispatcher/command-line.ts shellTokens':
    'used only by `matchAll`, which works on a copy',
  'games/archipelago/import/pickle/classes.ts networkSlotClass': pickles,
  'games/archipelago/import/pickle/classes.ts networkItemClass': pickles,
  'games/archipelago/import/pickle/classes.ts hintClass': pickles,
  'games/archipelago/import/pickle/classes.ts allowedClasses': pickles,
}

const findFaults = (text: string, path = 'games/snake/world.ts') => moduleState(singleSource(path, text))

describe('the check for module state', () => {
  test('finds in this repository only the listed exceptions', () => {
    const all = moduleState(repositorySources).map((found) => found.replace(/ would be shared.*/, ''))
    expect([...new Set(all)].toSorted()).toEqual(
      Object.keys(known)
        .map((name) => name.replace(' ', ': '))
        .toSorted(),
    )
  })
  test('ignores browser code, which no rooms share', () =>
    expect(findFaults('let count = 0', 'games/snake/browser/watch.ts')).toEqual([]))
})

describe('mutable module state', () => {
  test.each([
    'let count = 0',
    'export let count = 0',
    'var count = 0',
    'const seen = new Map<string, number>()',
    'const all: string[] = []',
    'const all: Array<string> = []',
    'const all = []',
    'const state = { n: 0 }',
    'const state: { n: number } = { n: 0 }',
    'const state = { n: 0 } satisfies { n: number }',
    'const state = { n: 0 } as { n: number }',
    'const state = [{ inner: new Map() }] as const',
    'interface State { n: number }\nconst state: State = { n: 0 }',
    'interface Inner { n: number }\ninterface Outer { readonly inner: Inner }\nconst state: Outer = { inner: { n: 0 } }',
    'class Counter {\n  n = 0\n}\nconst counter = new Counter()',
    'class Counter {\n  #n = 0\n  next() {\n    return this.#n++\n  }\n}\nconst counter = new Counter()',
    'class Seen {\n  readonly names = new Set<string>()\n}\nexport const seen = new Seen()',
    'class Counter {\n  static count = 0\n}',
    'export class Counter {\n  static #count = 0\n}',
    'class Counter {\n  static readonly seen = new Set()\n}',
    'class Counter {\n  static {\n    globalThing()\n  }\n}',
    'const next = (() => {\n  let n = 0\n  return () => n++\n})()',
    'function counter() {\n  let n = 0\n  return () => n++\n}\nconst next = counter()',
    'const counter = (n: number) => ({ next: () => ++n })\nexport const c = counter(1)',
    'function cache() {\n  const seen = new Map()\n  return (n: number) => seen.set(n, n)\n}\nconst remember = cache()',
    'const make = () => counter()\nfunction counter() {\n  let n = 0\n  return () => n++\n}\nconst next = make()',
    'function* numbers() {\n  yield 1\n}\nconst all = numbers()',
    'function make(): { n: number } {\n  return { n: 0 }\n}\nconst state = make()',
    'const word = /a/g',
    'const bytes = new Uint8Array(4)',
    'const bytes: Readonly<Uint8Array> = Uint8Array.from([1]).fill(new Uint8Array(1)[0]!)',
    'function f() {\n  f.count = 1\n}',
    'const table = Object.freeze({ inner: [] as string[] })',
    'register()',
  ])('is reported: %s', (text) => expect(findFaults(text).length).toBeGreaterThan(0))

  test.each(['wire/a.ts', 'games/a.ts', 'durable-objects/a.ts', 'workers/a.ts'])(
    'is reported in %s',
    (path) => {
      expect(findFaults('const state = { n: 0 }', path)).toHaveLength(1)
    },
  )
  test('is reported if a function of another file creates it', () => {
    const sources = new Map([
      ['wire/counter.ts', 'export function counter() {\n  let n = 0\n  return () => n++\n}'],
      ['wire/index.ts', `export { counter as counts } from './counter.ts'`],
      ['games/snake/world.ts', `import { counts } from '../../wire/index.ts'\nexport const next = counts()`],
    ])
    expect(moduleState(sources)).toHaveLength(1)
  })
  test('is reported if a file imports a table and writes to it', () => {
    expect(
      findFaults(`import { table } from './table.ts'\nexport const f = () => {\n  table.n = 1\n}`),
    ).toHaveLength(1)
  })
})

describe('immutable module values', () => {
  test.each([
    'const most = 2 * 60',
    `const names = { a: 'A', nested: { list: [1, 2] } } as const`,
    'const names: readonly string[] = []',
    'const names: { readonly [name: string]: readonly number[] } = {}',
    `const names: ReadonlyMap<number, string> = new Map([[1, 'a']])`,
    'interface Rules { readonly most: number; check(n: number): boolean }\nconst rules: Rules = { most: 1, check: () => true }',
    'const frozen = Object.freeze([1, 2])',
    'const nothing = new Uint8Array(0)',
    'const word = /a/i',
    'export function f() {\n  let n = 0\n  return [1, 2].map(() => n++)\n}',
    'function sums(all: readonly number[]): readonly number[] {\n  let sum = 0\n  return all.map((n) => (sum += n))\n}\nexport const table = sums([1, 2])',
    'class Point {\n  readonly x = 0\n}\nexport const origin = new Point()',
    'class Game {\n  static readonly slug = "snake"\n}',
    'const [north, east] = [1, 2]',
    'declare const TextEncoder: new () => { encode(text: string): Uint8Array }',
  ])('are accepted: %s', (text) => expect(findFaults(text)).toEqual([]))
  test('are required only in code of the shared isolate', () =>
    expect(findFaults('let count = 0', 'sidecar/a.ts')).toEqual([]))
})
