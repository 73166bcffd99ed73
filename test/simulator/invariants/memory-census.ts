// Counts the entries of every collection in the memory of a room and its sidecars, for the classes in
// durable-objects/ and sidecar/ or in other given folders. A debugger session reads their private fields.
import { readdirSync, readFileSync } from 'node:fs'
import { type Runtime, Session } from 'node:inspector'

/** For each `Class.field`, the largest size of that collection in any instance. */
export type Census = ReadonlyMap<string, number>

/** The global through which the debugger passes values. */
const globalName = 'theCensusOfTheSimulator'
/**
 * Fields that are not counted: collections of another instance, which are counted there, and event listeners, which are
 * added only at the start.
 */
const others =
  /[.](settings|context|options)$|^(RoomContext[.](meta|games)|ClientSession[.]game|RoomEvents[.]listeners|UdpListener[.]spec|WorldRuntime[.](world|game|gameContext)|WorldActions[.]game|Admission[.]room|WorldViews[.](game|source|feedWorld))$/

/** Folders of the inspected classes. Classes of games, of the platform and of the simulator are not inspected. */
const sources = readClasses('durable-objects', 'sidecar')

export type Classes = ReadonlyMap<string, string>

export function readClasses(...folders: readonly string[]): Classes {
  return new Map(folders.flatMap(classesIn))
}

function classesIn(folder: string): (readonly [name: string, source: string])[] {
  const root = new URL(`../../../${folder}/`, import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const texts = files.map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), root), 'utf8'))
  return texts.flatMap((text) =>
    Array.from(
      text.matchAll(/^(?:export )?class (\w+).*?^}/gms),
      ([source, name]) => [name!, source] as const,
    ),
  )
}

/** Every field of these classes that is initialized with a collection, from the source text. */
export function declaredCollections(): readonly string[] {
  const fields = /^ {2}(?:readonly )?#?(\w+)(?:: [^\n=]*)? = (?:new (?:Map|Set)\b|\[\])/gm
  return Array.from(sources, ([name, source]) =>
    Array.from(source.matchAll(fields), ([, field]) => `${name}.${field}`),
  ).flat()
}

/** Counts the collections of these instances and of all instances that they reference. */
export function takeCensus(roots: Iterable<unknown>, classes = sources): Census {
  const count = new Count(classes)
  for (const root of roots) count.take('', root)
  count.takeHidden()
  count.end()
  return count.sizes
}

interface Property {
  readonly name: string
  readonly value?: Runtime.RemoteObject
}

interface Properties {
  readonly result: readonly Property[]
  readonly privateProperties?: readonly Property[]
}

class Count {
  readonly sizes = new Map<string, number>()
  readonly #seen = new Set<object>()
  readonly #debugger = new Session()
  readonly #classes: Classes
  /**
   * Instances whose private fields are still to be read. The fields of many instances are read together, because a
   * debugger call is slow.
   */
  #waiting: object[] = []

  constructor(classes: Classes) {
    this.#classes = classes
    this.#debugger.connect()
  }

  end(): void {
    this.#debugger.disconnect()
    Reflect.deleteProperty(globalThis, globalName)
  }

  /** `name`: name of the field that contains the value. */
  take(name: string, held: unknown): void {
    if (typeof held !== 'object' || held === null || this.#seen.has(held)) return
    this.#seen.add(held)
    if (held instanceof Map || held instanceof Set || Array.isArray(held)) return this.#takeAll(name, held)
    if (this.#classes.has(held.constructor?.name)) this.#waiting.push(held)
    else if (held.constructor === Object)
      for (const [field, each] of Object.entries(held)) this.take(`${name}.${field}`, each)
  }

  /** Reads the private fields of all waiting instances, and of the instances found in them. */
  takeHidden(): void {
    while (this.#waiting.length > 0) {
      const instances = this.#waiting
      this.#waiting = []
      const hidden = this.#hiddenIn(instances)
      for (const [i, held] of instances.entries())
        for (const [field, each] of [...Object.entries(held), ...hidden[i]!])
          this.#takeField(`${held.constructor.name}.${field.replace('#', '')}`, each)
    }
  }

  #takeField(name: string, held: unknown): void {
    if (!others.test(name)) this.take(name, held)
  }

  #takeAll(name: string, held: Map<unknown, unknown> | Set<unknown> | unknown[]): void {
    const size = Array.isArray(held) ? held.length : held.size
    this.sizes.set(name, Math.max(this.sizes.get(name) ?? 0, size))
    if (held instanceof Map) for (const key of held.keys()) this.take(name, key)
    for (const each of held.values()) this.take(name, each)
  }

  #hiddenIn(instances: readonly object[]): (readonly [field: string, value: unknown])[][] {
    Reflect.set(globalThis, globalName, instances)
    const { result } = this.#ask<Runtime.EvaluateReturnType>('Runtime.evaluate', { expression: globalName })
    const objectId = result.objectId!
    const ids = this.#propertiesOf(objectId).result.flatMap(({ value }) => value?.objectId ?? [])
    const fields = ids.map((id) =>
      (this.#propertiesOf(id).privateProperties ?? []).filter(
        ({ value }) => value?.type === 'object' && value.objectId,
      ),
    )
    this.#ask('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: `function (...values) { globalThis.${globalName} = values }`,
      arguments: fields.flat().map(({ value }) => ({ objectId: value!.objectId })),
    })
    const values = (Reflect.get(globalThis, globalName) as readonly unknown[]).values()
    return fields.map((each) => each.map(({ name }) => [name, values.next().value] as const))
  }

  #propertiesOf(objectId: string): Properties {
    return this.#ask('Runtime.getProperties', { objectId, ownProperties: true })
  }

  /** A debugger session on its own thread answers synchronously. */
  #ask<A>(method: string, parameters: object): A {
    let answer: unknown
    this.#debugger.post(method, parameters, (error, result) => {
      if (error) throw new Error(`${method}: ${error.message}`)
      answer = result
    })
    return answer as A
  }
}
