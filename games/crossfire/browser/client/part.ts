// What the parts of the client have in common: each tells what has changed, and most have something to say.
import type { FromClient } from '../../packets.ts'
import type { Events } from './events.ts'
import type { Told } from './told.ts'

/** Sends one packet; while there is no connection it is lost, and all is told anew after the next login. */
export type Send = (packet: FromClient) => void

export class Part {
  protected readonly events: Events<Told>
  protected readonly send: Send

  constructor(events: Events<Told>, send: Send) {
    this.events = events
    this.send = send
  }
}

/** Those of the fields that are told: what is not said stays as it is. */
export function told<T extends object>(fields: T): { [field in keyof T]: Exclude<T[field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
