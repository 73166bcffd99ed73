import { expect, it, vi } from 'vitest'
import { runCreation, runPreview } from '../../../workers/platform/resumable-calls.ts'

const step = (progress: number) => ({ inProgress: { progress } })
const created = { adminToken: 'secret', warnings: [] }
const ignoreProgress = async () => {}
const lost = new Error('the instance was lost')

it('a creation continues until the answer is a room, a refusal, or nothing', async () => {
  const continueCreation = vi.fn().mockResolvedValueOnce(step(0.5)).mockResolvedValueOnce(created)
  const reported: number[] = []
  const onProgress = async (share: number) => void reported.push(share)
  expect(await runCreation(() => ({ continueCreation }), 7, step(0.1), onProgress)).toBe(created)
  expect(reported).toEqual([0.1, 0.5])
  expect(continueCreation.mock.calls).toEqual([[7], [7]])
  const refusal = { refused: { field: 'maps', detail: 'broken' } }
  const refusing = { continueCreation: async () => refusal }
  expect(await runCreation(() => refusing, 7, step(0.1), onProgress)).toBe(refusal)
  for (const answer of [created, refusal, undefined])
    expect(await runCreation(() => ({ continueCreation }), 7, answer, onProgress)).toBe(answer)
  expect(continueCreation).toHaveBeenCalledTimes(2)
})

it('a step whose instance is lost is repeated with a new stub, and the third failure in a row is thrown', async () => {
  const continueCreation = vi
    .fn()
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
    .mockResolvedValueOnce(step(0.5))
    .mockRejectedValueOnce(lost)
    .mockResolvedValueOnce(created)
  const room = vi.fn(() => ({ continueCreation }))
  expect(await runCreation(room, 1, step(0), ignoreProgress)).toBe(created)
  expect(room).toHaveBeenCalledTimes(5)
  const failing = vi.fn().mockRejectedValue(lost)
  const failed = runCreation(() => ({ continueCreation: failing }), 1, step(0), ignoreProgress)
  await expect(failed).rejects.toThrow(lost)
  expect(failing).toHaveBeenCalledTimes(3)
})

it('a creation that disappears is reported as lost, not as a taken name', async () => {
  const gone = { continueCreation: async () => undefined }
  await expect(runCreation(() => gone, 1, step(0), ignoreProgress)).rejects.toThrow(
    'lost during its creation',
  )
})

it('each step of a preview gets the continuation of the previous step', async () => {
  const preview = vi
    .fn()
    .mockResolvedValueOnce({ inProgress: { continuation: 3, progress: 0.5 } })
    .mockResolvedValueOnce({ maps: 1 })
  const call = { game: 'tally', options: {}, files: [] }
  expect(await runPreview({ preview }, call)).toEqual({ maps: 1 })
  expect(preview.mock.calls).toEqual([[call], [{ ...call, continuation: 3 }]])
})
