// [CF-24.10]
import type { Artifact } from '../format/recipes.ts'

type OwnAttributes = ReadonlyMap<string, string>

/** [CF-25.3] */
export const emptyPotionRetries = 12

const maxArtifactsPerName = 256

/** The first artifact of a name that fits the archetype is used. */
export class Artifacts {
  /** All artifacts in the order of the file. */
  readonly all: readonly Artifact[]
  readonly #byName = new Map<string, Artifact[]>()

  constructor(artifacts: readonly Artifact[]) {
    this.all = artifacts
    for (const artifact of artifacts) {
      const others = this.#byName.get(artifact.name)
      if (others && others.length < maxArtifactsPerName) others.push(artifact)
      else if (!others) this.#byName.set(artifact.name, [artifact])
    }
  }

  /** Undefined if no artifact of the name fits the archetype with these attributes. */
  named(name: string, arch: string, own: OwnAttributes): Artifact | undefined {
    return this.#byName.get(name)?.find((artifact) => isOf(artifact, arch, own))
  }
}

function isOf(artifact: Artifact, arch: string, own: OwnAttributes): boolean {
  if (Number(artifact.attributes.get('type') ?? 0) !== Number(own.get('type') ?? 0)) return false
  return isArtifactAllowed(artifact, arch, own.get('name') ?? arch)
}

/**
 * The first entry with the archetype's name or display name decides. Without such an entry, the artifact fits if the
 * list is empty or its last entry is an exclusion.
 */
export function isArtifactAllowed({ allowedArchetypes }: Artifact, arch: string, called: string): boolean {
  for (const each of allowedArchetypes) {
    const excludes = each.startsWith('!')
    const name = excludes ? each.slice(1) : each
    if (name === arch || name === called) return !excludes
  }
  return allowedArchetypes.length === 0 || allowedArchetypes.at(-1)!.startsWith('!')
}

/** [CF-24.10] */
export function applyArtifact(own: OwnAttributes, { name, attributes: changes }: Artifact): OwnAttributes {
  const made = new Map(own)
  for (const [key, value] of changes) {
    if (!isItemAttribute(key)) continue
    made.set(key, applyArtifactChange(key, Number(own.get(key) ?? 0), value))
  }
  if (!changes.has('title')) made.set('title', `of ${name}`)
  if (changes.has('face') && !changes.has('animation')) made.set('animation', 'NONE')
  return made
}

/** Whether the key changes the item, instead of describing the artifact itself. */
export function isItemAttribute(key: string): boolean {
  return !aside.has(key) && !key.startsWith('#')
}
const aside: ReadonlySet<string> = new Set([
  ...['type', 'magic', 'difficulty', 'Allowed', 'chance', 'nrof', 'arch', 'name'],
  ...['face_suffix', 'animation_suffix'],
])
/** Keys with numbers that are added to the item's number. */
const added: ReadonlySet<string> = new Set([
  ...['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha', 'luck', 'exp', 'wc', 'ac', 'grace'],
])
/**
 * Keys with numbers that are added to the item's number. If the artifact's number is negative, its absolute value
 * replaces the item's number.
 */
const addedOrSet: ReadonlySet<string> = new Set(['hp', 'maxhp', 'sp', 'maxsp', 'food', 'level'])
/**
 * Keys whose number multiplies the item's number; the product is divided by the number here. If the artifact's number
 * is negative, its absolute value replaces the item's number.
 */
const parts: ReadonlyMap<string, number> = new Map([
  ['dam', 10],
  ['weight', 100],
  ['last_sp', 100],
  ['gen_sp_armour', 100],
])
const maxValue = 100_000_000

/** `before`: the key's number in the item. `value`: the artifact's text. */
export function applyArtifactChange(key: string, before: number, value: string): string {
  const change = Number(value)
  if (!Number.isFinite(change) || value === '') return value
  const part = parts.get(key)
  if (part !== undefined) return String(change < 0 ? -change : Math.round((before * change) / part))
  if (addedOrSet.has(key)) return String(change < 0 ? -change : before + change)
  if (added.has(key) || key.startsWith('resist_')) return String(before + change)
  if (key.startsWith('path_')) return String(before | change)
  return key === 'value' ? String(Math.min(maxValue, before * change)) : value
}
