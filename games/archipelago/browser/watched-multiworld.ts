// The spectator's view of a multiworld: everybody's progress, and the texts about found items.
import { WireError } from '../../../wire/util/wire-error.ts'
import type { fromServer } from '../packets.ts'
import type { SlotProgressBar } from '../view/progress-picture.ts'

/** A text from a PrintJSON of the spectator feed. */
export interface FeedText {
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly data: readonly TextPart[]
}

/** `flags`: for an item, the sum of 1 (progression), 2 (useful) and 4 (trap). */
export interface TextPart {
  readonly text: string
  readonly type?: string
  readonly flags?: number
}

/**
 * The packets of the spectator feed. The view ignores the feed's empty RoomUpdate packets, so RoomUpdate has no type
 * here.
 */
type FeedPacket =
  | { readonly cmd: 'RoomInfo' }
  | { readonly cmd: 'Retrieved'; readonly keys: { readonly [slot: string]: SlotProgressBar } }
  | ({ readonly cmd: 'PrintJSON' } & FeedText)
type KnownPacket = FeedPacket['cmd'] extends keyof typeof fromServer.rows ? FeedPacket : never

const maxTexts = 60

export class WatchedMultiworld {
  readonly #players = new Map<number, SlotProgressBar>()
  texts: readonly FeedText[] = []

  get players(): readonly SlotProgressBar[] {
    return [...this.#players.values()].sort((a, b) => a.slot - b.slot)
  }

  reset(): void {
    this.#players.clear()
    this.texts = []
  }

  /** Applies the frames of the spectator feed. Throws WireError for a binary frame. */
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
