// Mutants of source files: the change that each kind of mutation makes, the draw of mutants, and the selection of tests
// for a mutant.
import { describe, expect, it } from 'vitest'
import { drawMutants } from './draw-mutants.ts'
import { applyMutation, mutationKinds, mutationsOf } from './mutations.ts'
import { findRelatedTests } from './related-tests.ts'

describe('the mutants', () => {
  it.each([
    ['if (a) b = c', ['if body removed: if (a) {}', 'condition negated: if (!(a)) b = c']],
    [
      'x = a === 1n ? b : c',
      ['condition negated: x = !(a === 1n) ? b : c', 'condition negated: x = a !== 1n ? b : c'],
    ],
    ['x = a /* < */ < b', ['comparison boundary: x = a /* < */ <= b']],
    ['x = a - b', ['arithmetic operator: x = a + b']],
    ["x = a + 'b'", []],
    ['x += a', ['arithmetic operator: x -= a']],
    ['x++', ['arithmetic operator: x--']],
    ['await this.a?.b()', ['call removed: {}', 'await removed: (this.a?.b())']],
    ["log('a')", []],
    ['function f() { return a }', ['return removed: function f() { void (a); }']],
    ['function f() { return undefined }', []],
    ['x = 9', ['constant changed: x = (9 + 1)']],
    ['x = 60_000', ['constant changed: x = (60_000 * 2)']],
    ['x = { 1: a }', []],
    ['x = f(a, b, ...c)', ['arguments swapped: x = f(b, a, ...c)']],
    ['x = f(a, a)', []],
    ['x = Math.min(a, b)', []],
    ['x = a ?? b', ['default removed: x = (a)']],
    ['x = a as 1 | 2', []],
  ])('of %s are exactly those with the listed kinds and sources', (source, made) => {
    const mutants = mutationsOf(source)
    expect(mutants.map((each) => `${each.kind}: ${applyMutation(source, each)}`)).toEqual(made)
  })
})

describe('drawn mutants', () => {
  const sources = new Map([
    ['a/one.ts', 'x = a < b\ny = a ?? b\n'.repeat(50)],
    ['b/two.ts', 'x = f(a, b)'],
  ])

  it('are deterministic for a seed, without duplicates', () => {
    const one = drawMutants(sources, ['a', 'b'], '7', 40)
    expect(drawMutants(sources, ['a', 'b'], '7', 40)).toEqual(one)
    expect(drawMutants(sources, ['a', 'b'], '8', 40)).not.toEqual(one)
    expect(new Set(one.map(({ path, start }) => `${path} ${start}`)).size).toBe(40)
  })

  it('are mostly the same mutants after other lines have changed', () => {
    const lines = Array.from({ length: 50 }, (_, n) => `x${n} = a < b`)
    const drawn = (text: string) =>
      drawMutants(new Map([['a/one.ts', text]]), ['a'], '7', 10).map(({ start }) =>
        text.slice(text.lastIndexOf('\n', start) + 1, start),
      )
    const one = drawn(lines.join('\n'))
    expect(drawn(['z = c', ...lines].join('\n'))).toEqual(one)
    const other = drawn(lines.toSpliced(20, 1, 'y = a < b').join('\n'))
    expect(other.filter((line) => one.includes(line)).length).toBeGreaterThanOrEqual(9)
  })

  it('are drawn from every folder and are of every kind, even if another folder is much larger', () => {
    const few = drawMutants(sources, ['a', 'b'], '1', 10)
    expect(new Set(few.map(({ kind }) => kind))).toEqual(
      new Set(['comparison boundary', 'default removed', 'arguments swapped']),
    )
    expect(drawMutants(sources, ['b'], '1', 10)).toHaveLength(1)
    expect(mutationKinds).toHaveLength(10)
  })
})

it("the tests with the shortest import path to a game's file run first, then the game's simulator seeds", () => {
  const sources = new Map([
    ['games/tally/a.ts', ''],
    ['games/tally/b.ts', "import './a.ts'"],
    ['test/far.test.ts', "import '../games/tally/b.ts'"],
    ['test/near.test.ts', "import '../games/tally/a.ts'"],
    ['test/other.test.ts', "import './seeds.ts'"],
    ['test/simulator/seeds/tally.test.ts', "import '../../far.test.ts'"],
    ['test/simulator/seeds/other.test.ts', "import '../../far.test.ts'"],
    ['test/workers/worker.ts', "import '../../games/tally/b.ts'"],
    ['test/workers/routes/room-operations.test.ts', ''],
  ])
  expect(findRelatedTests('games/tally/a.ts', sources)).toEqual({
    near: ['test/near.test.ts', 'test/far.test.ts'],
    seeds: ['tally'],
    worker: ['test/workers/routes/room-operations.test.ts'],
  })
})
