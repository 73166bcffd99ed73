// Spectator feed of a match: the messages that players receive, about all players, merged over each interval.
import type { SpectatorFeed } from '../../game.ts'
import type { Messages } from '../datagrams/messages.ts'
import { fromServer } from '../packets.ts'
import type { Listener, WorldEvent } from '../scene/events.ts'
import type { DoomWorld } from '../world.ts'

/** Maximum events per interval; further ones are dropped. */
const mostEvents = 500

export class DoomShow implements SpectatorFeed, Listener {
  readonly #world: DoomWorld
  readonly #messages: Messages
  #map = ''
  /** Pending events by subject: a newer one replaces the older. */
  readonly #news = new Map<unknown, WorldEvent>()

  constructor(world: DoomWorld, messages: Messages) {
    this.#world = world
    this.#messages = messages
    world.look(this)
  }

  hear(event: WorldEvent): void {
    const key = subjectOf(event) ?? event
    if (this.#news.size >= mostEvents && !this.#news.has(key)) return
    // Moves it to the end, behind earlier events.
    this.#news.delete(key)
    this.#news.set(key, event)
  }

  snapshot(): readonly Uint8Array[] {
    this.#map = this.#world.map
    const map = fromServer.encode({ type: 'LMAP', mapName: this.#map })
    return [map, ...this.#world.overview().map((event) => this.#messages.of(event))]
  }

  delta(): readonly Uint8Array[] {
    const news = [...this.#news.values()]
    this.#news.clear()
    // [DM-5.7] Map changes are sent to players one by one, so the feed detects them here.
    return this.#map === this.#world.map ? news.map((event) => this.#messages.of(event)) : this.snapshot()
  }

  onNoSpectators(): void {
    this.#world.lookAway(this)
  }
}

/** State events, of which only the newest counts. */
function subjectOf(event: WorldEvent): string | undefined {
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
