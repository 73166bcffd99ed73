import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import { violate } from '../core/game-model.ts'

/** The part of a sidecar that players use. */
export interface SidecarEntrance {
  readonly id: string
  readonly alive: boolean
  enter(room: string, client: TransportClient): SessionHandle
}

/** A player who adds to a total, through any sidecar that serves the room. */
export class SitePlayer {
  readonly name: string
  readonly room: string
  /** `sent`: number of additions that the player has sent. `acknowledged`: number of answers. */
  sent = 0
  acknowledged = 0
  by: SidecarEntrance | undefined
  /** Whether the room is deleted, or may be deleted. */
  over = false
  readonly #logLine: (line: string) => void
  #call: SessionHandle | undefined

  constructor(name: string, room: string, logLine: (line: string) => void) {
    this.name = name
    this.room = room
    this.#logLine = logLine
  }

  get isIn(): boolean {
    return this.#call !== undefined
  }

  come(by: SidecarEntrance): void {
    this.by = by
    let call: SessionHandle | undefined
    const client: TransportClient = {
      address: '127.0.0.1',
      transport: 'tcp',
      compressed: false,
      write: ({ frame }) => {
        if (call === this.#call) this.#receive(new TextDecoder().decode(frame as Uint8Array))
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

  add(): void {
    if (!this.#call) return
    this.sent++
    this.#say('+')
  }

  disconnect(): void {
    this.#call?.clientClosed('gone')
    this.#call = undefined
  }

  lost(reason: string): void {
    this.#logLine(`${this.name} was disconnected by ${this.by?.id}: ${reason}`)
    this.#call = undefined
  }

  #say(text: string): void {
    this.#call!.sendFrame(new TextEncoder().encode(text))
  }

  #receive(text: string): void {
    if (!text.startsWith('+')) return
    this.acknowledged++
    this.checkTotal(Number(text.split(' ')[1]))
  }

  checkTotal(total: number): void {
    if (total >= this.acknowledged && total <= this.sent) return
    const what = `${this.name} in ${this.room} sent ${this.sent} additions, ${this.acknowledged} acknowledged, total ${total}`
    violate('acknowledged additions count once', what)
  }
}
