// Decides by the declaration of a type whether it is mutable. Named types are looked up in the repository's sources.
import { findDeclaration } from './declarations.ts'
import { boundNames, type Node, type Sources } from './syntax.ts'

const collections = /^(Array|Map|Set|WeakMap|WeakSet|Record)$/
/** Byte arrays have no readonly type, so their value is checked instead: only an empty one is immutable. */
export const byteArrayTypes = /^(DataView|ArrayBuffer|(Big)?(Uint|Int|Float)\w*Array)$/
const readonlyCollections = /^Readonly(Array|Map|Set)$/

export class TypeMutability {
  readonly #sources: Sources
  /** The types already visited. The search skips them, so that it also ends if a type contains itself. */
  readonly #known = new Set<Node>()

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** A description of the mutable part of a type, such as `items: an array`. Undefined if there is none. */
  mutable(path: string, type: Node): string | undefined {
    switch (type.type) {
      case 'TSTypeAnnotation':
      case 'TSParenthesizedType':
      case 'TSOptionalType':
      case 'TSRestType':
        return this.mutable(path, type.typeAnnotation)
      case 'TSTypeOperator':
        return type.operator === 'readonly' ? this.#items(path, type.typeAnnotation) : undefined
      case 'TSArrayType':
      case 'TSTupleType':
        return 'an array'
      case 'TSUnionType':
      case 'TSIntersectionType':
        return this.#first(type.types, (part) => this.mutable(path, part))
      case 'TSTypeLiteral':
        return this.#first(type.members, (member) => this.#member(path, member))
      case 'TSMappedType':
        if (!type.readonly) return 'mapped properties'
        return type.typeAnnotation ? this.mutable(path, type.typeAnnotation) : undefined
      case 'TSTypeReference':
        return this.#named(path, type)
      default:
        return undefined
    }
  }

  mutableInstance(path: string, name: string): string | undefined {
    if (collections.test(name) || byteArrayTypes.test(name)) return `a ${name} without a readonly type`
    const found = findDeclaration(this.#sources, path, name)
    if (!found) return `${name} is not a class of this repository`
    const open = this.#declared(found.path, found.node)
    return open && `a ${name} is mutable: ${open}`
  }

  #items(path: string, list: Node): string | undefined {
    if (list.type === 'TSArrayType') return this.mutable(path, list.elementType)
    if (list.type === 'TSTupleType') return this.#first(list.elementTypes, (item) => this.mutable(path, item))
    return undefined
  }

  #named(path: string, type: Extract<Node, { type: 'TSTypeReference' }>): string | undefined {
    if (type.typeName.type !== 'Identifier') return undefined
    const { name } = type.typeName
    const given = type.typeArguments?.params ?? []
    if (readonlyCollections.test(name)) return this.#first(given, (argument) => this.mutable(path, argument))
    if (name === 'Readonly') return undefined
    if (collections.test(name)) return `a ${name}`
    const found = findDeclaration(this.#sources, path, name)
    return found && this.#declared(found.path, found.node)
  }

  #declared(path: string, node: Node): string | undefined {
    if (this.#known.has(node)) return undefined
    this.#known.add(node)
    const found = this.#inside(path, node)
    // Forgets mutable types, so that every use of one is reported. Immutable types are not checked again.
    if (found) this.#known.delete(node)
    return found
  }

  #inside(path: string, node: Node): string | undefined {
    switch (node.type) {
      case 'TSInterfaceDeclaration':
        return (
          this.#first(node.body.body, (member) => this.#member(path, member)) ??
          this.#first(node.extends, ({ expression }) => this.#parent(path, expression))
        )
      case 'TSTypeAliasDeclaration':
        return this.mutable(path, node.typeAnnotation)
      case 'ClassDeclaration':
      case 'ClassExpression':
        return (
          this.#first(node.body.body, (member) => this.#member(path, member)) ??
          (node.superClass ? this.#parent(path, node.superClass) : undefined)
        )
      default:
        return undefined
    }
  }

  #parent(path: string, expression: Node): string | undefined {
    if (expression.type !== 'Identifier') return undefined
    if (collections.test(expression.name)) return `a ${expression.name}`
    const found = findDeclaration(this.#sources, path, expression.name)
    return found && this.#declared(found.path, found.node)
  }

  #member(path: string, member: Node): string | undefined {
    if (member.type === 'TSIndexSignature') {
      if (!member.readonly) return 'entries'
      return this.mutable(path, member.typeAnnotation)
    }
    if (member.type !== 'TSPropertySignature' && member.type !== 'PropertyDefinition') return undefined
    if ('static' in member && member.static) return undefined
    const name = nameOf(member.key)
    if (!member.readonly) return name
    const inner = member.typeAnnotation ? this.mutable(path, member.typeAnnotation) : created(member)
    return inner && `${name}: ${inner}`
  }

  #first<T>(all: readonly T[], check: (one: T) => string | undefined): string | undefined {
    for (const one of all) {
      const found = check(one)
      if (found) return found
    }
    return undefined
  }
}

function created(member: Node): string | undefined {
  const value = 'value' in member ? (member.value as Node | null) : null
  if (value?.type === 'ArrayExpression') return 'an array'
  if (value?.type !== 'NewExpression' || value.callee.type !== 'Identifier') return undefined
  return collections.test(value.callee.name) ? `a ${value.callee.name}` : undefined
}

function nameOf(key: Node): string {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  return boundNames(key)[0] ?? 'a property'
}
