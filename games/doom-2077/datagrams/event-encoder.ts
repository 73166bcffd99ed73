import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { type FromServer, fromServer, serverTextBytes } from '../packets.ts'
import type { WorldEvent } from '../state/world-events.ts'

export class EventEncoder {
  readonly #encodedEvents = new WeakMap<WorldEvent, Uint8Array>()

  /** Returns the same bytes for the same event object. Do not modify the bytes. */
  encode(event: WorldEvent): Uint8Array {
    const known = this.#encodedEvents.get(event)
    if (known) return known
    const made = encodeMessages(toMessages(event))
    this.#encodedEvents.set(event, made)
    return made
  }
}

export function encodeMessages(messages: readonly FromServer[]): Uint8Array {
  const parts = messages.map((message) => fromServer.encode(message))
  return parts.length === 1 ? parts[0]! : concatBytes(parts)
}

/** The messages of an event are sent in the same datagram. */
function toMessages(event: WorldEvent): readonly FromServer[] {
  // [DM-8.7]
  if (event.kind !== 'map') return [toMessage(event)]
  const { name, id, place } = event
  return [
    { type: 'LMAP', mapName: name },
    { type: 'MOVE', playerId: id, ...place },
  ]
}

function toMessage(event: Exclude<WorldEvent, { readonly kind: 'map' }>): FromServer {
  switch (event.kind) {
    case 'joined':
      return { type: 'JOIN', playerId: event.id, name: event.name }
    case 'left':
      return { type: 'QUIT', playerId: event.id }
    case 'moved':
      return { type: 'MOVE', playerId: event.id, ...event.place }
    case 'chat':
      return { type: 'CHAT', playerId: event.id, msg: event.text }
    case 'server-text':
      return { type: 'TELL', flags: event.flags, msg: event.text.slice(0, serverTextBytes) }
    case 'scores':
      return toScoreboard(event.rows)
    case 'damaged': {
      const { id, by, weapon, damage } = event
      return { type: 'DAMG', playerId: id, sourceId: by, weapon, damage }
    }
    case 'killed':
      return { type: 'KILL', playerId: event.id, sourceId: event.by, weapon: event.weapon }
    case 'healed':
      return { type: 'HEAL', playerId: event.id, gain: event.gain }
    case 'health':
      return { type: 'HLTH', playerId: event.id, health: event.health, maxHealth: event.max }
    case 'door':
      return { type: event.open ? 'OPEN' : 'CLOS', doorId: event.id }
    case 'lift':
      return { type: event.high ? 'LASC' : 'LDSC', liftId: event.id }
    case 'doors':
      return { type: 'DOST', states: [...event.open] }
    case 'lifts':
      return { type: 'L_ST', states: [...event.high] }
    case 'fired':
      return { type: 'FIRE', playerId: event.id, weapon: event.weapon }
    case 'weapons':
      return { type: 'WEAP', weapons: event.weapons.map((load) => ({ ...load })) }
    case 'starts':
      return { type: 'GSTR', seconds: event.seconds }
    case 'ends':
      return { type: 'GEND', seconds: event.seconds }
  }
}

function toScoreboard(rows: Extract<WorldEvent, { readonly kind: 'scores' }>['rows']): FromServer {
  return {
    type: 'SCOR',
    names: rows.map(({ name }) => name),
    deaths: rows.map(({ deaths }) => deaths),
    kills: rows.map(({ kills }) => kills),
  }
}
