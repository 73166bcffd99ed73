import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../env.ts'
import { maxArguments, rpcVersion, type VersionedRpc } from './versioned-calls.ts'

class VersionedObject extends DurableObject<Env> implements VersionedRpc {
  async version(): Promise<number> {
    return rpcVersion
  }
}

/** A base class with the declared RPC methods; `forwardCalls` adds those that a subclass does not define. */
export function rpcObject<Rpc extends VersionedRpc>() {
  return VersionedObject as unknown as abstract new (
    ctx: DurableObjectState,
    env: Env,
  ) => DurableObject<Env> & Rpc
}

/** Returns the class. Each added method calls the method of the same name on the result of `receiver`. */
export function forwardCalls<Self, Objects extends { readonly prototype: Self }>(
  objects: Objects,
  methods: readonly string[],
  receiver: (object: Self) => object,
): Objects {
  for (const name of methods) {
    if (name in (objects.prototype as object)) continue
    Object.assign(objects.prototype as object, {
      [name](this: Self, ...args: unknown[]): unknown {
        const called = receiver(this) as { readonly [name: string]: (...args: unknown[]) => unknown }
        return called[name]!(...args.slice(0, maxArguments))
      },
    })
  }
  return objects
}
