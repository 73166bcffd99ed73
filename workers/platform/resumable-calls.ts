// Runs a game's long work in parts. Each part is a separate call to a Durable Object, and so has its own CPU limit.

import type { RoomRpc } from '../../durable-objects/rpc/room-rpc.ts'
import type { PreviewUploadsCall, UploadsRpc } from '../../durable-objects/rpc/uploads-rpc.ts'
import type { Refusal, UploadPreview } from '../../games/game.ts'
import { isInProgress } from '../../games/room-creation.ts'
import { ApiError } from '../api/responses/api-error.ts'

/**
 * Maximum number of calls for one part. If the object's instance is lost, the call is repeated, and the next instance
 * continues from the stored state.
 */
const maxAttempts = 3

type CreationResult = Exclude<Awaited<ReturnType<RoomRpc['createRoom']>>, { inProgress: unknown }>

/**
 * `room` returns a new stub for each call, because a stub that has failed cannot be used again. `onProgress` is called
 * after each part except the last.
 */
export async function runCreation(
  room: () => Pick<RoomRpc, 'continueCreation'>,
  generation: number,
  firstAnswer: Awaited<ReturnType<RoomRpc['createRoom']>>,
  onProgress: (share: number) => Promise<void>,
): Promise<CreationResult> {
  let answer = firstAnswer
  while (answer && isInProgress(answer)) {
    await onProgress(answer.inProgress.progress)
    answer = await runNextPart(room, generation)
    if (!answer) throw new ApiError('unavailable', 'the room was lost during its creation: try again')
  }
  return answer
}

async function runNextPart(
  room: () => Pick<RoomRpc, 'continueCreation'>,
  generation: number,
): ReturnType<RoomRpc['continueCreation']> {
  for (let attemptsLeft = maxAttempts - 1; ; attemptsLeft--) {
    try {
      return await room().continueCreation(generation)
    } catch (error) {
      if (attemptsLeft === 0) throw error
    }
  }
}

export async function runPreview(
  uploads: Pick<UploadsRpc, 'preview'>,
  call: PreviewUploadsCall,
): Promise<UploadPreview | Refusal> {
  let answer = await uploads.preview(call)
  while (isInProgress(answer))
    answer = await uploads.preview({ ...call, continuation: answer.inProgress.continuation })
  return answer
}
