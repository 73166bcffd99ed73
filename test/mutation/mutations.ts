// Creates mutants of a source file. Each mutant has a single change that resembles a small mistake of a programmer.
import { childrenOf, isType, type Node, programOf } from '../boundaries/syntax.ts'

export const mutationKinds = [
  'condition negated',
  'comparison boundary',
  'arithmetic operator',
  'call removed',
  'return removed',
  'await removed',
  'constant changed',
  'arguments swapped',
  'if body removed',
  'default removed',
] as const
type Kind = (typeof mutationKinds)[number]

/** Replaces the source from `start` to `end` (UTF-16 units) by `text`. */
export interface Mutation {
  readonly kind: Kind
  readonly start: number
  readonly end: number
  readonly text: string
}

const boundaries: { readonly [operator: string]: string } = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const arithmetic: { readonly [operator: string]: string } = {
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
  ...{ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '++': '--', '--': '++' },
}
/**
 * Constants up to this value are changed by one. Larger ones are doubled, because tests seldom notice a difference of
 * one.
 */
const mostCounted = 64

const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** All mutations of a source, by their position. Throws if it is not valid TypeScript. */
export function mutationsOf(source: string): readonly Mutation[] {
  const found: Mutation[] = []
  const enter = (node: Node, parent: Node | undefined) => {
    if (isType(node) || node.type === 'ImportDeclaration') return
    found.push(...mutationsAt(node, parent, source))
    for (const child of childrenOf(node)) enter(child, node)
  }
  enter(programOf(source), undefined)
  return found
}

export function applyMutation(source: string, { start, end, text }: Mutation): string {
  return source.slice(0, start) + text + source.slice(end)
}

function* mutationsAt(node: Node, parent: Node | undefined, source: string): Generator<Mutation> {
  const of = ({ start, end }: Node) => source.slice(start, end)
  const instead = (kind: Kind, { start, end }: Node, text: string): Mutation => ({ kind, start, end, text })
  const operator = (kind: Kind, left: Node, right: Node, from: string, to: string): Mutation => {
    const between = source.slice(left.end, right.start).replace(comment, (each) => ' '.repeat(each.length))
    const start = left.end + between.indexOf(from)
    return { kind, start, end: start + from.length, text: to }
  }
  switch (node.type) {
    case 'IfStatement':
      if (of(node.consequent) !== '{}') yield instead('if body removed', node.consequent, '{}')
      yield instead('condition negated', node.test, `!(${of(node.test)})`)
      return
    case 'ConditionalExpression':
      return yield instead('condition negated', node.test, `!(${of(node.test)})`)
    case 'LogicalExpression':
      if (node.operator !== '&&') yield instead('default removed', node, `(${of(node.left)})`)
      return
    case 'BinaryExpression': {
      const { left, right } = node
      const boundary = boundaries[node.operator]
      if (boundary) yield operator('comparison boundary', left, right, node.operator, boundary)
      const other = arithmetic[node.operator]
      if (other && !isText(left) && !isText(right))
        yield operator('arithmetic operator', left, right, node.operator, other)
      const negated = node.operator === '===' ? '!==' : node.operator === '!==' && '==='
      if (negated) yield operator('condition negated', left, right, node.operator, negated)
      return
    }
    case 'AssignmentExpression': {
      const other = arithmetic[node.operator]
      if (other && !isText(node.right))
        yield operator('arithmetic operator', node.left, node.right, node.operator, other)
      return
    }
    case 'UpdateExpression': {
      const other = arithmetic[node.operator]!
      const text = node.prefix ? other + of(node.argument) : of(node.argument) + other
      return yield instead('arithmetic operator', node, text)
    }
    case 'ExpressionStatement':
      if (isRemovable(node.expression)) yield instead('call removed', node, '{}')
      return
    case 'ReturnStatement':
      if (node.argument?.type === 'Identifier' && node.argument.name === 'undefined') return
      return yield instead('return removed', node, node.argument ? `void (${of(node.argument)});` : '{}')
    case 'AwaitExpression':
      return yield instead('await removed', node, `(${of(node.argument)})`)
    case 'Literal':
      if (typeof node.value !== 'number' || isKey(node, parent)) return
      return yield instead(
        'constant changed',
        node,
        node.value <= mostCounted ? `(${of(node)} + 1)` : `(${of(node)} * 2)`,
      )
    case 'CallExpression':
    case 'NewExpression': {
      const [first, second] = node.arguments
      if (!first || !second || first.type === 'SpreadElement' || second.type === 'SpreadElement') return
      const between = source.slice(first.end, second.start)
      const text = of(second) + between + of(first)
      if (of(first) !== of(second) && !/^Math\.(min|max)$/.test(of(node.callee)))
        yield { kind: 'arguments swapped', start: first.start, end: second.end, text }
      return
    }
  }
}

/** Whether the expression is a call that a mutant removes. Log calls are kept, because few tests assert them. */
function isRemovable(expression: Node): boolean {
  if (expression.type === 'AwaitExpression') return isRemovable(expression.argument)
  if (expression.type === 'UnaryExpression' && expression.operator === 'void')
    return isRemovable(expression.argument)
  if (expression.type === 'ChainExpression') return isRemovable(expression.expression)
  if (expression.type !== 'CallExpression') return false
  const { callee } = expression
  if (callee.type === 'Super') return false
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return !('name' in name && name.name === 'log')
}

/** Whether an operand is text, so that `+` concatenates instead of adding. */
function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

function isKey(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'Property' && parent.key === node
}
