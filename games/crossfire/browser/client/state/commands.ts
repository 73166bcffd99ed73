// The server acknowledges each command by its number. [CF-9.2] [CF-9.3] A held key repeats its command. The client
// sends only a few commands ahead, so that the player stops when the key is released.

import { type Direction, directionNames } from '../../../model/definitions/directions.ts'
import { truncateText } from '../../../model/state/player-texts.ts'
import type { ClientEvents } from '../core/client-event.ts'
import type { EventEmitter } from '../core/event-emitter.ts'
import { PacketHandler, type SendPacket } from '../core/packet-handler.ts'
import { encodeText } from '../core/text.ts'

/** Servers acknowledge commands since this version. */
const acknowledgesSince = 1021
/** Maximum number of unacknowledged repeats of a held key, as in today's client. */
export const maxUnacknowledged = 10
/** [CF-16.5] */
const maxCommandLength = 512
/** Milliseconds after which a command counts as acknowledged without an acknowledgement. */
const acknowledgeTimeoutMs = 10_000
/**
 * Number of round-trip times that the client remembers; it uses the shortest. It measures only commands that it sent
 * while no other command was unacknowledged.
 */
const measured = 16

/** The command for each direction: 0 is `stay`, 1 north, and so on clockwise. */
export const commandDirections = ['stay', ...directionNames] as const
export type CommandDirection = 0 | Direction

export class CommandSender extends PacketHandler {
  readonly #now: () => number
  /** Unacknowledged commands by number, the oldest first. */
  readonly #unacknowledged = new Map<number, { readonly at: number; readonly alone: boolean }>()
  #packet = 0
  #numbered = true
  #times: number[] = []
  #held: 'run' | 'fire' | undefined
  /** [CF-9.4] Milliseconds per action, as in the last acknowledgement; 0 if unknown. */
  actMs = 0

  /** `now`: a monotonic clock in milliseconds. */
  constructor(events: EventEmitter<ClientEvents>, sendPacket: SendPacket, now: () => number) {
    super(events, sendPacket)
    this.#now = now
  }

  /** Number of unacknowledged commands. Older ones than `acknowledgeTimeoutMs` do not count. */
  get unacknowledged(): number {
    const since = this.#now() - acknowledgeTimeoutMs
    return [...this.#unacknowledged.values()].filter(({ at }) => at >= since).length
  }

  /** `repeat`: the count to send with the command; 0 for none. */
  send(text: string, repeat = 0): void {
    const typed = truncateText(encodeText(text.trim()), maxCommandLength)
    if (typed === '') return
    if (!this.#numbered) {
      this.sendPacket({ type: 'command', ...(repeat > 0 && { count: repeat }), text: typed })
      return
    }
    // Numbers run from 1 to 255 and continue with 0, as in all clients.
    this.#packet = (this.#packet + 1) % 256
    const alone = this.unacknowledged === 0
    this.#unacknowledged.delete(this.#packet)
    this.#unacknowledged.set(this.#packet, { at: this.#now(), alone })
    this.sendPacket({ type: 'ncom', packet: this.#packet, repeat: repeat > 0 ? repeat : -1, text: typed })
    this.events.emit('commands', undefined)
  }

  /**
   * Does nothing while enough commands are unacknowledged. With more commands than fit into a round trip, the player
   * would walk on after the key is released. With fewer, the player would pause between steps.
   */
  resend(text: string): boolean {
    if (this.unacknowledged >= this.#maxAhead) return false
    this.send(text)
    return true
  }

  get #maxAhead(): number {
    if (!this.#numbered || this.actMs === 0) return 2
    // The round-trip time counts as 0 until it has been measured.
    const roundTripMs = this.#times.length > 0 ? Math.min(...this.#times) : 0
    return Math.min(maxUnacknowledged, 1 + Math.ceil(roundTripMs / this.actMs))
  }

  /** Takes a step, or attacks the creature in that direction. */
  step(direction: CommandDirection): void {
    this.send(commandDirections[direction])
  }

  /** [CF-9.9] */
  hold(act: 'run' | 'fire', direction: CommandDirection): void {
    this.#held = act
    this.send(`${act} ${direction}`)
  }

  /** Stops the run or fire that `hold` has started, if any. */
  stop(): void {
    if (this.#held) this.send(`${this.#held}_stop`)
    this.#held = undefined
  }

  /** Older commands get no acknowledgement in a new session. `cs`: the server's version of client packets. */
  reset(cs: number): void {
    this.#numbered = cs >= acknowledgesSince
    this.#unacknowledged.clear()
    this.#held = undefined
    this.events.emit('commands', undefined)
  }

  /** [CF-9.3] Also acknowledges all earlier commands. `time`: microseconds per action. */
  onAcknowledged(packet: number, time: number): void {
    const sent = this.#unacknowledged.get(packet)
    if (time > 0) this.actMs = time / 1000
    if (!sent) return
    if (sent.alone) this.#times = [...this.#times, this.#now() - sent.at].slice(-measured)
    for (const before of this.#unacknowledged.keys()) {
      this.#unacknowledged.delete(before)
      if (before === packet) break
    }
    this.events.emit('commands', undefined)
  }
}
