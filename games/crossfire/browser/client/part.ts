// Base class of the client's parts: each emits change events and can send packets.
import type { FromClient } from '../../packets.ts'
import type { Events } from './events.ts'
import type { Told } from './told.ts'

/** Sends one packet. While disconnected the packet is lost; the state is received again after the next login. */
export type Send = (packet: FromClient) => void

export class Part {
  protected readonly events: Events<Told>
  protected readonly send: Send

  constructor(events: Events<Told>, send: Send) {
    this.events = events
    this.send = send
  }
}

/** The fields with a value; absent ones stay unchanged. */
export function told<T extends object>(fields: T): { [field in keyof T]: Exclude<T[field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
