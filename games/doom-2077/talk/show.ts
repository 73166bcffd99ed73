// What who only watches is sent of a match: what players are told, of everybody, and of each moment what it came to.
import type { Show } from '../../game.ts'
import type { Messages } from '../datagrams/messages.ts'
import { fromServer } from '../packets.ts'
import type { Listener, WorldEvent } from '../scene/events.ts'
import type { DoomWorld } from '../world.ts'

/** Of one moment: what else happens in it is not told. */
const mostEvents = 500

export class DoomShow implements Show, Listener {
  readonly #world: DoomWorld
  readonly #messages: Messages
  #map = ''
  /** What is told next, by what makes the one before it void. */
  readonly #news = new Map<unknown, WorldEvent>()

  constructor(world: DoomWorld, messages: Messages) {
    this.#world = world
    this.#messages = messages
    world.look(this)
  }

  hear(event: WorldEvent): void {
    const key = subjectOf(event) ?? event
    if (this.#news.size >= mostEvents && !this.#news.has(key)) return
    // Behind what happened before it.
    this.#news.delete(key)
    this.#news.set(key, event)
  }

  whole(): readonly Uint8Array[] {
    this.#map = this.#world.map
    const map = fromServer.encode({ type: 'LMAP', mapName: this.#map })
    return [map, ...this.#world.overview().map((event) => this.#messages.of(event))]
  }

  changes(): readonly Uint8Array[] {
    const news = [...this.#news.values()]
    this.#news.clear()
    // [DM-5.7] Players are told one by one that there is another map.
    return this.#map === this.#world.map ? news.map((event) => this.#messages.of(event)) : this.whole()
  }

  end(): void {
    this.#world.lookAway(this)
  }
}

/** Of what is told again and again only the newest counts. */
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
