// Whether a room exists, according to the Directory: calling an object of any name creates it, and locally a file. A
// Worker that has seen a room goes straight to its object, so play does not wait for the Directory.

import type { Asker } from '../durable-objects/rooms.ts'
import { detailOf } from '../wire/log-line.ts'
import { type ApiError, notFound } from './answers/error.ts'
import { log } from './log.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'
import { bearer, countShown, isOfSite } from './tokens.ts'

/** Names that a Worker remembers; evicts the least recently used. */
const mostNames = 10_000

/** The rooms that one Worker has seen: a cache that ends with its isolate. */
export class There {
  readonly #seen = new Set<string>()

  /** The room's object. Throws 404 if there is none. */
  async room(c: Asked, name: string): Promise<ReturnType<typeof roomNamed>> {
    if (!this.#seen.has(name) && !(await isThere(c, name))) {
      await countShown(c)
      throw this.none(name)
    }
    this.#seen.delete(name)
    this.#seen.add(name)
    for (const [oldest] of this.#seen.entries()) {
      if (this.#seen.size <= mostNames) break
      this.#seen.delete(oldest)
    }
    return roomNamed(c.env, name)
  }

  /** For a room whose own object says that it does not exist. */
  none(name: string): ApiError {
    this.#seen.delete(name)
    return notFound('there is no such room')
  }
}

/** True while the Directory fails: its players must not wait for it, and the room itself answers. */
async function isThere(c: Asked, name: string): Promise<boolean> {
  try {
    return await directoryOf(c.env).has(name, await askerOf(c))
  } catch (error) {
    log('warn', 'no directory', { name, detail: detailOf(error) })
    return true
  }
}

async function askerOf(c: Asked): Promise<Asker> {
  if (bearer(c.req.raw) === undefined) return 'guest'
  return (await isOfSite(c)) ? 'site' : 'host'
}
