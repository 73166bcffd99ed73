// The forms of a game's name, and their validation.
import { transformSync } from 'esbuild'
import { Usage } from '../terminal/failure.ts'

export interface GameName {
  /** `lantern-hall`: its folder, and the first half of its rooms' addresses. */
  readonly slug: string
  /** `Lantern Hall`, for people. */
  readonly title: string
  /** `LanternHall`, for types. */
  readonly type: string
  /** `lanternHall`, for values. */
  readonly value: string
  /** `LH`, of its rules' ids. */
  readonly prefix: string
}

const mostLetters = 32
const pattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** Paths of the site, and folders and values of the registry. */
const reserved = ['api', 'games', 'healthz', 'shared']

/** `existing`: the slugs of existing games; `prefixes`: of their rules' ids. Throws Usage with the accepted form. */
export function gameName(
  slug: string | undefined,
  existing: readonly string[],
  prefixes: ReadonlySet<string>,
): GameName {
  if (!slug) throw new Usage('a name is wanted: npm run new-game lantern-hall')
  if (!pattern.test(slug) || slug.length > mostLetters) {
    throw new Usage(
      `${JSON.stringify(slug)} is no name for a game: it is of small letters and digits, words joined by -, ` +
        `a letter first, ${mostLetters} characters at most, as in lantern-hall`,
    )
  }
  const value = joined(slug)
  const alike = existing.find((one) => joined(one) === value)
  if (alike === slug) throw new Usage(`there is a game ${slug}: games/${slug}`)
  if (alike)
    throw new Usage(`${slug} is written like the game ${alike} in code; take a name that differs more`)
  if (reserved.includes(slug)) throw new Usage(`${slug} is a name of the project's own; take another`)
  if (!isIdentifier(value)) throw new Usage(`${slug} is a word of the language; take another, or two words`)
  const words = slug.split('-').map(capitalized)
  return { slug, title: words.join(' '), type: words.join(''), value, prefix: prefixOf(slug, prefixes) }
}

/** `lantern-hall` → `lanternHall`. */
function joined(slug: string): string {
  return slug.replace(/-(.)/g, (_, first: string) => first.toUpperCase())
}

function capitalized(word: string): string {
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

/** The first free one of: the words' initials, then the first two letters, three letters and so on. */
function prefixOf(slug: string, taken: ReadonlySet<string>): string {
  const words = slug.split('-').filter((word) => /^[a-z]/.test(word))
  const initials = words.map((word) => word.charAt(0)).join('')
  const letters = slug.replace(/[^a-z]/g, '')
  const candidates = [
    ...(initials.length > 1 ? [initials] : []),
    ...Array.from({ length: letters.length }, (_, more) => letters.slice(0, more + 2)),
  ].map((candidate) => candidate.toUpperCase())
  const free = candidates.find((candidate) => !taken.has(candidate))
  // All candidates are taken, so other games' names start with the same letters: appends a letter.
  return free ?? `${letters.toUpperCase()}G`
}
