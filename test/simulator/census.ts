// What a room and its sidecars hold in memory: how much is in each collection of the classes of durable-objects/ and
// sidecar/, or of another folder that is asked for. Their fields are private, and a debugger sees them all the same.
import { readdirSync, readFileSync } from 'node:fs'
import { type Runtime, Session } from 'node:inspector'

/** By `Class.field`: the most that is in that collection of any instance. */
export type Census = ReadonlyMap<string, number>

/** By this name the debugger hands over what it sees. */
const desk = 'theCensusOfTheSimulator'
/** What others give to an instance is counted where it is theirs. */
const others =
  /[.](settings|around|options)$|^(Life[.]meta|Seat[.]session|UdpDoor[.]wanted|WorldHost[.]world)$/

/** Of the classes that are looked into; those of games, of the platform and of the simulator are none of them. */
const sources = classesOf('durable-objects', 'sidecar')

/** By name, as they are written. */
export type Classes = ReadonlyMap<string, string>

/** All in the files of these folders. */
export function classesOf(...folders: readonly string[]): Classes {
  return new Map(folders.flatMap(classesIn))
}

function classesIn(folder: string): (readonly [name: string, source: string])[] {
  const at = new URL(`../../${folder}/`, import.meta.url)
  const files = readdirSync(at).filter((name) => name.endsWith('.ts'))
  const texts = files.map((name) => readFileSync(new URL(name, at), 'utf8'))
  return texts.flatMap((text) =>
    Array.from(
      text.matchAll(/^(?:export )?class (\w+).*?^}/gms),
      ([source, name]) => [name!, source] as const,
    ),
  )
}

/** Of these classes, as they are written: every field that begins as a collection. */
export function collectionsWritten(): readonly string[] {
  const fields = /^ {2}(?:readonly )?#?(\w+)(?:: [^\n=]*)? = (?:new (?:Map|Set)\b|\[\])/gm
  return Array.from(sources, ([name, source]) =>
    Array.from(source.matchAll(fields), ([, field]) => `${name}.${field}`),
  ).flat()
}

/** Of all that these instances hold, and those in turn. */
export function census(roots: Iterable<unknown>, classes = sources): Census {
  const count = new Count(classes)
  for (const root of roots) count.take('', root)
  count.end()
  return count.sizes
}

interface PrivateProperty {
  readonly name: string
  readonly value?: Runtime.RemoteObject
}

class Count {
  readonly sizes = new Map<string, number>()
  readonly #seen = new Set<object>()
  readonly #debugger = new Session()
  readonly #classes: Classes

  constructor(classes: Classes) {
    this.#classes = classes
    this.#debugger.connect()
  }

  end(): void {
    this.#debugger.disconnect()
    Reflect.deleteProperty(globalThis, desk)
  }

  /** `name`: of the field that holds it. */
  take(name: string, held: unknown): void {
    if (typeof held !== 'object' || held === null || this.#seen.has(held)) return
    this.#seen.add(held)
    if (held instanceof Map || held instanceof Set || Array.isArray(held)) return this.#takeAll(name, held)
    const of = held.constructor?.name
    if (this.#classes.has(of))
      for (const [field, each] of this.#fieldsOf(held))
        this.#takeField(`${of}.${field.replace('#', '')}`, each)
    else if (held.constructor === Object)
      for (const [field, each] of Object.entries(held)) this.take(`${name}.${field}`, each)
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

  /** The private ones too. */
  #fieldsOf(held: object): (readonly [field: string, value: unknown])[] {
    Reflect.set(globalThis, desk, held)
    const { result } = this.#ask<Runtime.EvaluateReturnType>('Runtime.evaluate', { expression: desk })
    const objectId = result.objectId!
    const { privateProperties = [] } = this.#ask<{ privateProperties?: readonly PrivateProperty[] }>(
      'Runtime.getProperties',
      { objectId, ownProperties: true },
    )
    const hidden = privateProperties.filter(({ value }) => value?.type === 'object' && value.objectId)
    this.#ask('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: `function (...values) { globalThis.${desk} = values }`,
      arguments: hidden.map(({ value }) => ({ objectId: value!.objectId })),
    })
    const values = Reflect.get(globalThis, desk) as readonly unknown[]
    return [...Object.entries(held), ...hidden.map(({ name }, i) => [name, values[i]] as const)]
  }

  /** It is the debugger of this thread, and answers before this returns. */
  #ask<A>(method: string, parameters: object): A {
    let answer: unknown
    this.#debugger.post(method, parameters, (error, result) => {
      if (error) throw new Error(`${method}: ${error.message}`)
      answer = result
    })
    return answer as A
  }
}
