// The room's state, with its addresses from the Directory. If a room cannot answer, the Directory's copy is shown
// with the cause, so that damage is never silent.
import { unknownAnswer } from '../durable-objects/calls.ts'
import type { Address, Announcement, RoomCalls, RoomState, Unreadable } from '../durable-objects/rooms.ts'
import { ApiError } from './answers/error.ts'
import { recently, timesOfPages } from './asker.ts'
import { allOf, directoryOf } from './objects.ts'
import type { Asked } from './routes.ts'
import type { There } from './there.ts'

type Said = Omit<RoomState, 'view'> & Partial<Pick<RoomState, 'view'>>

/** `bare`: without its view. Throws 404 if there is no such room, 503 with the cause if nothing is known of it. */
export async function roomState(
  c: Asked,
  there: There,
  name: string,
  bare?: 'bare',
): Promise<{ readonly state: Said; readonly addresses: readonly Address[] }> {
  const room = await there.room(c, name)
  const [said, listed] = await allOf([described(room, bare), directoryOf(c.env).room(name)])
  if (said && 'room' in said) {
    // The room was repaired after the Directory was notified of the damage.
    if (listed?.status === 'damaged' && said.status !== 'damaged') await room.announce()
    return { state: said, addresses: listed?.addresses ?? [] }
  }
  // An unknown answer is from a newer room, not a damaged one.
  if (said && !('unreadable' in said)) throw unknownAnswer('describe', said)
  if (listed) return { state: await damaged(c, listed, said), addresses: listed.addresses }
  if (said) throw new ApiError('unavailable', `its records are damaged: ${said.unreadable}`)
  throw there.none(name)
}

/** The recent state for a page. Throws the errors of `roomState`. */
export async function stateForPage(
  c: Asked,
  there: There,
  name: string,
  bare?: 'bare',
): ReturnType<typeof roomState> {
  const ask = () => roomState(c, there, name, bare)
  return (await recently(c, `state ${bare ?? 'whole'} ${name}`, timesOfPages(c), ask, weight)).answer!
}

/** In kilobytes; mostly its view. */
const weight = ({ state: { view } }: { readonly state: Said }) =>
  view === undefined || view === null ? 1 : 1 + JSON.stringify(view).length / 1024

/**
 * A listed name without a room means that the object was lost, but not the Directory. A room that cannot read its own
 * name cannot announce this: the first visitor's request updates the Directory, and so the lists.
 */
async function damaged(
  c: Asked,
  { addresses, ...known }: Announcement & Listed,
  said?: Unreadable,
): Promise<Said> {
  const damage = said?.unreadable ?? 'nothing of it is stored'
  const announcement: Announcement = { ...known, players: 0, status: 'damaged', damage }
  await directoryOf(c.env).announce(announcement)
  const { limits, generation, ...state } = announcement
  return state
}

interface Listed {
  readonly addresses: readonly Address[]
}

/** The runtime gives no other cause for an object whose database does not open; transient errors have flags. */
export function isUnopened(error: unknown): boolean {
  const { message, retryable, overloaded } = error as Error & { retryable?: boolean; overloaded?: boolean }
  return !retryable && !overloaded && /^internal error; reference = /.test(message)
}

async function described(room: RoomCalls, bare?: 'bare'): ReturnType<RoomCalls['describe']> {
  try {
    return await room.describe(bare)
  } catch (error) {
    if (!isUnopened(error)) throw error
    return { unreadable: 'the runtime cannot open its database; the log says more' }
  }
}
