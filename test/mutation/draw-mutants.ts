// Which mutants are tried: drawn by a seed, so that each kind and each folder has its turn, however large it is.
import { SeededRandom } from '../simulator/core/seeded-random.ts'
import { type Kind, type Mutation, mutationKinds, mutationsOf } from './mutations.ts'

export interface Mutant extends Mutation {
  /** From the repository's root. */
  readonly path: string
}

/** `sources`: texts by their paths. `folders`: what the paths begin with, one as likely as another. */
export function drawMutants(
  sources: ReadonlyMap<string, string>,
  folders: readonly string[],
  seed: string,
  count: number,
): readonly Mutant[] {
  const chance = new SeededRandom(`${seed} mutants`)
  const all = [...sources].flatMap(([path, text]) => mutationsOf(text).map((each) => ({ path, ...each })))
  const pools = new Map<string, Mutant[]>()
  const pool = (folder: string, kind: Kind) => {
    const key = `${folder} ${kind}`
    const known =
      pools.get(key) ?? all.filter(({ path, kind: own }) => own === kind && path.startsWith(`${folder}/`))
    pools.set(key, known)
    return known
  }
  const mutants: Mutant[] = []
  while (mutants.length < count) {
    const filled = folders.flatMap((folder) =>
      mutationKinds.filter((kind) => pool(folder, kind).length > 0).map((kind) => [folder, kind] as const),
    )
    if (filled.length === 0) break
    const folder = chance.choose([...new Set(filled.map(([each]) => each))])
    const left = pool(
      folder,
      chance.choose(filled.filter(([each]) => each === folder).map(([, kind]) => kind)),
    )
    mutants.push(...left.splice(chance.integerBelow(left.length), 1))
  }
  return mutants
}
