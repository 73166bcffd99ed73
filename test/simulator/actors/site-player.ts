// One who plays in a room of a site, and comes back by whichever sidecar has it open.
import type { Client, SessionHandle } from '../../../sidecar/sessions/session.ts'
import { InvariantError } from '../core/game-model.ts'

/** A sidecar, as he knows it. */
export interface SidecarEntrance {
  readonly id: string
  readonly alive: boolean
  enter(room: string, client: Client): SessionHandle
}

/** Somebody who adds to a total, by whichever sidecar has the room open. */
export class SitePlayer {
  readonly name: string
  readonly room: string
  /** He has asked to add one so often, and was told so often that it was done. */
  said = 0
  told = 0
  by: SidecarEntrance | undefined
  /** His room is no more, or may be. */
  over = false
  readonly #noted: (line: string) => void
  #call: SessionHandle | undefined

  constructor(name: string, room: string, noted: (line: string) => void) {
    this.name = name
    this.room = room
    this.#noted = noted
  }

  get isIn(): boolean {
    return this.#call !== undefined
  }

  come(by: SidecarEntrance): void {
    this.by = by
    let call: SessionHandle | undefined
    const client: Client = {
      address: '127.0.0.1',
      transport: 'tcp',
      compressed: false,
      write: ({ frame }) => {
        if (call === this.#call) this.#hears(new TextDecoder().decode(frame as Uint8Array))
      },
      close: (reason) => {
        if (call === this.#call) this.lost(reason)
      },
      pause() {},
      resume() {},
    }
    call = by.enter(this.room, client)
    this.#call = call
    this.#say(`i${this.name}`)
  }

  adds(): void {
    if (!this.#call) return
    this.said++
    this.#say('+')
  }

  leaves(): void {
    this.#call?.clientClosed('gone')
    this.#call = undefined
  }

  lost(reason: string): void {
    this.#noted(`${this.name} was let go by ${this.by?.id}: ${reason}`)
    this.#call = undefined
  }

  #say(text: string): void {
    this.#call!.sendFrame(new TextEncoder().encode(text))
  }

  #hears(text: string): void {
    if (!text.startsWith('+')) return
    this.told++
    this.holds(Number(text.split(' ')[1]))
  }

  /** What he has added, as the room has it. */
  holds(total: number): void {
    if (total >= this.told && total <= this.said) return
    const what = `${this.name} in ${this.room} has added ${this.told} to ${this.said} times, and it is ${total}`
    throw new InvariantError('what is acknowledged has happened once', what)
  }
}
