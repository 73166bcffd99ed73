// [SR-7.7] Players whose client has sent a secret can return after a restart.
import type { DueTimeShifts, Json, RecordStore } from '../../game.ts'
import type { Board } from '../board/board.ts'
import {
  colourCount,
  itemBits,
  type Player,
  type PlayerResumeData,
  resumeDataOf,
  secretLength,
  slotCount,
  statusNumbers,
} from './player.ts'

// players/returning   {at, players}: milliseconds since 1970, and each player's resume data and `absentUntil`

const key = 'players/returning'
/**
 * How long an absent player stays, in milliseconds. `lost`: after a lost connection. `left`: after the page was closed
 * or reloaded.
 */
const absenceMs = { lost: 20_000, left: 5000 } as const
/**
 * The maximum age of the record in milliseconds. The record is rewritten every 2 s while players are connected. If the
 * record is older, the room has not run for a while, and the players in the record have left.
 */
const maxRecordAgeMs = 60_000

export interface ReturningPlayer extends PlayerResumeData {
  readonly secret: string
  /**
   * The time at which the player leaves, in milliseconds of `GameContext.now()`. After a long pause of the room it is
   * in the past.
   */
  readonly absentUntil: number
}

/**
 * After the host has taken a room back to an earlier time, absent players have as much time left to return as they had
 * at that time, and players have held their swords as long as at that time.
 */
export const returningPlayerDueTimeShifts: DueTimeShifts = {
  [key](record, later) {
    const { at, players } = record as unknown as StoredPlayers
    const moved = players.map((player) => ({
      ...player,
      swordSince: later(player.swordSince),
      absentUntil: player.absentUntil && later(player.absentUntil),
    }))
    return { at: later(at), players: moved as unknown as Json }
  },
}

/** The time at which a player leaves the game if the player's connection ends now. */
export function endOfReturnPeriod(now: number, hasLeft = false): number {
  return now + (hasLeft ? absenceMs.left : absenceMs.lost)
}

export function storeReturningPlayers(store: RecordStore, players: Iterable<Player>, now: number): void {
  const stored: Json[] = []
  for (const player of players)
    if (player.canReturn)
      stored.push({ ...resumeDataOf(player), secret: player.secret, absentUntil: player.absentUntil ?? null })
  if (stored.length > 0) store.put(key, { at: now, players: stored })
  else if (store.get(key) !== undefined) store.delete(key)
}

/** Throws if the record is invalid, because the records of an imported room are untrusted. */
export function readReturningPlayers(
  store: RecordStore,
  board: Board,
  now: number,
): readonly ReturningPlayer[] {
  const record = store.get(key)
  if (record === undefined) return []
  const { at, players } = record as unknown as StoredPlayers
  if (
    !Number.isFinite(at) ||
    !Array.isArray(players) ||
    !players.every((player) => isPossible(player, board))
  )
    throw new Error(`the record ${key} is unreadable`)
  const latest = Math.abs(now - at) > maxRecordAgeMs ? now : endOfReturnPeriod(now)
  return players.map((player) => ({ ...player, absentUntil: Math.min(player.absentUntil ?? latest, latest) }))
}

interface StoredPlayers {
  readonly at: number
  readonly players: readonly StoredPlayer[]
}

type StoredPlayer = Omit<ReturningPlayer, 'absentUntil'> & { readonly absentUntil: number | null }

function isPossible(player: StoredPlayer | null, board: Board): boolean {
  if (player === null || typeof player !== 'object') return false
  const { slot, generation, color, status, kills, x, y, swordSince, tilesSeen, secret, absentUntil } = player
  const isUpTo = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max
  return (
    isUpTo(slot, slotCount - 1) &&
    isUpTo(generation, 0xff) &&
    isUpTo(color, colourCount - 1) &&
    isUpTo(player.items, itemBits.sword | itemBits.crown | itemBits.shield) &&
    isUpTo(kills, 0xffff) &&
    isUpTo(tilesSeen, 0xffff_ffff) &&
    Object.values(statusNumbers).includes(status) &&
    isUpTo(x, board.width - 1) &&
    isUpTo(y, board.height - 1) &&
    typeof player.entered === 'boolean' &&
    typeof player.corpseMade === 'boolean' &&
    Number.isFinite(swordSince) &&
    typeof secret === 'string' &&
    secret.length === secretLength &&
    (absentUntil === null || Number.isFinite(absentUntil))
  )
}
