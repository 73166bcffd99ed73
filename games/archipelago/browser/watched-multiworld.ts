// The spectator's view of a multiworld: everybody's progress, and the texts about found items.
import { WireError } from '../../../wire/util/wire-error.ts'
import type { fromServer } from '../packets.ts'
import type { Progress } from '../view/progress-picture.ts'

/** A text in parts. Lists of texts are newest first. */
export interface FeedText {
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly data: readonly TextPart[]
}

/** `flags`, for an item: 1 progression, 2 useful, 4 trap. */
export interface TextPart {
  readonly text: string
  readonly type?: string
  readonly flags?: number
}

/** The game's packets in the spectator feed. */
type FeedPacket =
  | { readonly cmd: 'RoomInfo' }
  | { readonly cmd: 'Retrieved'; readonly keys: { readonly [slot: string]: Progress } }
  | ({ readonly cmd: 'PrintJSON' } & FeedText)
type KnownPacket = FeedPacket['cmd'] extends keyof typeof fromServer.rows ? FeedPacket : never

const maxTexts = 60

export class WatchedMultiworld {
  readonly #players = new Map<number, Progress>()
  texts: readonly FeedText[] = []

  get players(): readonly Progress[] {
    return [...this.#players.values()].sort((a, b) => a.slot - b.slot)
  }

  reset(): void {
    this.#players.clear()
    this.texts = []
  }

  /** Throws WireError for a frame that is not a list of packets. */
  handleFrames(frames: readonly (string | Uint8Array)[]): void {
    for (const frame of frames) {
      if (typeof frame !== 'string') throw new WireError('expected a list of packets as text, got bytes')
      for (const packet of JSON.parse(frame) as KnownPacket[]) this.#handlePacket(packet)
    }
  }

  #handlePacket(packet: KnownPacket): void {
    switch (packet.cmd) {
      case 'RoomInfo':
        return this.reset()
      case 'Retrieved':
        for (const player of Object.values(packet.keys)) this.#players.set(player.slot, player)
        return
      case 'PrintJSON':
        this.texts = [packet, ...this.texts].slice(0, maxTexts)
    }
  }
}
