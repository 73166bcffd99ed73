// The spectator's view of a multiworld: everybody's progress, and the texts about found items.
import { WireError } from '../../../wire/util/wire-error.ts'
import type { fromServer } from '../packets.ts'
import type { Progress } from '../view/progress.ts'

/** A text in parts. Lists of texts are newest first. */
export interface Told {
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly data: readonly NamedPart[]
}

/** `flags`, for an item: 1 progression, 2 useful, 4 trap. */
export interface NamedPart {
  readonly text: string
  readonly type?: string
  readonly flags?: number
}

/** The game's packets in the spectator feed. */
type Heard =
  | { readonly cmd: 'RoomInfo' }
  | { readonly cmd: 'Retrieved'; readonly keys: { readonly [slot: string]: Progress } }
  | ({ readonly cmd: 'PrintJSON' } & Told)
type Known = Heard['cmd'] extends keyof typeof fromServer.rows ? Heard : never

const mostTold = 60

export class WatchedMultiworld {
  readonly #players = new Map<number, Progress>()
  told: readonly Told[] = []

  get players(): readonly Progress[] {
    return [...this.#players.values()].sort((a, b) => a.slot - b.slot)
  }

  begun(): void {
    this.#players.clear()
    this.told = []
  }

  /** Throws WireError for a frame that is not a list of packets. */
  heard(frames: readonly (string | Uint8Array)[]): void {
    for (const frame of frames) {
      if (typeof frame !== 'string') throw new WireError('bytes, where a list of packets is wanted')
      for (const packet of JSON.parse(frame) as Known[]) this.#take(packet)
    }
  }

  #take(packet: Known): void {
    switch (packet.cmd) {
      case 'RoomInfo':
        return this.begun()
      case 'Retrieved':
        for (const player of Object.values(packet.keys)) this.#players.set(player.slot, player)
        return
      case 'PrintJSON':
        this.told = [packet, ...this.told].slice(0, mostTold)
    }
  }
}
