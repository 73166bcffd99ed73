// Which tests are the likeliest to find a mutant: those that come to its file by the fewest imports.
import { posix } from 'node:path'
import { importsOf, type Sources } from '../boundaries/syntax.ts'

export interface RelatedTests {
  /** Test files in plain Node, the nearest first. */
  readonly near: readonly string[]
  /** Games of which the simulator's seeds come to it. */
  readonly seeds: readonly string[]
  /** Test files that run in workerd. */
  readonly worker: readonly string[]
}

/** Test files that build or start something: too slow to be asked about one line. */
const processes = /^test\/(end-to-end|cli|browser)\//
const inWorker = /^test\/(durable-objects|workers)\//
/** Its sources are what a wrangler.toml names, and no test imports it. */
const workerOfTests = 'test/workers/worker.ts'
const seeds = /^test\/simulator\/seeds\/(.+)\.test\.ts$/

/** `path`: of the source; `sources`: of the whole project, with its tests. */
export function findRelatedTests(path: string, sources: Sources): RelatedTests {
  const distances = distancesTo(path, sources)
  const tests = [...distances.keys()].filter((each) => each.endsWith('.test.ts'))
  const sorted = tests.sort((a, b) => distances.get(a)! - distances.get(b)! || (a < b ? -1 : 1))
  const simulated = sorted.flatMap((each) => seeds.exec(each)?.[1] ?? [])
  const game = /^games\/([^/]+)\//.exec(path)?.[1]
  const ofSite = [...sources.keys()].filter((each) => inWorker.test(each) && each.endsWith('.test.ts'))
  return {
    near: sorted.filter((each) => !processes.test(each) && !inWorker.test(each) && !seeds.test(each)),
    seeds: game === undefined ? simulated : simulated.filter((each) => each === game),
    worker: distances.has(workerOfTests) ? ofSite : sorted.filter((each) => inWorker.test(each)),
  }
}

/** How many imports are between this file and each of those that come to it. */
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
