// RPC between the Worker and the objects across adjacent releases: for some minutes after a deployment a new Worker may
// call old objects, and an old Worker new ones. CONTRIBUTING.md has the rules for changing a call.

/**
 * The version of answers that this build's callers understand. Raise it in each release in which an answer takes a form
 * that callers of the previous release do not know.
 */
export const rpcVersion = 1

/** Maximum number of arguments of a method. In a call, the caller's version follows them as a further argument. */
export const maxArguments = 4

/** The caller's version, which is the last of `args`, the arguments of the call as received. */
export function callerVersion(args: readonly unknown[]): number {
  return Number(args[maxArguments])
}

export interface VersionedRpc {
  version(): Promise<number>
}

/** Thrown if the other end is of another release and there is no fallback. A retry after the deployment may succeed. */
export class VersionMismatch extends Error {
  override name = 'VersionMismatch'
}

/** The error for an answer of unknown form: `_answer` is `never`, because the caller has checked all known forms. */
export function unknownResultError(method: string, _answer: never): VersionMismatch {
  return new VersionMismatch(`${method}: answered in a form that version ${rpcVersion} does not know`)
}

/** Answers an upgrade to a path that this build's `fetch` does not have. */
export const unknownUpgradePathStatus = 501

/** Replacements for methods that `object`, the stub of an object of the previous release, lacks. */
export type RpcFallbacks<Calls> = {
  readonly [M in keyof Calls]?: Calls[M] extends (...args: infer Arguments) => infer Answer
    ? (object: Calls, ...args: Arguments) => Answer
    : never
}

/** An object whose `fetch` gets upgrades unchanged. */
export interface WithFetch {
  fetch(request: Request): Promise<Response>
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/**
 * Every call contains this build's version. If the object lacks a method, the fallback runs; without a fallback the
 * call throws VersionMismatch, which names the object's version.
 */
export function versionedStub<Calls extends object>(
  stub: unknown,
  fallbacks: RpcFallbacks<Calls>,
): Calls & WithFetch {
  const object: Calls & WithFetch = new Proxy(stub as Calls & WithFetch, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      if (typeof name === 'symbol' || name === 'fetch') return member.bind(target)
      return (...args: readonly unknown[]) => called(target, name, args)
    },
  })
  async function called(target: object, name: string, args: readonly unknown[]): Promise<unknown> {
    const methods = target as { readonly [name: string]: Method }
    const ownArguments = Array.from({ length: maxArguments }, (_, i) => args[i])
    try {
      return await methods[name]!(...ownArguments, rpcVersion)
    } catch (error) {
      if (!isMissingMethod(error, name)) throw error
      const fallback = fallbacks[name as keyof Calls] as
        | ((object: Calls, ...args: readonly unknown[]) => Promise<unknown>)
        | undefined
      if (fallback) return fallback(object, ...args)
      const version = await methods.version!()
      throw new VersionMismatch(
        `${name}: unknown to an object of version ${version}, called by ${rpcVersion}`,
      )
    }
  }
  return object
}

/** Recognizes the platform's error for a missing method, whose text differs slightly in its test runner. */
const isMissingMethod = (error: unknown, method: string): boolean =>
  error instanceof TypeError &&
  /does not implement (?:the method )?"(.*)"/.exec(error.message)?.[1] === method
