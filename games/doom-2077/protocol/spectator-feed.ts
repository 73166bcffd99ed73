// The messages that players receive about all players, merged over each interval.
import type { SpectatorFeed } from '../../game.ts'
import type { EventEncoder } from '../datagrams/event-encoder.ts'
import { fromServer } from '../packets.ts'
import type { WorldEvent, WorldEventListener } from '../state/world-events.ts'
import type { DoomWorld } from '../world.ts'

/** Maximum number of events in an interval. Further events are dropped. */
const maxEvents = 500

export class DoomSpectatorFeed implements SpectatorFeed, WorldEventListener {
  readonly #world: DoomWorld
  readonly #encoder: EventEncoder
  #map = ''
  /** Indexed by the subject of the event. A newer event replaces an older event with the same subject. */
  readonly #pending = new Map<unknown, WorldEvent>()

  constructor(world: DoomWorld, messages: EventEncoder) {
    this.#world = world
    this.#encoder = messages
    world.addSpectator(this)
  }

  onEvent(event: WorldEvent): void {
    const key = stateSubject(event) ?? event
    if (this.#pending.size >= maxEvents && !this.#pending.has(key)) return
    // Replaces the pending event of a subject and puts the new one after all others.
    this.#pending.delete(key)
    this.#pending.set(key, event)
  }

  snapshot(): readonly Uint8Array[] {
    this.#map = this.#world.map
    const map = fromServer.encode({ type: 'LMAP', mapName: this.#map })
    return [map, ...this.#world.overview().map((event) => this.#encoder.encode(event))]
  }

  delta(): readonly Uint8Array[] {
    const news = [...this.#pending.values()]
    this.#pending.clear()
    // [DM-5.7] Map changes are sent to players one by one, so the feed detects them here.
    return this.#map === this.#world.map ? news.map((event) => this.#encoder.encode(event)) : this.snapshot()
  }

  onNoSpectators(): void {
    this.#world.removeSpectator(this)
  }
}

/** Undefined for an event that newer events do not replace. */
function stateSubject(event: WorldEvent): string | undefined {
  switch (event.kind) {
    case 'moved':
    case 'health':
    case 'door':
    case 'lift':
      return `${event.kind} ${event.id}`
    case 'scores':
    case 'doors':
    case 'lifts':
    case 'weapons':
      return event.kind
    default:
      return undefined
  }
}
