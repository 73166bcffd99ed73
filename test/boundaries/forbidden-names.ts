import { isPure, topFolder } from './imports.ts'
import {
  declaredNames,
  isReference,
  isType,
  type Node,
  programOf,
  type Sources,
  type Violations,
  walk,
} from './syntax.ts'

/** The allowed globals, which are part of the language and do not depend on time, randomness or the platform. */
const permitted = new Set(
  [
    'undefined NaN Infinity Object Array String Number Boolean Symbol BigInt Map Set WeakMap WeakSet',
    'Error TypeError RangeError SyntaxError JSON Promise ArrayBuffer DataView Uint8Array Uint8ClampedArray',
    'Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array BigInt64Array',
    'BigUint64Array parseInt parseFloat isNaN isFinite encodeURIComponent',
  ].flatMap((names) => names.split(' ')),
)

/** Globals that are forbidden in wire/ and games/ but accepted by the compiler. Declarations must not shadow them. */
const language = new Set([
  ...['Date', 'Math', 'Intl', 'globalThis', 'eval', 'Function', 'WeakRef', 'FinalizationRegistry'],
  ...['Atomics', 'SharedArrayBuffer', 'Temporal'],
])

/** Forbidden member names: locale-dependent functions, and ways to evaluate code. */
const members = /^(toLocale\w+|localeCompare|constructor|__proto__)$/

/**
 * In wire/ and games/ time, randomness and output come only from the GameContext. The rule does not apply to browser
 * code.
 */
export function forbiddenGlobals(sources: Sources): Violations {
  return [...sources].flatMap(([path, text]) =>
    isPure(path)
      ? [...foreignIn(programOf(text))].map((name) => `${path}: ${name} is forbidden in wire/ and games/`)
      : [],
  )
}

function foreignIn(program: Node): Set<string> {
  const declared = declaredNames(program)
  const foreign = new Set([...declared].filter((name) => language.has(name)))
  walk(program, (node, parents) => {
    if (isType(node)) return false
    const name = foreignName(node, parents.at(-1), declared)
    if (name) foreign.add(name)
    return true
  })
  return foreign
}

function foreignName(
  node: Node,
  parent: Node | undefined,
  declared: ReadonlySet<string>,
): string | undefined {
  if (node.type === 'MetaProperty' && node.meta.name === 'import') return 'import.meta'
  if (node.type === 'MemberExpression') {
    const { property } = node
    return property.type === 'Identifier' && !node.computed && members.test(property.name)
      ? `.${property.name}`
      : undefined
  }
  if (node.type !== 'Identifier' || !isReference(node, parent) || declared.has(node.name)) return undefined
  if (node.name === 'Math') return isPureMathCall(parent) ? undefined : 'Math without a named function'
  return permitted.has(node.name) ? undefined : node.name
}

/** Whether `parent` is a member with a fixed name other than `random`, such as `Math.max`. */
function isPureMathCall(parent: Node | undefined): boolean {
  return (
    parent?.type === 'MemberExpression' &&
    !parent.computed &&
    parent.property.type === 'Identifier' &&
    parent.property.name !== 'random'
  )
}

/** The generic parts contain no game's slug or title, in any spelling. */
export function gameNamesInGenericCode(sources: Sources, names: readonly string[]): Violations {
  const written = names.map((name) => [name, namePattern(name)] as const)
  return [...sources].flatMap(([path, text]) => {
    if (!['workers', 'durable-objects', 'sidecar'].includes(topFolder(path))) return []
    const words = wordsIn(programOf(text))
    const found = written.find(([, pattern]) => words.some((word) => pattern.test(word)))
    return found ? [`${path}: the name ${found[0]} belongs only in its own folder`] : []
  })
}

/**
 * Matches the name with any separator between its parts. A short name, such as `lan`, occurs inside many words, so it
 * matches only as a whole word.
 */
function namePattern(name: string): RegExp {
  const joined = name.split(/[- ]/).join('[-_ ]?')
  return new RegExp(name.length < 5 ? `\\b${joined}\\b` : joined, 'i')
}

/**
 * The identifiers and strings of a program, without comments and types. An identifier is also listed with spaces
 * between its words.
 */
function wordsIn(program: Node): string[] {
  const words: string[] = []
  walk(program, (node) => {
    if (isType(node)) return false
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
      words.push(node.name, node.name.replace(/([a-z])([A-Z])/g, '$1 $2'))
    if (node.type === 'Literal' && typeof node.value === 'string') words.push(node.value)
    if (node.type === 'TemplateElement') words.push(node.value.raw)
    return true
  })
  return words
}
