// Base class of the client's parts: each emits change events and can send packets.
import type { FromClient } from '../../../protocol/packets/index.ts'
import type { ClientEvents } from './client-event.ts'
import type { EventEmitter } from './event-emitter.ts'

/** Sends one packet. While disconnected the packet is lost; the state is received again after the next login. */
export type SendPacket = (packet: FromClient) => void

export class ClientPart {
  protected readonly events: EventEmitter<ClientEvents>
  protected readonly sendPacket: SendPacket

  constructor(events: EventEmitter<ClientEvents>, sendPacket: SendPacket) {
    this.events = events
    this.sendPacket = sendPacket
  }
}

/** The fields that have a value. Spreading the result leaves all other fields unchanged. */
export function definedFields<T extends object>(
  fields: T,
): { [field in keyof T]: Exclude<T[field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Puts the value into the map. A new key is ignored if the map has `most` keys. */
export function putBounded<K, V>(all: Map<K, V>, key: K, value: V, most: number): void {
  if (all.has(key) || all.size < most) all.set(key, value)
}
