// Rooms share an isolate, so modules hold no state: top-level values and static fields must be immutable. Static
// analysis only; no code is run.

import { functionNamed, retainedVariable } from './closure-state.ts'
import { declarationsIn } from './declarations.ts'
import { browserCode, topFolder } from './imports.ts'
import { byteArrayTypes, TypeMutability } from './mutable-bindings.ts'
import {
  boundNames,
  declaredNames,
  isFunction,
  type Node,
  programOf,
  rootOf,
  type Sources,
  type Violations,
  walk,
  writeTargets,
} from './syntax.ts'

/** Folders whose code is shared by the rooms of an isolate. */
const shared = ['wire', 'games', 'durable-objects', 'workers']

/**
 * Functions that return an immutable or a new value: built-in functions, and those of valibot (`v`), whose schemas are
 * never changed.
 */
const plainCalls =
  /^(Symbol|String|Number|BigInt|Boolean|parseInt|Math\.\w+|String\.\w+|JSON\.stringify|v\.\w+)$/
const plainMethods = /^(?![A-Z]).*\.(join|repeat|reduce|indexOf|charCodeAt|padStart|trim|toString|encode|of)$/

/** Finds `let`, mutable values and closures with state. */
export function moduleState(sources: Sources): Violations {
  const types = new TypeMutability(sources)
  return (
    [...sources.keys()]
      // Browser code is excluded, because no rooms share a browser.
      .filter((path) => shared.includes(topFolder(path)) && !browserCode.test(path))
      .flatMap((path) => new Module(sources, types, path).state())
      .map(({ path, name, why }) => `${path}: ${name} would be shared by all rooms: ${why}`)
  )
}

type Call = Extract<Node, { type: 'CallExpression' }>

interface Found {
  readonly path: string
  readonly name: string
  readonly why: string
}

class Module {
  readonly #sources: Sources
  readonly #types: TypeMutability
  readonly #path: string
  readonly #program: Node

  constructor(sources: Sources, types: TypeMutability, path: string) {
    this.#sources = sources
    this.#types = types
    this.#path = path
    this.#program = programOf(sources.get(path) ?? '')
  }

  state(): Found[] {
    return [...declarationsIn(this.#program)]
      .flatMap((declared) => this.#declared(declared))
      .concat(this.#writes())
  }

  #declared(node: Node): Found[] {
    switch (node.type) {
      case 'VariableDeclaration':
        if (node.declare) return []
        return node.declarations.flatMap(({ id, init }) => this.#variable(node.kind, id, init))
      case 'ClassDeclaration':
        return this.#statics(node.id?.name ?? 'default', node)
      case 'CallExpression': // `export default`
        return this.#found('default', this.#retainedBy(node))
      case 'ExpressionStatement':
        return node.directive ? [] : this.#found('a statement', 'a module must only declare')
      default:
        return /Declaration$|^TSDeclareFunction$|^TSEnum/.test(node.type)
          ? []
          : this.#found(node.type, 'a module must only declare')
    }
  }

  #variable(kind: string, id: Node, init: Node | null): Found[] {
    const name = boundNames(id).join(' ')
    if (kind !== 'const') return this.#found(name, `it is declared with ${kind}`)
    // A destructuring is checked element by element, because the module keeps only the named elements, not the object
    // or array that contains them.
    if (init && id.type !== 'Identifier') return this.#found(name, this.#mutableInside(init))
    const why = init && this.#value(init, 'typeAnnotation' in id ? (id.typeAnnotation as Node | null) : null)
    const within = init && /^Class/.test(init.type) ? this.#statics(name, init) : []
    return why ? this.#found(name, why) : within
  }

  #statics(name: string, node: Node): Found[] {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return []
    return node.body.body.flatMap((member) => {
      if (member.type === 'StaticBlock') return this.#found(name, 'a module must only declare')
      if (member.type !== 'PropertyDefinition' || !member.static) return []
      const field = `${name}.${'name' in member.key ? String(member.key.name) : 'static'}`
      if (!member.readonly) return this.#found(field, 'a static field must be readonly')
      const why = member.value && this.#value(member.value, member.typeAnnotation ?? null)
      return why ? this.#found(field, why) : []
    })
  }

  /**
   * Returns the reason why a value is mutable. A value with a type must have an immutable type. A value without a type
   * must be immutable itself.
   */
  #value(value: Node, type: Node | null): string | undefined {
    if (!type) return this.#mutable(value) ?? this.#retainedBy(value)
    const mutable = this.#types.mutable(this.#path, type)
    return mutable ? `its type is mutable: ${mutable}` : this.#retainedBy(value)
  }

  #mutable(value: Node): string | undefined {
    switch (value.type) {
      case 'ObjectExpression':
      case 'ArrayExpression':
        return 'it is neither `as const` nor of a readonly type'
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return this.#mutable(value.expression)
      case 'TSAsExpression':
        return isConst(value.typeAnnotation)
          ? this.#mutableInside(value.expression)
          : this.#types.mutable(this.#path, value.typeAnnotation)
      case 'LogicalExpression':
        return this.#mutable(value.left) ?? this.#mutable(value.right)
      case 'ConditionalExpression':
        return this.#mutable(value.consequent) ?? this.#mutable(value.alternate)
      case 'CallExpression':
        return this.#mutableResult(value)
      case 'NewExpression':
        return this.#mutableInstance(value)
      default:
        return undefined
    }
  }

  #mutableInside(table: Node): string | undefined {
    if (table.type !== 'ObjectExpression' && table.type !== 'ArrayExpression') return this.#mutable(table)
    const inside = table.type === 'ArrayExpression' ? table.elements : table.properties
    for (const one of inside) {
      if (!one || one.type === 'SpreadElement') continue
      const mutable = this.#mutableInside(one.type === 'Property' ? one.value : one)
      if (mutable) return mutable
    }
    return undefined
  }

  #mutableResult({ callee, arguments: given }: Call): string | undefined {
    if (isFunction(callee)) return 'the result of an inline function has no readonly type'
    const name = calledName(callee)
    if (name === 'Object.freeze') return given[0] && this.#mutableInside(given[0])
    if (plainCalls.test(name)) return undefined
    if (callee.type === 'MemberExpression')
      return plainMethods.test(name) ? undefined : `${name}() has no readonly type`
    const called = functionNamed(this.#sources, this.#path, name)
    if (!called) return `${name}() is not a function of this repository`
    const { returnType } = called.fn
    const mutable = returnType && this.#types.mutable(called.path, returnType)
    return mutable ? `the result of ${name}() is mutable: ${mutable}` : undefined
  }

  #mutableInstance({
    callee,
    arguments: given,
  }: Extract<Node, { type: 'NewExpression' }>): string | undefined {
    if (callee.type !== 'Identifier') return 'new of an expression'
    return isEmptyBytes(callee.name, given) ? undefined : this.#types.mutableInstance(this.#path, callee.name)
  }

  /** Returns the reason why the value, or a part of it, holds state in a closure. */
  #retainedBy(value: Node): string | undefined {
    let why: string | undefined
    walk(value, (node) => {
      if (why || isFunction(node)) return false
      if (node.type === 'Literal' && 'regex' in node && /[gy]/.test(node.regex.flags))
        why = 'a global regular expression has a lastIndex'
      if (node.type === 'CallExpression') why = this.#retainedByCall(node.callee)
      if (node.type === 'NewExpression') why = this.#retainedByInstance(node)
      return true
    })
    return why
  }

  #retainedByCall(callee: Node): string | undefined {
    const called = isFunction(callee)
      ? { path: this.#path, fn: callee }
      : callee.type === 'Identifier' && functionNamed(this.#sources, this.#path, callee.name)
    const kept = called && retainedVariable(this.#sources, called.path, called.fn)
    return kept ? `it retains ${kept}` : undefined
  }

  /**
   * Returns the reason why a new instance is mutable. Maps and sets are checked by their declared type, and byte arrays
   * by their length.
   */
  #retainedByInstance(created: Extract<Node, { type: 'NewExpression' }>): string | undefined {
    const { callee } = created
    if (callee.type !== 'Identifier' || /^(Map|Set)$/.test(callee.name)) return undefined
    return this.#mutableInstance(created)
  }

  #writes(): Found[] {
    const names = new Set([...declarationsIn(this.#program)].flatMap(namesOf))
    const found: Found[] = []
    walk(this.#program, (node, parents) => {
      for (const target of writeTargets(node)) {
        const root = rootOf(target)
        if (root.type !== 'Identifier' || !names.has(root.name)) continue
        if (parents.some((parent) => isOwn(parent, root.name))) continue
        found.push(...this.#found(root.name, 'it is written to'))
      }
    })
    return found
  }

  #found(name: string, why: string | undefined): Found[] {
    return why === undefined ? [] : [{ path: this.#path, name, why }]
  }
}

function isOwn(around: Node, name: string): boolean {
  return (
    isFunction(around) && !boundNames(around.id ?? around).includes(name) && declaredNames(around).has(name)
  )
}

function namesOf(declared: Node): string[] {
  if (declared.type === 'VariableDeclaration')
    return declared.declarations.flatMap(({ id }) => boundNames(id))
  if (declared.type === 'ImportDeclaration') return declared.specifiers.map(({ local }) => local.name)
  const id = 'id' in declared ? (declared.id as Node | null) : null
  return id?.type === 'Identifier' ? [id.name] : []
}

function isEmptyBytes(name: string, given: readonly Node[]): boolean {
  const [size] = given
  return byteArrayTypes.test(name) && (!size || (size.type === 'Literal' && size.value === 0))
}

function isConst(type: Node): boolean {
  return (
    type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
  )
}

/** The name of the called function: `f`, `Object.keys`, or `.map` for a method of an expression. */
function calledName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ''
  const object = callee.object.type === 'Identifier' ? callee.object.name : ''
  return `${object}.${callee.property.name}`
}
