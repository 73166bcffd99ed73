// Whether a type lets who has a value of it change it. By what is written: a named type is looked up in our sources.
import { findDeclaration } from './declarations.ts'
import { boundBy, type Node, type Sources } from './syntax.ts'

const collections = /^(Array|Map|Set|WeakMap|WeakSet|Record)$/
/** They have no readonly type: where one is made with something in it, that is found by the value. */
export const bytes = /^(DataView|ArrayBuffer|(Big)?(Uint|Int|Float)\w*Array)$/
const readonlyCollections = /^Readonly(Array|Map|Set)$/

export class Types {
  readonly #sources: Sources
  /** Types that have been looked at: one that contains itself is no different for it. */
  readonly #known = new Set<Node>()

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** What may be changed in a value of this type, as `items: an array`; undefined: nothing that is to be seen. */
  mutable(path: string, type: Node): string | undefined {
    switch (type.type) {
      case 'TSTypeAnnotation':
      case 'TSParenthesizedType':
        return this.mutable(path, type.typeAnnotation)
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

  /** The same of what `new name` makes. */
  mutableInstance(path: string, name: string): string | undefined {
    if (collections.test(name) || bytes.test(name)) return `a ${name} without a readonly type`
    const found = findDeclaration(this.#sources, path, name)
    if (!found) return `${name} is none of our classes`
    const open = this.#declared(found.path, found.node)
    return open && `a ${name} can change: ${open}`
  }

  /** Of a list that is itself readonly. */
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
    // What holds no state is known from here on; what holds some is found again for whoever asks next.
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

/** A field without a type that begins as a collection. */
function created(member: Node): string | undefined {
  const value = 'value' in member ? (member.value as Node | null) : null
  if (value?.type === 'ArrayExpression') return 'an array'
  if (value?.type !== 'NewExpression' || value.callee.type !== 'Identifier') return undefined
  return collections.test(value.callee.name) ? `a ${value.callee.name}` : undefined
}

function nameOf(key: Node): string {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  return boundBy(key)[0] ?? 'a property'
}
