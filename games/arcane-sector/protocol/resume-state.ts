// The resume state of a session has at most 150 bytes, and is empty before the login.
import {
  decode,
  encode,
  enumeration,
  is,
  LE,
  limited,
  list,
  str,
  struct,
  u8,
  when,
} from '../../../wire/index.ts'
import type { PlayerResumeData, Selection } from '../state/player.ts'
import { terrainHeight, terrainWidth } from '../terrain/terrain.ts'

export type SessionState =
  | { readonly phase: 'entering' }
  /**
   * `password`: the hash of the password that the player chose. Undefined if the player has entered a password that the
   * owner set.
   */
  | { readonly phase: 'naming'; readonly playerId: number; readonly password: string | undefined }
  /**
   * `since`: time of the login in milliseconds of `GameContext.now()`. Of two sessions of a player, the later one
   * resumes [AS-2.5].
   */
  | {
      readonly phase: 'playing'
      readonly playerId: number
      readonly since: number
      readonly remembered: PlayerResumeData
    }

const selection = struct({
  id: LE.f64,
  purpose: enumeration(u8, { herb: 0, ram: 1, ring: 2 }),
  item: list(LE.f64, u8, 1),
  until: LE.f64,
})

const game = struct({
  since: LE.f64,
  x: limited(LE.u16, { max: terrainWidth - 1 }),
  y: limited(LE.u16, { max: terrainHeight - 1 }),
  facing: limited(u8, { max: 3 }),
  steps: LE.f64,
  selection: list(selection, u8, 1),
})

/**
 * `from`: 1 in the game; 0 or 2 before the creation of the character. 0: the player has entered the owner's password.
 * 2: the player has chosen a password.
 */
const layout = struct({
  playerId: u8,
  from: limited(u8, { max: 2 }),
  game: when('from', is(1), game),
  password: when('from', is(2), str(u8)),
})

export function encodeResumeState(state: SessionState): Uint8Array {
  switch (state.phase) {
    case 'entering':
      return new Uint8Array(0)
    case 'naming':
      return state.password === undefined
        ? encode(layout, { playerId: state.playerId, from: 0 })
        : encode(layout, { playerId: state.playerId, from: 2, password: state.password })
    case 'playing': {
      const { playerId, since, remembered } = state
      const { place, facing, positionChanges } = remembered
      const pending = remembered.selection ? [selectionFields(remembered.selection)] : []
      return encode(layout, {
        playerId,
        from: 1,
        game: { since, x: place.x, y: place.y, facing, steps: positionChanges, selection: pending },
      })
    }
  }
}

/** Throws a WireError for bytes that `encodeResumeState` cannot produce. */
export function decodeResumeState(bytes: Uint8Array): SessionState {
  if (bytes.length === 0) return { phase: 'entering' }
  const { playerId, game, password } = decode(layout, bytes)
  if (!game) return { phase: 'naming', playerId, password }
  const { since, x, y, facing, steps: positionChanges } = game
  const pending = game.selection[0]
  const selection = pending && selectionOf(pending)
  return {
    phase: 'playing',
    playerId,
    since,
    remembered: { place: { x, y }, facing, positionChanges, selection },
  }
}

type SelectionFields = Omit<Selection, 'item'> & { readonly item: readonly number[] }

function selectionFields({ id, purpose, item, until }: Selection): SelectionFields {
  return { id, purpose, item: item === undefined ? [] : [item], until }
}

function selectionOf({ id, purpose, item, until }: SelectionFields): Selection {
  const of = item[0]
  return { id, purpose, until, ...(of === undefined ? {} : { item: of }) }
}
