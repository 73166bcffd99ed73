// The latest messages to everybody, with names instead of ids.
import type { FeedEvent } from '../room/event-ring.ts'
import type { MessagePart } from '../room/messages.ts'
import type { Multiworld } from '../world.ts'
import { classificationName } from './labels.ts'

export interface FeedResponse {
  /** Newest first. */
  readonly lines: readonly FeedRow[]
}

export interface FeedRow {
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The `type` of the PrintJSON, such as `ItemSend`. '' for a text without a type. */
  readonly type: string
  readonly slots: readonly number[]
  readonly parts: readonly FeedPart[]
}

/** `as`: the kind of name, absent for plain text. */
export interface FeedPart {
  readonly text: string
  readonly as?: 'player' | 'item' | 'location' | 'entrance'
  /** The classification of an item. */
  readonly kind?: string
}

/** [AP-9.14] If a password is required, the chat of players is left out. */
export function feedResponse(world: Multiworld): FeedResponse {
  const lines = world.requiresPassword
    ? world.feed.events.filter(({ type }) => type !== 'Chat')
    : world.feed.events
  return { lines: lines.map((line) => feedRow(world, line)).reverse() }
}

function feedRow(world: Multiworld, { n, at, type, slot, data }: FeedEvent): FeedRow {
  const named = data.flatMap((part) => (part.type === 'player_id' ? [Number(part.text)] : []))
  const slots = slot === undefined ? named : [slot, ...named]
  return {
    ...{ n, at, type: type ?? '', slots: [...new Set(slots)] },
    parts: data.map((part) => feedPart(world, part)),
  }
}

function feedPart(world: Multiworld, { text, type, player = 0, flags = 0 }: MessagePart): FeedPart {
  switch (type) {
    case 'player_id':
      return { text: world.displayName(Number(text)) || 'Server', as: 'player' }
    case 'item_id':
      return { text: world.itemName(player, Number(text)), as: 'item', kind: classificationName(flags) }
    case 'location_id':
      return { text: world.locationName(player, Number(text)), as: 'location' }
    case 'entrance_name':
      return { text, as: 'entrance' }
    default:
      return { text }
  }
}
