// What a game does in parts is gone on with to its end: each part is a call, and so an event, of its own.
import type { PreviewCall, RoomCalls, UploadsCalls } from '../durable-objects/rooms.ts'
import type { Preview, Refused } from '../games/game.ts'
import { isUnderway } from '../games/underway.ts'
import { ApiError } from './answers/error.ts'

/** Of one part: an instance may be lost, and the next one knows where it was. */
const tries = 3

type Made = Exclude<Awaited<ReturnType<RoomCalls['found']>>, { underway: unknown }>

/**
 * `begun`: what the room answered first. `room` gives a new stub each time, for one that has failed fails for good. `tell`: of each
 * part that is done and is not the last, how much of all is.
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
