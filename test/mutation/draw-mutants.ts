// Which mutants are tried: drawn by a seed, so that each folder and each kind has its turn, however large another is.
import { createHash } from 'node:crypto'
import { type Mutation, mutationKinds, mutationsOf } from './mutations.ts'

export interface Mutant extends Mutation {
  /** From the repository's root. */
  readonly path: string
}

interface Ranked extends Mutant {
  readonly rank: string
}

/**
 * Of each folder and kind in turn the first in the seed's order, until there are `count` or no more. The place of a mutant in
 * this order depends on its own line, so that after a change of other lines most are drawn again. `sources`: texts by their
 * paths; `folders`: what the paths begin with.
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
