// What is done in parts is gone on with by the Worker, whatever instances come and go.
import { expect, it, vi } from 'vitest'
import { runCreation, runPreview } from '../../../workers/platform/resumable-calls.ts'

const part = (share: number) => ({ inProgress: { progress: share } })
const made = { adminToken: 'secret', warnings: [] }
const untold = async () => {}
const lost = new Error('the instance was lost')

it('a founding is gone on with until there is a room, a refusal, or none', async () => {
  const continueCreation = vi.fn().mockResolvedValueOnce(part(0.5)).mockResolvedValueOnce(made)
  const told: number[] = []
  const tell = async (share: number) => void told.push(share)
  expect(await runCreation(() => ({ continueCreation: continueCreation }), 7, part(0.1), tell)).toBe(made)
  expect(told).toEqual([0.1, 0.5])
  expect(continueCreation.mock.calls).toEqual([[7], [7]])
  const refused = { refused: { field: 'maps', detail: 'broken' } }
  expect(await runCreation(() => ({ continueCreation: async () => refused }), 7, part(0.1), tell)).toBe(refused)
  for (const answer of [made, refused, undefined])
    expect(await runCreation(() => ({ continueCreation: continueCreation }), 7, answer, tell)).toBe(answer)
  expect(continueCreation).toHaveBeenCalledTimes(2)
})

it('an instance that is lost costs its part alone, each is asked by a new stub, and what is lost thrice is told', async () => {
  const continueCreation = vi
    .fn()
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
    .mockResolvedValueOnce(part(0.5))
  const room = vi.fn(() => ({ continueCreation }))
  continueCreation.mockRejectedValueOnce(lost).mockResolvedValueOnce(made)
  expect(await runCreation(room, 1, part(0), untold)).toBe(made)
  expect(room).toHaveBeenCalledTimes(5)
  const failing = vi.fn().mockRejectedValue(lost)
  await expect(runCreation(() => ({ continueCreation: failing }), 1, part(0), untold)).rejects.toThrow(lost)
  expect(failing).toHaveBeenCalledTimes(3)
})

it('one that is gone meanwhile is told so, and not that its name is taken', async () => {
  const gone = { continueCreation: async () => undefined }
  await expect(runCreation(() => gone, 1, part(0), untold)).rejects.toThrow('it can be tried again')
})

it('a preview is asked on with what its last part said', async () => {
  const preview = vi
    .fn()
    .mockResolvedValueOnce({ inProgress: { continuation: 3, progress: 0.5 } })
    .mockResolvedValueOnce({ maps: 1 })
  const call = { game: 'tally', options: {}, files: [] }
  expect(await runPreview({ preview }, call)).toEqual({ maps: 1 })
  expect(preview.mock.calls).toEqual([[call], [{ ...call, continuation: 3 }]])
})
