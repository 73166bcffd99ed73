// The room's state, with its addresses from the Directory. If a room cannot answer, the Directory's copy is shown
// with the cause, so that damage is never silent.

import type { ListedRoom } from '../../durable-objects/rpc/directory-rpc.ts'
import type {
  Announcement,
  RoomAddress,
  RoomRpc,
  RoomState,
  UnreadableRoom,
} from '../../durable-objects/rpc/rpc-types.ts'
import { unknownResult } from '../../durable-objects/rpc/versioned-calls.ts'
import { ApiError } from '../api/responses/api-error.ts'
import type { AppContext } from '../context/routing.ts'
import { awaitAll, directoryStub } from '../platform/stubs.ts'
import { cachedRead, pageTtl } from './cache-policy.ts'
import type { RoomLocator } from './room-locator.ts'

type KnownRoomState = Omit<RoomState, 'view'> & Partial<Pick<RoomState, 'view'>>

/** `bare`: without its view. Throws 404 if the room does not exist, 503 with the cause if its state is unknown. */
export async function readRoomState(
  c: AppContext,
  locator: RoomLocator,
  name: string,
  bare?: 'bare',
): Promise<{ readonly state: KnownRoomState; readonly addresses: readonly RoomAddress[] }> {
  const room = await locator.room(c, name)
  const [described, listed] = await awaitAll([describeRoom(room, bare), directoryStub(c.env).getRoom(name)])
  if (described && 'room' in described) {
    // The room was repaired after the Directory was notified of the damage.
    if (listed?.status === 'damaged' && described.status !== 'damaged') await room.announce()
    return { state: described, addresses: listed?.addresses ?? [] }
  }
  // An answer of an unknown form is from a room of a newer release, not from a damaged room.
  if (described && !('unreadable' in described)) throw unknownResult('describe', described)
  if (listed) return { state: await reportDamage(c, listed, described), addresses: listed.addresses }
  if (described) throw new ApiError('unavailable', `the room's records are damaged: ${described.unreadable}`)
  throw locator.missing(name)
}

/** The cached state for a page. Throws the errors of `readRoomState`. */
export async function cachedRoomState(
  c: AppContext,
  locator: RoomLocator,
  name: string,
  bare?: 'bare',
): ReturnType<typeof readRoomState> {
  const load = () => readRoomState(c, locator, name, bare)
  return (await cachedRead(c, `state ${bare ?? 'whole'} ${name}`, pageTtl(c), load, stateWeight)).value!
}

/** In kilobytes; mostly its view. */
const stateWeight = ({ state: { view } }: { readonly state: KnownRoomState }) =>
  view === undefined || view === null ? 1 : 1 + JSON.stringify(view).length / 1024

/**
 * If the Directory lists a room whose object is empty, the object's data was lost. A room that cannot read its own
 * name cannot announce this: the first visitor's request updates the Directory, and so the lists.
 */
async function reportDamage(
  c: AppContext,
  { addresses, ...entry }: ListedRoom,
  unreadable?: UnreadableRoom,
): Promise<KnownRoomState> {
  const damage = unreadable?.unreadable ?? 'its records are missing'
  const announcement: Announcement = { ...entry, players: 0, status: 'damaged', damage }
  await directoryStub(c.env).announce(announcement)
  const { limits, generation, ...state } = announcement
  return state
}

/** The runtime gives no other cause for an object whose database does not open; transient errors have flags. */
export function isUnopenableDatabase(error: unknown): boolean {
  const { message, retryable, overloaded } = error as Error & { retryable?: boolean; overloaded?: boolean }
  return !retryable && !overloaded && /^internal error; reference = /.test(message)
}

async function describeRoom(room: RoomRpc, bare?: 'bare'): ReturnType<RoomRpc['describe']> {
  try {
    return await room.describe(bare)
  } catch (error) {
    if (!isUnopenableDatabase(error)) throw error
    return { unreadable: 'its database cannot be opened: see the log of the site' }
  }
}
