import { transformSync } from 'esbuild'
import { UsageError } from '../terminal/failure.ts'

export interface GameName {
  /** The game's folder and the first half of its rooms' addresses, as in `lantern-hall`. */
  readonly slug: string
  /** The title for people, as in `Lantern Hall`. */
  readonly title: string
  /** The name in types, as in `LanternHall`. */
  readonly type: string
  /** The name in values, as in `lanternHall`. */
  readonly value: string
  /** The prefix of the game's rule ids, as in `LH`. */
  readonly prefix: string
}

const maxLength = 32
const pattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** Names that no game can have, because the site uses them as paths, folders or values. */
const reserved = ['api', 'games', 'healthz', 'shared']

/**
 * `existing`: the slugs of the existing games. `prefixes`: the prefixes of their rule ids. Throws UsageError that
 * describes the accepted form.
 */
export function parseGameName(
  slug: string | undefined,
  existing: readonly string[],
  prefixes: ReadonlySet<string>,
): GameName {
  if (!slug) throw new UsageError('pass a name: npm run new-game lantern-hall')
  if (!pattern.test(slug) || slug.length > maxLength) {
    throw new UsageError(
      `${JSON.stringify(slug)} is not a valid name: use lower-case letters, digits and single hyphens, ` +
        `start with a letter, at most ${maxLength} characters, for example lantern-hall`,
    )
  }
  const value = toCamelCase(slug)
  const similar = existing.find((one) => toCamelCase(one) === value)
  if (similar === slug) throw new UsageError(`the game ${slug} exists: games/${slug}`)
  if (similar)
    throw new UsageError(`${slug} has the same name in code as the game ${similar}; choose another name`)
  if (reserved.includes(slug)) throw new UsageError(`${slug} is reserved; choose another name`)
  if (!isIdentifier(value))
    throw new UsageError(`${slug} is a reserved word of JavaScript; choose another name`)
  const words = slug.split('-').map(capitalize)
  return { slug, title: words.join(' '), type: words.join(''), value, prefix: prefixOf(slug, prefixes) }
}

function toCamelCase(slug: string): string {
  return slug.replace(/-(.)/g, (_, first: string) => first.toUpperCase())
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function isIdentifier(value: string): boolean {
  try {
    transformSync(`export const ${value} = 0`, { format: 'esm', logLevel: 'silent' })
    return true
  } catch {
    return false // esbuild throws only for invalid identifiers here
  }
}

/**
 * The first free prefix among these: the initials of the words, the first two letters, the first three letters and so
 * on.
 */
function prefixOf(slug: string, taken: ReadonlySet<string>): string {
  const words = slug.split('-').filter((word) => /^[a-z]/.test(word))
  const initials = words.map((word) => word.charAt(0)).join('')
  const letters = slug.replace(/[^a-z]/g, '')
  const candidates = [
    ...(initials.length > 1 ? [initials] : []),
    ...Array.from({ length: letters.length }, (_, more) => letters.slice(0, more + 2)),
  ].map((candidate) => candidate.toUpperCase())
  const free = candidates.find((candidate) => !taken.has(candidate))
  // If other games use all candidates, a letter is appended.
  return free ?? `${letters.toUpperCase()}G`
}
