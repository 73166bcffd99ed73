// Reads the state of a room, and adds the addresses from the Directory. If the room cannot answer, the Directory's copy
// is returned with the cause, so that damage is always visible.

import type { ListedRoom } from '../../durable-objects/rpc/directory-rpc.ts'
import type { RoomRpc } from '../../durable-objects/rpc/room-rpc.ts'
import type { RoomAnnouncement, UnreadableRoom } from '../../durable-objects/rpc/rpc-types.ts'
import { unknownResultError } from '../../durable-objects/rpc/versioned-calls.ts'
import { ApiError } from '../api/responses/api-error.ts'
import type { RoomStateWithAddresses } from '../api/responses/room-response.ts'
import type { AppContext } from '../context/routing.ts'
import { awaitAllCalls, directoryStub } from '../platform/stubs.ts'
import { pageTtl, readCached } from './cache-policy.ts'
import { findRoom, missingRoomError } from './room-locator.ts'

/**
 * `withoutView`: without the game's public state (`view`). Throws 404 if the room does not exist, and 503 with the
 * cause if its state is unknown.
 */
export async function readRoomState(
  c: AppContext,
  name: string,
  withoutView?: 'withoutView',
): Promise<RoomStateWithAddresses> {
  const room = await findRoom(c, name)
  const [described, listed] = await awaitAllCalls([
    describeRoom(room, withoutView),
    directoryStub(c.env).getRoom(name),
  ])
  if (described && 'room' in described) {
    // The Directory still lists the room as damaged, but the room has been repaired.
    if (listed?.status === 'damaged' && described.status !== 'damaged') await room.announce()
    return { state: described, addresses: listed?.addresses ?? [] }
  }
  // An answer with an unknown shape comes from a room of a newer release, not from a damaged room.
  if (described && !('unreadable' in described)) throw unknownResultError('describe', described)
  if (listed) return { state: await reportDamage(c, listed, described), addresses: listed.addresses }
  if (described) throw new ApiError('unavailable', `the room's records are damaged: ${described.unreadable}`)
  throw missingRoomError(c, name)
}

/** Throws the errors of `readRoomState`. */
export async function cachedRoomState(
  c: AppContext,
  name: string,
  withoutView?: 'withoutView',
): Promise<RoomStateWithAddresses> {
  const load = () => readRoomState(c, name, withoutView)
  return (await readCached(c, `state ${withoutView ?? 'whole'} ${name}`, pageTtl(c), load, stateWeight))
    .value!
}

/** The approximate size of a state in kilobytes. */
const stateWeight = ({ state: { view } }: RoomStateWithAddresses) =>
  view === undefined || view === null ? 1 : 1 + JSON.stringify(view).length / 1024

/**
 * Call this if the room's object is unreadable, or if it is empty although the Directory lists the room. A room that
 * cannot read its own name cannot report the damage itself, so the Worker reports it when a visitor requests the room.
 */
async function reportDamage(
  c: AppContext,
  { addresses, ...entry }: ListedRoom,
  unreadable?: UnreadableRoom,
): Promise<RoomStateWithAddresses['state']> {
  const damage = unreadable?.unreadable ?? 'its records are missing'
  const announcement: RoomAnnouncement = { ...entry, players: 0, status: 'damaged', damage }
  await directoryStub(c.env).announce(announcement)
  const { limits, generation, ...state } = announcement
  return state
}

/**
 * If an object's database cannot be opened, the runtime throws an internal error without the flags `retryable` and
 * `overloaded`. Transient errors have one of these flags.
 */
export function isUnopenableDatabase(error: unknown): boolean {
  const { message, retryable, overloaded } = error as Error & { retryable?: boolean; overloaded?: boolean }
  return !retryable && !overloaded && /^internal error; reference = /.test(message)
}

async function describeRoom(room: RoomRpc, withoutView?: 'withoutView'): ReturnType<RoomRpc['describe']> {
  try {
    return await room.describe(withoutView)
  } catch (error) {
    if (!isUnopenableDatabase(error)) throw error
    return { unreadable: 'its database cannot be opened: see the log of the site' }
  }
}
