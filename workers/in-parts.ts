// Runs a game's work in parts to its end: each part is a call, and so a separate event.
import type { PreviewCall, RoomCalls, UploadsCalls } from '../durable-objects/rooms.ts'
import type { Preview, Refused } from '../games/game.ts'
import { isUnderway } from '../games/underway.ts'
import { ApiError } from './answers/error.ts'

/** Tries per part: if an instance is lost, the next one continues from the stored state. */
const tries = 3

type Made = Exclude<Awaited<ReturnType<RoomCalls['found']>>, { underway: unknown }>

/**
 * `begun`: the room's first answer. `room` gives a new stub each time, since a failed stub stays failed. `tell`:
 * receives the share done after each part but the last.
 */
export async function foundToItsEnd(
  room: () => Pick<RoomCalls, 'goOn'>,
  generation: number,
  begun: Awaited<ReturnType<RoomCalls['found']>>,
  tell: (share: number) => Promise<void>,
): Promise<Made> {
  let answer = begun
  while (answer && isUnderway(answer)) {
    await tell(answer.underway.share)
    answer = await nextPart(room, generation)
    if (!answer)
      throw new ApiError('unavailable', 'the room was lost while it was made; it can be tried again')
  }
  return answer
}

async function nextPart(
  room: () => Pick<RoomCalls, 'goOn'>,
  generation: number,
): ReturnType<RoomCalls['goOn']> {
  for (let left = tries - 1; ; left--) {
    try {
      return await room().goOn(generation)
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

export async function previewToItsEnd(
  uploads: Pick<UploadsCalls, 'preview'>,
  call: PreviewCall,
): Promise<Preview | Refused> {
  let answer = await uploads.preview(call)
  while (isUnderway(answer)) answer = await uploads.preview({ ...call, since: answer.underway.since })
  return answer
}
