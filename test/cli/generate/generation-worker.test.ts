// The worker that generates multiworlds, with a stand-in for the site.
import { describe, expect, it } from 'vitest'
import { type ApiClient, ApiFailure } from '../../../cli/api/api-client.ts'
import { GenerationWorker } from '../../../cli/generate/generation-worker.ts'
import { runGenerator } from '../../../cli/generate/generator-run.ts'
import { Failure } from '../../../cli/terminal/failure.ts'

type Calls = { [name in keyof ApiClient]?: (room: string) => Promise<unknown> }

const broken = () => Promise.reject(new ApiFailure(503, { error: 'unavailable' }))

/** Runs the worker once for the rooms `first` and `second`. `first` replaces calls about the first room. */
async function runOnce(first: Calls) {
  const waiting: Calls = {
    stageFiles: async () => ({ stage: 'gathering', generation: { state: 'waiting' } }),
    takeGeneration: async () => 1,
    stageFilesZip: async () => new Uint8Array(0),
    startRoom: async () => ({ warnings: [] }),
    failGeneration: async () => {},
  }
  const calls = Object.entries(waiting).map(([name, call]) => [
    name,
    (room: string) => (room === 'first' ? (first[name as keyof ApiClient] ?? call) : call)(room),
  ])
  const reports: string[] = []
  const worker = new GenerationWorker({
    api: Object.fromEntries(calls) as ApiClient,
    ...{ name: 'worker', rooms: ['first', 'second'], stop: new AbortController().signal },
    generate: async () => ({ name: 'AP_1.zip', bytes: new Uint8Array(0) }),
    report: (room, text) => reports.push(`${room}: ${text}`),
  })
  return { outcomes: await worker.runOnce(), reports }
}

describe('a worker', () => {
  it.each<[request: string, first: Calls]>([
    ['the list of files', { stageFiles: broken }],
    ['a lease', { takeGeneration: broken }],
    ['the files', { stageFilesZip: broken }],
  ])(
    '[AP-17.1] continues with the next room if the site cannot answer the request for %s of a room',
    async (_, first) => {
      const { outcomes, reports } = await runOnce(first)
      expect(outcomes).toEqual(['failed', 'started'])
      expect(reports).toContain('first: unavailable')
    },
  )

  it('[AP-17.3] reports a refused result as a failure, even if the reason contains the word fence', async () => {
    const refusal = { error: 'refused', field: 'file', detail: 'no slot in the game Defence of Aiur' }
    const { outcomes, reports } = await runOnce({
      startRoom: () => Promise.reject(new ApiFailure(400, refusal)),
    })
    expect(outcomes).toEqual(['failed', 'started'])
    expect(reports).toContain('first: failed: refused file: no slot in the game Defence of Aiur')
  })
})

it('[AP-17.1] a generator run fails like a failed request if the players’ files arrive damaged', async () => {
  const run = {
    checkout: { folder: '/nowhere', python: '', pythonFolders: [] },
    commandFor: () => ({ program: '', words: [], env: {} }),
    ...{ timeLimitMs: 1, maxFileBytes: 1 },
  }
  const damaged = new TextEncoder().encode('<html>Bad gateway</html>')
  await expect(runGenerator(run, damaged, new AbortController().signal)).rejects.toThrow(Failure)
})
