// A listener that asks for any port gets the same port on each sidecar of its room. The port is chosen before the first
// sidecar is notified, and reserved on each sidecar, so that no other room gets it. wire/LINK.md, LINK-14.
import type { PortRange } from '../../../wire/net/port-range.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import { listenersOf, type RoomWithListeners, roomNameOf, type SidecarInfo } from '../placement/listeners.ts'
import type { DirectoryRepository } from '../storage/directory-repository.ts'

/** The ports of sidecars without a configured range. They are below the ephemeral ports of operating systems. */
const defaultPorts: PortRange = { first: 20_000, last: 29_999 }

/** Keys of the listeners that name neither a sidecar nor a port, in the same order for each sidecar. */
function anyPortListeners(known: RoomWithListeners, sidecar: string): string[] {
  return listenersOf(known, sidecar)
    .filter(({ request }) => request.sidecar === undefined && request.port === 0)
    .map(({ key }) => key)
}

export class PortAllocator {
  readonly #repository: DirectoryRepository
  readonly #connected: ReadonlyMap<string, SidecarInfo>

  constructor(repository: DirectoryRepository, connected: ReadonlyMap<string, SidecarInfo>) {
    this.#repository = repository
    this.#connected = connected
  }

  /**
   * Reserves the same ports on all sidecars of a room, also if only one serves it: a second sidecar may connect before
   * the first has reported its ports. Returns false if all were reserved already.
   */
  assignPorts(known: RoomWithListeners): boolean {
    const name = roomNameOf(known.room)
    let hasReserved = false
    for (const i of anyPortListeners(known, known.servingSidecars[0] ?? '').keys()) {
      const listeners = known.servingSidecars.map((id) => ({ id, key: anyPortListeners(known, id)[i]! }))
      // Ports are also reserved on disconnected sidecars, which open the same port when they reconnect.
      const portless = listeners.filter(({ id, key }) => !known.listeners.get(id)?.has(key))
      const port = portless.length > 0 ? this.#portFor(listeners, known) : undefined
      for (const { id, key } of portless) {
        if (port === undefined || this.#repository.isPortReserved(id, port)) continue
        this.#repository.putListener(name, id, key, { rememberedPort: port })
        hasReserved = true
      }
    }
    return hasReserved
  }

  /** Prefers a port that one of the sidecars already has for this listener. */
  #portFor(
    listeners: readonly { readonly id: string; readonly key: string }[],
    known: RoomWithListeners,
  ): number | undefined {
    for (const { id, key } of listeners) {
      const remembered = known.listeners.get(id)?.get(key)?.rememberedPort
      if (remembered !== undefined) return remembered
    }
    const connected = listeners.map(({ id }) => id).filter((id) => this.#connected.has(id))
    return connected.length > 0 ? this.#freePort(known.room, connected) : undefined
  }

  /** Starts the search at a port hashed from the room. */
  #freePort(room: RoomAnnouncement, sidecars: readonly string[]): number | undefined {
    const ranges = sidecars.map((id) => this.#connected.get(id)!.ports ?? defaultPorts)
    const first = Math.max(...ranges.map((range) => range.first))
    const count = Math.min(...ranges.map((range) => range.last)) - first + 1
    const start = hashOf(room)
    for (let tried = 0; tried < count; tried++) {
      const port = first + ((start + tried) % count)
      if (!sidecars.some((id) => this.#repository.isPortReserved(id, port))) return port
    }
    return undefined
  }
}

/**
 * The hash contains the generation, so that rooms of the same name on several sites of one machine start their searches
 * at different ports.
 */
function hashOf(room: RoomAnnouncement): number {
  let hash = 0
  for (const letter of `${roomNameOf(room)} ${room.generation}`)
    hash = (hash * 31 + letter.codePointAt(0)!) % 65_521
  return hash
}
