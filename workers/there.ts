// Whether there is a room. The Directory says so, for who asks an object about a room that is not there makes that
// object, and locally a file, of any name. A Worker that has seen a room goes straight to it: play waits for no Directory.

import type { Asker } from '../durable-objects/rooms.ts'
import { detailOf } from '../wire/log-line.ts'
import { type ApiError, notFound } from './answers/error.ts'
import { log } from './log.ts'
import { directoryOf, roomNamed } from './objects.ts'
import type { Asked } from './routes.ts'
import { bearer, countShown, isOfSite } from './tokens.ts'

/** Names that a Worker remembers; the longest unasked goes first. */
const mostNames = 10_000

/** The rooms that one Worker has seen. It forgets them with its isolate, and loses nothing by it. */
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

  /** To be thrown when a room's own object says that there is none. */
  none(name: string): ApiError {
    this.#seen.delete(name)
    return notFound('there is no such room')
  }
}

/** While the Directory cannot be asked, the room itself is: who plays there must not wait for it. */
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
