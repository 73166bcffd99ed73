// How the Worker and the objects call each other (RPC) while they are a release apart: after a deployment a new Worker
// may call old objects for some minutes, and an old Worker new ones. CONTRIBUTING.md has the rules for changing a call.

/**
 * What this build's callers understand. One more with each release in which an answer takes a form that callers of the
 * release before do not know. 0: a build that is older than these versions.
 */
export const callVersion = 1

/** The most arguments a method has. Behind them, on the wire, stands the caller's version: objects of older builds ignore it. */
const mostArguments = 4

/** The arguments of a method as they come: behind its own stands the caller's version. */
export type Called<Arguments extends readonly unknown[]> = readonly [...Arguments, ...unknown[]]

/** The version of the caller, by the arguments of its call. */
export function callerOf(args: Called<readonly unknown[]>): number {
  const version = args[mostArguments]
  return typeof version === 'number' ? version : 0
}

/** What every object answers, whatever else it does. */
export interface Versioned {
  /** Its `callVersion`. */
  version(): Promise<number>
}

/** The other end is of another release, and nothing older would do. The same call may succeed when the deployment is over. */
export class VersionMismatch extends Error {
  override name = 'VersionMismatch'
}

/** To be thrown when every form of an answer that this build knows was looked for (so `answer` is `never`). */
export function unknownAnswer(method: string, _answer: never): VersionMismatch {
  return new VersionMismatch(`${method}: answered in a form that version ${callVersion} does not know`)
}

/** Status of an upgrade to a door (the path of `fetch`) that only a newer build has. */
export const unknownDoor = 501

/** What a caller does instead of a method that the object does not have. `object`: the same object. */
export type Fallbacks<Calls> = {
  readonly [M in keyof Calls]?: Calls[M] extends (...args: infer Arguments) => infer Answer
    ? (object: Calls, ...args: Arguments) => Answer
    : never
}

/** Upgrades go by `fetch`, as they came. */
export interface Fetched {
  fetch(request: Request): Promise<Response>
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/**
 * The object behind `stub` as its `Calls`. Every call carries this build's version. For a method that the object does
 * not have the fallback is called; without one the call throws VersionMismatch, which names the object's version.
 */
export function calling<Calls extends object>(stub: unknown, fallbacks: Fallbacks<Calls>): Calls & Fetched {
  const object: Calls & Fetched = new Proxy(stub as Calls & Fetched, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      if (typeof name === 'symbol' || name === 'fetch') return member.bind(target)
      return (...args: readonly unknown[]) => called(target, name, args)
    },
  })
  async function called(target: object, name: string, args: readonly unknown[]): Promise<unknown> {
    const methods = target as { readonly [name: string]: Method }
    const ownArguments = Array.from({ length: mostArguments }, (_, i) => args[i])
    try {
      return await methods[name]!(...ownArguments, callVersion)
    } catch (error) {
      if (!isLacking(error, name)) throw error
      const fallback = fallbacks[name as keyof Calls] as
        | ((object: Calls, ...args: readonly unknown[]) => Promise<unknown>)
        | undefined
      if (fallback) return fallback(object, ...args)
      const version = await methods.version!().catch(() => {
        // A build older than versions cannot say its own.
        return 0
      })
      throw new VersionMismatch(
        `${name}: unknown to an object of version ${version}, called by ${callVersion}`,
      )
    }
  }
  return object
}

/** In the platform's own words, which are a little other in its test runner. */
const isLacking = (error: unknown, method: string): boolean =>
  error instanceof TypeError &&
  /does not implement (?:the method )?"(.*)"/.exec(error.message)?.[1] === method
