// What a room says of itself and the Directory of where it listens. Of a room that cannot speak the Directory tells what
// it remembers, with the cause: nobody should learn of damage by silence.
import { unknownAnswer } from '../durable-objects/calls.ts'
import type { Address, Announcement, RoomCalls, RoomState, Unreadable } from '../durable-objects/rooms.ts'
import { ApiError } from './answers/error.ts'
import { recently, timesOfPages } from './asker.ts'
import { allOf, directoryOf } from './objects.ts'
import type { Asked } from './routes.ts'
import type { There } from './there.ts'

type Said = Omit<RoomState, 'view'> & Partial<Pick<RoomState, 'view'>>

/** `bare`: without its view. Throws 404 if there is no such room, 503 with the cause for one that nobody can tell anything of. */
export async function roomState(
  c: Asked,
  there: There,
  name: string,
  bare?: 'bare',
): Promise<{ readonly state: Said; readonly addresses: readonly Address[] }> {
  const room = await there.room(c, name)
  const [said, listed] = await allOf([described(room, bare), directoryOf(c.env).room(name)])
  if (said && 'room' in said) {
    // It was put right since somebody had the Directory told of it.
    if (listed?.status === 'damaged' && said.status !== 'damaged') await room.announce()
    return { state: said, addresses: listed?.addresses ?? [] }
  }
  // A room that answers in another way is newer, not damaged.
  if (said && !('unreadable' in said)) throw unknownAnswer('describe', said)
  if (listed) return { state: await damaged(c, listed, said), addresses: listed.addresses }
  if (said) throw new ApiError('unavailable', `its records are damaged: ${said.unreadable}`)
  throw there.none(name)
}

/** The same for a page, as it was a moment ago. Throws what `roomState` throws. */
export async function stateForPage(
  c: Asked,
  there: There,
  name: string,
  bare?: 'bare',
): ReturnType<typeof roomState> {
  const ask = () => roomState(c, there, name, bare)
  return (await recently(c, `state ${bare ?? 'whole'} ${name}`, timesOfPages(c), ask, weight)).answer!
}

/** In kilobytes; its view is the most of it. */
const weight = ({ state: { view } }: { readonly state: Said }) =>
  view === undefined || view === null ? 1 : 1 + JSON.stringify(view).length / 1024

/**
 * Names that lead nowhere come of a room that was lost with its object, and not with the Directory. Who cannot read what
 * he is called tells nobody of it: the Directory hears of it from whoever looks, so that lists say so, too.
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

/** The runtime tells no more of an object whose database it cannot even open; what passes by itself says so. */
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
