// Selects the tests most likely to find a mutant: tests that import its file through the fewest other files.
import { posix } from 'node:path'
import { importsOf, type Sources } from '../boundaries/syntax.ts'

export interface RelatedTests {
  /** Test files in plain Node, ordered by the length of their import chain to the mutated file, shortest first. */
  readonly near: readonly string[]
  /** Games whose simulator seeds import the mutated file. */
  readonly seeds: readonly string[]
  readonly worker: readonly string[]
}

/** Test files that simulate long times, and therefore run last. */
const long = /^test\/(cost|growth)\/|\/(balance|one-hour)\.test\.ts$/
/** Test files that build or start processes, which are too slow to run for each mutant. */
const processes = /^test\/(end-to-end|cli|browser)\//
const inWorker = /^test\/(durable-objects|workers)\//
/** The Worker of the tests in workerd. No test imports this file, because a wrangler.toml names it. */
const workerOfTests = 'test/workers/worker.ts'
const seeds = /^test\/simulator\/seeds\/(.+)\.test\.ts$/

/** Finds the tests for a mutant. `path`: the mutated file. `sources`: all sources of the project, including tests. */
export function findRelatedTests(path: string, sources: Sources): RelatedTests {
  const distances = distancesTo(path, sources)
  const tests = [...distances.keys()].filter((each) => each.endsWith('.test.ts'))
  const words = path.split(/[/.]/)
  /**
   * The lower the rank of a test, the earlier it runs. A short import chain lowers the rank, as do words that the
   * test's path shares with `path`.
   */
  const rank = (test: string) =>
    distances.get(test)! -
    test.split(/[/.]/).filter((word) => words.includes(word)).length +
    (long.test(test) ? 100 : 0)
  const sorted = tests.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const simulated = sorted.flatMap((each) => seeds.exec(each)?.[1] ?? [])
  const game = /^games\/([^/]+)\//.exec(path)?.[1]
  const ofSite = [...sources.keys()].filter((each) => inWorker.test(each) && each.endsWith('.test.ts'))
  return {
    near: sorted.filter((each) => !processes.test(each) && !inWorker.test(each) && !seeds.test(each)),
    seeds: game === undefined ? simulated : simulated.filter((each) => each === game),
    worker: distances.has(workerOfTests) ? ofSite : sorted.filter((each) => inWorker.test(each)),
  }
}

/** The length of the shortest import chain from each file to `path`. */
function distancesTo(path: string, sources: Sources): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>()
  for (const [from, text] of sources)
    for (const target of importsOf(text)) {
      if (!target.startsWith('.')) continue
      const to = posix.join(posix.dirname(from), target)
      importers.set(to, [...(importers.get(to) ?? []), from])
    }
  const distances = new Map([[path, 0]])
  for (const [at, distance] of distances)
    for (const from of importers.get(at) ?? []) if (!distances.has(from)) distances.set(from, distance + 1)
  return distances
}
