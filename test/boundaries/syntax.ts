// Sources as syntax trees: imports, declarations and names. The checks in this folder use them.
import {
  type ArrowFunctionExpression,
  type Function as FunctionNode,
  type Node,
  type Program,
  parseSync,
} from 'oxc-parser'

/** The text of each source by its path from the repository's root, with `/` as separator. */
export type Sources = ReadonlyMap<string, string>

/** One line per violation. */
export type Violations = string[]

export type Closure = ArrowFunctionExpression | FunctionNode

const parsed = new Map<string, Program>()
const imported = new Map<string, readonly string[]>()

/** Throws for a syntax error. */
export function programOf(text: string): Program {
  const known = parsed.get(text)
  if (known) return known
  const plain = parseSync('source.ts', text)
  const { program, errors } = plain.errors.length ? parseSync('source.tsx', text) : plain
  if (errors.length) throw new Error(errors.map(({ message }) => message).join('\n'))
  parsed.set(text, program)
  return program
}

export function commentsOf(text: string): readonly number[] {
  const plain = parseSync('source.ts', text)
  const { comments } = plain.errors.length ? parseSync('source.tsx', text) : plain
  return comments.map(({ start }) => start)
}

export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = []
  const fields = node as unknown as { readonly [field: string]: unknown }
  for (const field in fields) {
    const value = fields[field]
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) children.push(...value.filter(isNode))
    else if (isNode(value)) children.push(value)
  }
  return children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Visits a node and all nodes below it, parents first. `visit` returns false to skip the children. */
export function walk(node: Node, visit: (node: Node, parents: readonly Node[]) => unknown): void {
  const parents: Node[] = []
  const enter = (at: Node) => {
    if (visit(at, parents) === false) return
    parents.push(at)
    for (const child of childrenOf(at)) enter(child)
    parents.pop()
  }
  enter(node)
}

export function isFunction(node: Node): node is Closure {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

/** All imports of a file, types included. `*`: an import with a computed target. */
export function importsOf(text: string): readonly string[] {
  const known = imported.get(text)
  if (known) return known
  const targets: string[] = []
  imported.set(text, targets)
  walk(programOf(text), (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        return targets.push(node.source.value)
      case 'ExportNamedDeclaration':
        return node.source && targets.push(node.source.value)
      case 'ImportExpression':
      case 'TSImportType':
        return targets.push(textOf(node.source) ?? '*')
    }
  })
  return targets
}

/** The value of a string literal or of a template without expressions. */
function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && !node.expressions.length)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

export function boundNames(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []))
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'Property' ? property.value : property),
      )
    default:
      return []
  }
}

/** All names that a file or function declares, at any level. */
export function declaredNames(program: Node): Set<string> {
  const names = new Set<string>()
  walk(program, (node) => {
    for (const pattern of bindingsOf(node)) for (const name of boundNames(pattern)) names.add(name)
  })
  return names
}

function bindingsOf(node: Node): readonly Node[] {
  if (isFunction(node)) return node.id ? [node.id, ...node.params] : node.params
  switch (node.type) {
    case 'VariableDeclarator':
      return [node.id]
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id ? [node.id] : []
    case 'CatchClause':
      return node.param ? [node.param] : []
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return [node.local]
    default:
      return []
  }
}

/** Whether an identifier refers to a value, and is not a member name, a label or similar. */
export function isReference(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.computed || parent.property !== node
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return parent.computed || parent.key !== node || parent.value === node
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
    case 'ExportAllDeclaration':
    case 'MetaProperty':
      return false
    default:
      return true
  }
}

/** The root of a member chain: `a` for `a.b[c].d`. */
export function rootOf(expression: Node): Node {
  if (expression.type === 'MemberExpression') return rootOf(expression.object)
  if (expression.type === 'TSNonNullExpression' || expression.type === 'ParenthesizedExpression')
    return rootOf(expression.expression)
  return expression
}

/** The targets that a node writes to: of an assignment, `++` or `delete`. */
export function writeTargets(node: Node): readonly Node[] {
  if (node.type === 'AssignmentExpression') return [node.left]
  if (node.type === 'UpdateExpression') return [node.argument]
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return [node.argument]
  return []
}

/** Type nodes, which have no effect at run time. */
export function isType(node: Node): boolean {
  const wrapping = /^TS(As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$|^TSEnum/
  return node.type.startsWith('TS') && !wrapping.test(node.type)
}

export type { Node, Program }
