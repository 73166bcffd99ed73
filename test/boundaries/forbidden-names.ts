// What code may speak of: in wire/ and games/ of nothing that the platform gives, in the generic parts of no game.
import { browserCode, isPure, topFolder } from './imports.ts'
import {
  declaredIn,
  isReference,
  isType,
  type Node,
  programOf,
  type Sources,
  type Violations,
  walk,
} from './syntax.ts'

/** Of the language's own: what computes, and neither tells the time nor draws lots nor asks where it runs. */
const permitted = new Set(
  [
    'undefined NaN Infinity Object Array String Number Boolean Symbol BigInt Map Set WeakMap WeakSet',
    'Error TypeError RangeError SyntaxError JSON Promise ArrayBuffer DataView Uint8Array Uint8ClampedArray',
    'Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array BigInt64Array',
    'BigUint64Array parseInt parseFloat isNaN isFinite encodeURIComponent',
  ].flatMap((names) => names.split(' ')),
)

/** What the compiler, which has no platform's types there, does not keep away; not to be shadowed either. */
const language = new Set([
  ...['Date', 'Math', 'Intl', 'globalThis', 'eval', 'Function', 'WeakRef', 'FinalizationRegistry'],
  ...['Atomics', 'SharedArrayBuffer', 'Temporal'],
])

/** What a member may not be called: the language of the machine, and ways to any code at all. */
const members = /^(toLocale\w+|localeCompare|constructor|__proto__)$/

/** In wire/ and games/ time, chance and output come from the host alone; but for what runs in browsers. */
export function forbiddenGlobals(sources: Sources): Violations {
  return [...sources].flatMap(([path, text]) =>
    isPure(path) && !browserCode.test(path)
      ? [...foreignIn(programOf(text))].map((name) => `${path}: ${name} is not for wire/ and games/`)
      : [],
  )
}

function foreignIn(program: Node): Set<string> {
  const declared = declaredIn(program)
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
  if (node.name === 'Math')
    return isPureMathCall(parent) ? undefined : 'Math otherwise than by a function of its own'
  return permitted.has(node.name) ? undefined : node.name
}

/** `Math.max`, so that whoever reads it sees that it is not `random`. */
function isPureMathCall(parent: Node | undefined): boolean {
  return (
    parent?.type === 'MemberExpression' &&
    !parent.computed &&
    parent.property.type === 'Identifier' &&
    parent.property.name !== 'random'
  )
}

/** The generic parts hold no game's slug or title, however it is written together. */
export function gameNamesInGenericCode(sources: Sources, names: readonly string[]): Violations {
  const written = names.map((name) => [name, new RegExp(name.split(/[- ]/).join('[-_ ]?'), 'i')] as const)
  return [...sources].flatMap(([path, text]) => {
    if (!['workers', 'durable-objects', 'sidecar'].includes(topFolder(path))) return []
    const words = wordsIn(programOf(text))
    const found = written.find(([, pattern]) => words.some((word) => pattern.test(word)))
    return found ? [`${path}: the name ${found[0]} is for its own folder`] : []
  })
}

/** Identifiers and texts; comments and types are none. */
function wordsIn(program: Node): string[] {
  const words: string[] = []
  walk(program, (node) => {
    if (isType(node)) return false
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') words.push(node.name)
    if (node.type === 'Literal' && typeof node.value === 'string') words.push(node.value)
    if (node.type === 'TemplateElement') words.push(node.value.raw)
    return true
  })
  return words
}
