// That a door for which any port will do has the same one at each sidecar of its room: chosen for all of them before the
// first is told of it, and kept for them from then on, so that no other room is given it meanwhile. wire/LINK.md, LINK-14.
import type { PortRange } from '../wire/ports.ts'
import { ownDoors, type RoomWithDoors, type Sidecar } from './doors.ts'
import type { Register } from './register.ts'
import type { Announcement } from './rooms.ts'

/** Of sidecars that say nothing of theirs: below the ports that systems give to whoever asks for none. */
const usualPorts: PortRange = { first: 20_000, last: 29_999 }

/** The doors of a room that any sidecar may open, at any port; in the same order for each of its carriers. */
function openKeys(known: RoomWithDoors, sidecar: string): string[] {
  return ownDoors(known, sidecar)
    .filter(({ entry }) => entry.sidecar === undefined && entry.port === 0)
    .map(({ key }) => key)
}

export class SamePorts {
  readonly #register: Register
  /** Who is connected now. */
  readonly #here: ReadonlyMap<string, Sidecar>

  constructor(register: Register, here: ReadonlyMap<string, Sidecar>) {
    this.#register = register
    this.#here = here
  }

  /**
   * Keeps the ports of a room, for a lone sidecar too: when the next one comes, what the first has opened may not have been
   * heard of yet. False: all of them were kept already.
   */
  keep(known: RoomWithDoors): boolean {
    const { game, room } = known.room
    const name = `${game}/${room}`
    let isNews = false
    for (const i of openKeys(known, known.carriers[0] ?? '').keys()) {
      const doors = known.carriers.map((id) => ({ id, key: openKeys(known, id)[i]! }))
      // For one that is away, too: it is told when it is back, and would open another.
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

  /** The one that somebody has for this door, or one that all may have. */
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

  /** One that all of these may open and none keeps for another room; looked for from where the room says, and not from the first. */
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
 * Some number for a room, so that not every search begins among ports that are kept; nor, on a machine with several sites,
 * that of each of them where the other has a room of the same name.
 */
function placeOf({ game, room, generation }: Announcement): number {
  let place = 0
  for (const letter of `${game}/${room} ${generation}`) place = (place * 31 + letter.codePointAt(0)!) % 65_521
  return place
}
