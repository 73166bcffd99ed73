// That a door for which any port will do has the same one at each sidecar of its room: chosen for all of them before the
// first is told of it, and kept for them from then on, so that no other room is given it meanwhile. wire/LINK.md, LINK-14.
import type { PortRange } from '../wire/ports.ts'
import { ownDoors, type RoomWithDoors, type Sidecar } from './doors.ts'
import type { Register } from './register.ts'

/** Of sidecars that say nothing of theirs: below the ports that systems give to whoever asks for none. */
const usualPorts: PortRange = { first: 20_000, last: 29_999 }

/** The doors of a room that any sidecar may open, at any port; in the same order for each of its carriers. */
function openKeys(known: RoomWithDoors, sidecar: string): string[] {
  return ownDoors(known, sidecar)
    .filter(({ entry }) => entry.sidecar === undefined && entry.port === 0)
    .map(({ key }) => key)
}

/**
 * One that has a port for a door tells the others which; who was told of it before there was one to tell is waited for by
 * those behind it. `here`: who is connected.
 */
export function waits(known: RoomWithDoors, sidecar: string, here: ReadonlySet<string>): boolean {
  const at = known.carriers.indexOf(sidecar)
  const keys = openKeys(known, sidecar)
  const silent = (id: string, i: number) => !known.doors.get(id)?.has(openKeys(known, id)[i]!)
  return keys.some((_, i) => {
    const before = known.carriers.slice(0, Math.max(0, at))
    return silent(sidecar, i) && before.some((id) => here.has(id) && silent(id, i))
  })
}

export class SamePorts {
  readonly #register: Register
  /** Who is connected now. */
  readonly #here: ReadonlyMap<string, Sidecar>

  constructor(register: Register, here: ReadonlyMap<string, Sidecar>) {
    this.#register = register
    this.#here = here
  }

  /** Keeps the ports that are wanted of a room as it is now; `before`: as its sidecars were told of it last. */
  keep(name: string, known: RoomWithDoors, before: RoomWithDoors | undefined): void {
    const [first] = known.carriers
    if (first === undefined || known.carriers.length < 2) return
    for (const i of openKeys(known, first).keys()) {
      const doors = known.carriers.map((id) => ({ id, key: openKeys(known, id)[i]! }))
      const port = this.#portOf(name, doors, known, before)
      if (port === undefined) continue
      for (const { id, key } of doors) {
        // For one that is away, too: it is told when it is back, and would open another.
        const isNew = !known.doors.get(id)?.has(key)
        if (isNew && !this.#register.isKept(id, port))
          this.#register.putDoor(name, id, key, { remembered: port })
      }
    }
  }

  /** The one that somebody has for this door, or one that all may have, if nobody opens the door already as he likes. */
  #portOf(
    name: string,
    doors: readonly { readonly id: string; readonly key: string }[],
    known: RoomWithDoors,
    before: RoomWithDoors | undefined,
  ): number | undefined {
    for (const { id, key } of doors) {
      const remembered = known.doors.get(id)?.get(key)?.remembered
      if (remembered !== undefined) return remembered
    }
    const here = doors.filter(({ id }) => this.#here.has(id))
    const told = here.some(({ id, key }) => before !== undefined && openKeys(before, id).includes(key))
    return told || here.length === 0
      ? undefined
      : this.#free(
          name,
          here.map(({ id }) => id),
        )
  }

  /** One that all of these may open and none keeps for another room; looked for from where the name says, and not from the first. */
  #free(name: string, sidecars: readonly string[]): number | undefined {
    const ranges = sidecars.map((id) => this.#here.get(id)!.ports ?? usualPorts)
    const first = Math.max(...ranges.map((range) => range.first))
    const count = Math.min(...ranges.map((range) => range.last)) - first + 1
    const start = placeOf(name)
    for (let tried = 0; tried < count; tried++) {
      const port = first + ((start + tried) % count)
      if (!sidecars.some((id) => this.#register.isKept(id, port))) return port
    }
    return undefined
  }
}

/** Some number for a name, so that not every search begins among ports that are kept. */
function placeOf(name: string): number {
  let place = 0
  for (const letter of name) place = (place * 31 + letter.codePointAt(0)!) % 65_521
  return place
}
