// Draws mutants by a seed, with an equal number from each folder and each kind of mutation.
import { createHash } from 'node:crypto'
import { type Mutation, mutationKinds, mutationsOf } from './mutations.ts'

export interface Mutant extends Mutation {
  readonly path: string
}

interface Ranked extends Mutant {
  readonly rank: string
}

/**
 * Draws up to `count` mutants, taking turns among folders and kinds. The order within a folder and kind depends on the
 * seed and on the line of each mutant, so a change of other lines has little effect on the draw. `sources`: texts by
 * path; `folders`: prefixes of paths.
 */
export function drawMutants(
  sources: ReadonlyMap<string, string>,
  folders: readonly string[],
  seed: string,
  count: number,
): readonly Mutant[] {
  const all = [...sources].flatMap(([path, text]) => rankedMutants(path, text, seed))
  all.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const pools = folders.map((folder) =>
    mutationKinds
      .map((kind) => all.filter((each) => each.kind === kind && each.path.startsWith(`${folder}/`)))
      .filter((pool) => pool.length > 0),
  )
  const mutants: Mutant[] = []
  for (let round = 0; pools.some((pool) => pool.length > 0); round++)
    for (const kinds of pools) {
      const pool = kinds[round % kinds.length]
      if (!pool) continue
      mutants.push(pool.shift()!)
      if (mutants.length === count) return mutants
      if (pool.length === 0) kinds.splice(kinds.indexOf(pool), 1)
    }
  return mutants
}

function rankedMutants(path: string, source: string, seed: string): readonly Ranked[] {
  const seen = new Map<string, number>()
  return mutationsOf(source).map((mutation) => {
    const from = source.lastIndexOf('\n', mutation.start - 1) + 1
    const line = source.slice(from, source.indexOf('\n', mutation.start) >>> 0).trim()
    const identity = JSON.stringify([seed, path, mutation.kind, line, mutation.text])
    const nth = seen.get(identity) ?? 0
    seen.set(identity, nth + 1)
    return { path, ...mutation, rank: createHash('sha256').update(`${identity} ${nth}`).digest('hex') }
  })
}
