// Finds functions whose result holds state: a variable that an inner function writes to.
import { findDeclaration } from './declarations.ts'
import {
  boundNames,
  type Closure,
  childrenOf,
  isFunction,
  isType,
  type Node,
  rootOf,
  type Sources,
  walk,
  writeTargets,
} from './syntax.ts'

const mutatingMethods =
  /^(set|add|delete|clear|push|pop|shift|unshift|splice|fill|sort|reverse|copyWithin|next)$/
/** Methods whose callback can hold no state, because they call it at once and do not store it. */
const callbackMethods =
  /^(forEach|map|filter|reduce|some|every|find|findIndex|flatMap|sort|toSorted|from|replace|replaceAll)$/

/**
 * The name of a variable that outlives a call of `fn`, because an inner function of `fn`, or of a function that `fn`
 * calls, retains it. Undefined if there is none.
 */
export function retainedVariable(
  sources: Sources,
  path: string,
  fn: Closure,
  seen = new Set<Node>(),
): string | undefined {
  if (seen.has(fn)) return undefined
  seen.add(fn)
  if (fn.generator) return 'the position of a generator'
  return retainedByOwnClosures(fn) ?? retainedByCalled(sources, path, fn, seen)
}

function retainedByOwnClosures(fn: Closure): string | undefined {
  const { names, collections } = ownNames(fn)
  let retained: string | undefined
  walk(fn, (node, parents) => {
    if (isType(node)) return false
    if (!parents.some((parent, depth) => depth > 0 && isInner(parent, parents[depth - 1]!))) return true
    for (const target of writeTargets(node)) retained ??= nameIn(names, rootOf(target))
    const changed = changedBy(node)
    if (changed) retained ??= nameIn(collections, changed)
    return true
  })
  return retained
}

/**
 * Whether the node is an inner function that may outlive the call. A callback of a method in `callbackMethods` cannot.
 */
function isInner(node: Node, parent: Node): boolean {
  if (!isFunction(node)) return false
  if (parent.type !== 'CallExpression' || parent.callee === node) return true
  const { callee } = parent
  const isPassing =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callbackMethods.test(callee.property.name)
  return !isPassing
}

function nameIn(names: ReadonlySet<string>, node: Node): string | undefined {
  return node.type === 'Identifier' && names.has(node.name) ? node.name : undefined
}

/**
 * The object that a call changes, such as `list` in `list.push(1)`. Undefined if the method does not mutate its object.
 */
function changedBy(node: Node): Node | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { object, property, computed } = node.callee
  const isChange = !computed && property.type === 'Identifier' && mutatingMethods.test(property.name)
  return isChange ? rootOf(object) : undefined
}

/**
 * `names`: the parameters and variables of `fn`, without those of inner functions. `collections`: the variables of `fn`
 * that are initialized with a new object.
 */
function ownNames(fn: Closure): { readonly names: Set<string>; readonly collections: Set<string> } {
  const names = new Set(fn.params.flatMap((param) => boundNames(param)))
  const collections = new Set<string>()
  const enter = (node: Node) => {
    if (isFunction(node)) return
    if (node.type === 'VariableDeclarator') {
      for (const name of boundNames(node.id)) names.add(name)
      const isMade = node.init && /^(Array|Object|New)Expression$/.test(node.init.type)
      if (isMade) for (const name of boundNames(node.id)) collections.add(name)
    }
    for (const child of childrenOf(node)) enter(child)
  }
  if (fn.body) enter(fn.body)
  return { names, collections }
}

function retainedByCalled(sources: Sources, path: string, fn: Closure, seen: Set<Node>): string | undefined {
  let retained: string | undefined
  walk(fn, (node, parents) => {
    if (retained || isType(node)) return false
    // The search does not enter functions that an inner function calls: each call creates new variables.
    if (node !== fn && isInner(node, parents.at(-1)!)) return false
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return true
    const called = functionNamed(sources, path, node.callee.name)
    if (called) retained = retainedVariable(sources, called.path, called.fn, seen)
    return true
  })
  return retained
}

/** The declaration of the function `name`, as `path` refers to it. Undefined if there is none. */
export function functionNamed(
  sources: Sources,
  path: string,
  name: string,
): { readonly path: string; readonly fn: Closure } | undefined {
  const found = findDeclaration(sources, path, name)
  if (!found) return undefined
  const node = found.node.type === 'VariableDeclarator' ? found.node.init : found.node
  return node && isFunction(node) ? { path: found.path, fn: node } : undefined
}
