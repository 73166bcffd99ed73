// Finds the declaration of a name, in the file that uses the name or in the file from which it is imported.
import { isRelative, resolveImport } from './imports.ts'
import { boundNames, type Node, programOf, type Sources } from './syntax.ts'

export interface DeclarationSite<N extends Node = Node> {
  readonly path: string
  readonly node: N
}

/** The top-level declaration to which `name` refers in the file `path`. Undefined for built-ins and packages. */
export function findDeclaration(sources: Sources, path: string, name: string): DeclarationSite | undefined {
  const text = sources.get(path)
  if (text === undefined) return undefined
  for (const statement of programOf(text).body) {
    const found = declaredBy(statement, name)
    if (found) return { path, node: found }
    const from = importedBy(statement, name)
    if (from && isRelative(from.target)) {
      const elsewhere = findDeclaration(sources, resolveImport(path, from.target), from.name)
      if (elsewhere) return elsewhere
    }
  }
  return undefined
}

export function* declarationsIn(program: Node): Generator<Node> {
  if (program.type !== 'Program') return
  for (const statement of program.body) yield unexported(statement)
}

function unexported(statement: Node): Node {
  const exporting = /^Export(Named|Default)Declaration$/.test(statement.type) && 'declaration' in statement
  return exporting && statement.declaration ? (statement.declaration as Node) : statement
}

function declaredBy(statement: Node, name: string): Node | undefined {
  const declared = unexported(statement)
  if (declared.type === 'TSDeclareFunction') return undefined
  if (declared.type === 'VariableDeclaration')
    return declared.declarations.find(({ id }) => boundNames(id).includes(name))
  const named = 'id' in declared && (declared.id as Node | null)
  return named && named.type === 'Identifier' && named.name === name ? declared : undefined
}

function importedBy(statement: Node, name: string): { target: string; name: string } | undefined {
  if (statement.type === 'ImportDeclaration') {
    const specifier = statement.specifiers.find(({ local }) => local.name === name)
    if (specifier?.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') return undefined
    return { target: statement.source.value, name: specifier.imported.name }
  }
  if (statement.type === 'ExportNamedDeclaration' && statement.source) {
    const { source } = statement
    const specifier = statement.specifiers.find(
      ({ exported }) => exported.type === 'Identifier' && exported.name === name,
    )
    return specifier?.local.type === 'Identifier'
      ? { target: source.value, name: specifier.local.name }
      : undefined
  }
  return statement.type === 'ExportAllDeclaration' ? { target: statement.source.value, name } : undefined
}
