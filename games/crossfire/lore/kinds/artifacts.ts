// Artifacts of a host's: what makes an ordinary thing a rare one, which an object says by its key `artifact`. [CF-24.10]
import type { Artifact } from '../recipes.ts'

type Says = ReadonlyMap<string, string>

/** [CF-25.3] So often a potion with nothing in it is looked for. */
export const triesOfEmptyPotion = 12

/** So many of a name are looked at. */
const mostOfName = 256

/** By name, for `Brought.artifact`; of several of a name it is the first that may become of the archetype. */
export class Artifacts {
  /** All of them, in their order. */
  readonly all: readonly Artifact[]
  readonly #byName = new Map<string, Artifact[]>()

  constructor(artifacts: readonly Artifact[]) {
    this.all = artifacts
    for (const artifact of artifacts) {
      const others = this.#byName.get(artifact.name)
      if (others && others.length < mostOfName) others.push(artifact)
      else if (!others) this.#byName.set(artifact.name, [artifact])
    }
  }

  /** Undefined: there is none of that name that the archetype, which says `says`, may become. */
  named(name: string, arch: string, says: Says): Artifact | undefined {
    return this.#byName.get(name)?.find((artifact) => isOf(artifact, arch, says))
  }
}

function isOf(artifact: Artifact, arch: string, says: Says): boolean {
  if (Number(artifact.says.get('type') ?? 0) !== Number(says.get('type') ?? 0)) return false
  return isAllowed(artifact, arch, says.get('name') ?? arch)
}

/** The first of its names counts, of the archetype or of what that is called; of none, whether its last one excludes. */
export function isAllowed({ allowed }: Artifact, arch: string, called: string): boolean {
  for (const each of allowed) {
    const excludes = each.startsWith('!')
    const name = excludes ? each.slice(1) : each
    if (name === arch || name === called) return !excludes
  }
  return allowed.length === 0 || allowed.at(-1)!.startsWith('!')
}

/** [CF-24.10] What the archetype says as that artifact. */
export function asArtifact(says: Says, { name, says: changes }: Artifact): Says {
  const made = new Map(says)
  for (const [key, value] of changes) {
    if (!isOfThing(key)) continue
    made.set(key, changedBy(key, Number(says.get(key) ?? 0), value))
  }
  if (!changes.has('title')) made.set('title', `of ${name}`)
  if (changes.has('face') && !changes.has('animation')) made.set('animation', 'NONE')
  return made
}

/** It is not about the artifact alone, but about what becomes one. */
export function isOfThing(key: string): boolean {
  return !aside.has(key) && !key.startsWith('#')
}
const aside: ReadonlySet<string> = new Set([
  ...['type', 'magic', 'difficulty', 'Allowed', 'chance', 'nrof', 'arch', 'name'],
  ...['face_suffix', 'animation_suffix'],
])
/** Added to what the thing has. */
const added: ReadonlySet<string> = new Set([
  ...['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha', 'luck', 'exp', 'wc', 'ac', 'grace'],
])
/** Added, or in its place if it is less than 0. */
const addedOrSet: ReadonlySet<string> = new Set(['hp', 'maxhp', 'sp', 'maxsp', 'food', 'level'])
/** So many parts of what the thing has, or in its place if it is less than 0. */
const parts: ReadonlyMap<string, number> = new Map([
  ['dam', 10],
  ['weight', 100],
  ['last_sp', 100],
  ['gen_sp_armour', 100],
])
const mostValue = 100_000_000

/** What a thing says then that said `before`. */
export function changedBy(key: string, before: number, value: string): string {
  const change = Number(value)
  if (!Number.isFinite(change) || value === '') return value
  const part = parts.get(key)
  if (part !== undefined) return String(change < 0 ? -change : Math.round((before * change) / part))
  if (addedOrSet.has(key)) return String(change < 0 ? -change : before + change)
  if (added.has(key) || key.startsWith('resist_')) return String(before + change)
  if (key.startsWith('path_')) return String(before | change)
  return key === 'value' ? String(Math.min(mostValue, before * change)) : value
}
