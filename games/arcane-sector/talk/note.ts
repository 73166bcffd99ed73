// What a session remembers across restarts, in at most 50 bytes. Of who has not entered yet there is nothing to say.
import { decode, encode, enumeration, LE, limited, list, struct, u8 } from '../../../wire/index.ts'
import { height, width } from '../land/terrain.ts'
import type { Remembered, Selection } from '../people/player.ts'

/** How far a conversation has come. */
export type Conversation =
  | { readonly phase: 'entering' }
  /** Whose password was right, and who was asked for a character. */
  | { readonly phase: 'naming'; readonly playerId: number }
  /** `since`: the login, in the host's milliseconds. Of two sessions of one player the later goes on [AS-2.5]. */
  | {
      readonly phase: 'playing'
      readonly playerId: number
      readonly since: number
      readonly remembered: Remembered
    }

const selection = struct({
  id: LE.f64,
  purpose: enumeration(u8, { herb: 0, ram: 1, ring: 2 }),
  item: list(LE.f64, u8, 1),
  until: LE.f64,
})

const game = struct({
  since: LE.f64,
  x: limited(LE.u16, { max: width - 1 }),
  y: limited(LE.u16, { max: height - 1 }),
  facing: limited(u8, { max: 3 }),
  steps: LE.f64,
  selection: list(selection, u8, 1),
})

/** Of a player in the game there is one `game`. */
const layout = struct({ playerId: u8, game: list(game, u8, 1) })

export function encodeNote(conversation: Conversation): Uint8Array {
  switch (conversation.phase) {
    case 'entering':
      return new Uint8Array(0)
    case 'naming':
      return encode(layout, { playerId: conversation.playerId, game: [] })
    case 'playing': {
      const { playerId, since, remembered } = conversation
      const { place, facing, steps } = remembered
      const pending = remembered.selection ? [selectionFields(remembered.selection)] : []
      return encode(layout, {
        playerId,
        game: [{ since, x: place.x, y: place.y, facing, steps, selection: pending }],
      })
    }
  }
}

/** Throws WireError for bytes that `encodeNote` did not make. */
export function decodeNote(note: Uint8Array): Conversation {
  if (note.length === 0) return { phase: 'entering' }
  const { playerId, game } = decode(layout, note)
  const playing = game[0]
  if (!playing) return { phase: 'naming', playerId }
  const { since, x, y, facing, steps } = playing
  const pending = playing.selection[0]
  const selection = pending && selectionOf(pending)
  return { phase: 'playing', playerId, since, remembered: { place: { x, y }, facing, steps, selection } }
}

type SelectionFields = Omit<Selection, 'item'> & { readonly item: readonly number[] }

function selectionFields({ id, purpose, item, until }: Selection): SelectionFields {
  return { id, purpose, item: item === undefined ? [] : [item], until }
}

function selectionOf({ id, purpose, item, until }: SelectionFields): Selection {
  const of = item[0]
  return { id, purpose, until, ...(of === undefined ? {} : { item: of }) }
}
