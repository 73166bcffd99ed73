// Durable Objects whose RPC methods are those of plain code.
import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../env.ts'
import { maxArguments, rpcVersion, type VersionedRpc } from './versioned-calls.ts'

class VersionedObject extends DurableObject<Env> implements VersionedRpc {
  async version(): Promise<number> {
    return rpcVersion
  }
}

/** A class of objects with these RPC methods. Those that a subclass does not define are added by `forwardCalls`. */
export function rpcObject<Rpc extends VersionedRpc>() {
  return VersionedObject as unknown as abstract new (
    ctx: DurableObjectState,
    env: Env,
  ) => DurableObject<Env> & Rpc
}

/** For each method, the plain object that has it. */
export type Receivers<Self, Rpc> = { readonly [M in keyof Rpc]: (object: Self) => Pick<Rpc, M> }

/** Adds methods to a class and returns it: each calls the method of its name on its receiver. */
export function forwardCalls<Self, Rpc, Objects extends { readonly prototype: Self }>(
  objects: Objects,
  receivers: Receivers<Self, Rpc>,
): Objects {
  for (const [name, receiver] of Object.entries<(object: Self) => unknown>(receivers))
    Object.assign(objects.prototype as object, {
      [name](this: Self, ...args: unknown[]): unknown {
        const methods = receiver(this) as { readonly [name: string]: (...args: unknown[]) => unknown }
        return methods[name]!(...args.slice(0, maxArguments))
      },
    })
  return objects
}
