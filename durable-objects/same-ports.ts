// Assigns the same port on each sidecar of a room to a listener that asks for any: chosen before the first sidecar is
// notified, and kept for all of them, so that no other room gets it meanwhile. wire/LINK.md, LINK-14.
import type { PortRange } from '../wire/ports.ts'
import { ownDoors, type RoomWithDoors, type Sidecar } from './doors.ts'
import type { Register } from './register.ts'
import type { Announcement } from './rooms.ts'

/** For sidecars without a configured range: below the systems' ephemeral ports. */
const usualPorts: PortRange = { first: 20_000, last: 29_999 }

/** Listeners of a room that any sidecar may open at any port, in the same order for each carrier. */
function openKeys(known: RoomWithDoors, sidecar: string): string[] {
  return ownDoors(known, sidecar)
    .filter(({ entry }) => entry.sidecar === undefined && entry.port === 0)
    .map(({ key }) => key)
}

export class SamePorts {
  readonly #register: Register
  /** The connected sidecars. */
  readonly #here: ReadonlyMap<string, Sidecar>

  constructor(register: Register, here: ReadonlyMap<string, Sidecar>) {
    this.#register = register
    this.#here = here
  }

  /**
   * Keeps the ports of a room. A lone sidecar's too: when the next one connects, the first may not have reported its
   * ports yet. False: all of them were kept already.
   */
  keep(known: RoomWithDoors): boolean {
    const { game, room } = known.room
    const name = `${game}/${room}`
    let isNews = false
    for (const i of openKeys(known, known.carriers[0] ?? '').keys()) {
      const doors = known.carriers.map((id) => ({ id, key: openKeys(known, id)[i]! }))
      // Also for a disconnected sidecar, which would otherwise open another port when it returns.
      const portless = doors.filter(({ id, key }) => !known.doors.get(id)?.has(key))
      const port = portless.length > 0 ? this.#portOf(doors, known) : undefined
      for (const { id, key } of portless) {
        if (port === undefined || this.#register.isKept(id, port)) continue
        this.#register.putDoor(name, id, key, { remembered: port })
        isNews = true
      }
    }
    return isNews
  }

  /** The port that some sidecar has for this listener, or one that all can use. */
  #portOf(
    doors: readonly { readonly id: string; readonly key: string }[],
    known: RoomWithDoors,
  ): number | undefined {
    for (const { id, key } of doors) {
      const remembered = known.doors.get(id)?.get(key)?.remembered
      if (remembered !== undefined) return remembered
    }
    const here = doors.map(({ id }) => id).filter((id) => this.#here.has(id))
    return here.length > 0 ? this.#free(known.room, here) : undefined
  }

  /** A port free on all of these and kept for no other room; the search starts at a place hashed from the room. */
  #free(room: Announcement, sidecars: readonly string[]): number | undefined {
    const ranges = sidecars.map((id) => this.#here.get(id)!.ports ?? usualPorts)
    const first = Math.max(...ranges.map((range) => range.first))
    const count = Math.min(...ranges.map((range) => range.last)) - first + 1
    const start = placeOf(room)
    for (let tried = 0; tried < count; tried++) {
      const port = first + ((start + tried) % count)
      if (!sidecars.some((id) => this.#register.isKept(id, port))) return port
    }
    return undefined
  }
}

/**
 * A hash of the room, so that not every search starts among ports in use; nor, on a machine with several sites, do
 * those for rooms of the same name.
 */
function placeOf({ game, room, generation }: Announcement): number {
  let place = 0
  for (const letter of `${game}/${room} ${generation}`) place = (place * 31 + letter.codePointAt(0)!) % 65_521
  return place
}
