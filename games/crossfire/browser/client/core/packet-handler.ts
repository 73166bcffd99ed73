import type { FromClient } from '../../../protocol/packets/index.ts'
import type { ClientEvents } from './client-event.ts'
import type { EventEmitter } from './event-emitter.ts'

/** A packet sent while disconnected is lost; the state is received again after the next login. */
export type SendPacket = (packet: FromClient) => void

export class PacketHandler {
  protected readonly events: EventEmitter<ClientEvents>
  protected readonly sendPacket: SendPacket

  constructor(events: EventEmitter<ClientEvents>, sendPacket: SendPacket) {
    this.events = events
    this.sendPacket = sendPacket
  }
}

/**
 * Returns only the fields with a value, so that spreading the result over an object leaves the object's other fields
 * unchanged.
 */
export function definedFields<T extends object>(
  fields: T,
): { [field in keyof T]: Exclude<T[field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Sets `key`, but ignores a new key if the map has `maxKeys` keys. */
export function putBounded<K, V>(all: Map<K, V>, key: K, value: V, maxKeys: number): void {
  if (all.has(key) || all.size < maxKeys) all.set(key, value)
}
