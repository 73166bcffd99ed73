// While the worker generates a room's world, it has a lease on the room. If this process is killed, the lease expires,
// and another worker starts the generation again. The site rejects a result whose fencing token is not that of the
// latest lease.
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiClient, ApiFailure } from '../api/api-client.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import { type GeneratedFile, GeneratorError } from './generator-run.ts'

const renewEveryMs = 20_000
const pollEveryMs = 10_000
const retryEveryMs = 2_000
const maxAttempts = 60

export type GenerationOutcome = 'started' | 'failed' | 'lost'

export interface GenerationWorkerSettings {
  readonly api: ApiClient
  readonly name: string
  /** Rooms as `GAME/ROOM`. An empty list means all rooms of the site. */
  readonly rooms: readonly string[]
  readonly generate: (zip: Uint8Array, signal: AbortSignal) => Promise<GeneratedFile>
  readonly report: (room: string, text: string, outcome?: GenerationOutcome) => void
  readonly stop: AbortSignal
}

export class GenerationWorker {
  readonly #settings: GenerationWorkerSettings

  constructor(settings: GenerationWorkerSettings) {
    this.#settings = settings
  }

  async run(): Promise<void> {
    const { stop, report } = this.#settings
    while (!stop.aborted) {
      try {
        if ((await this.runOnce()).includes('started')) continue
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        report('', describeInOneLine(error))
      }
      await delay(pollEveryMs, undefined, { signal: stop }).catch(() => {}) // stopped
    }
  }

  /** Returns an outcome for each room whose lease this worker took, or for which a request failed. */
  async runOnce(): Promise<readonly GenerationOutcome[]> {
    const { report, stop } = this.#settings
    const outcomes: GenerationOutcome[] = []
    for (const room of await this.#roomNames()) {
      if (stop.aborted) break
      try {
        const outcome = (await this.#isWaiting(room)) ? await this.#generate(room) : undefined
        if (outcome) outcomes.push(outcome)
      } catch (error) {
        if (stop.aborted || !(error instanceof Failure)) throw error
        report(room, describeInOneLine(error), 'failed')
        outcomes.push('failed')
      }
    }
    return outcomes
  }

  async #roomNames(): Promise<readonly string[]> {
    const { api, rooms } = this.#settings
    if (rooms.length > 0) return rooms
    const gathering = (await api.rooms()).filter(({ stage }) => stage === 'gathering')
    return gathering.map(({ game, room }) => `${game}/${room}`)
  }

  async #isWaiting(room: string): Promise<boolean> {
    const files = await this.#settings.api.stageFiles(room)
    return files.stage === 'gathering' && files.generation.state === 'waiting'
  }

  /** Returns undefined if another worker has taken the lease. */
  async #generate(room: string): Promise<GenerationOutcome | undefined> {
    const { api, name, generate, report, stop } = this.#settings
    const fence = await orIfTaken(api.takeGeneration(room, name), undefined)
    if (fence === undefined) return undefined
    report(room, 'generating')
    const lost = new AbortController()
    const renewing = this.#renew(room, fence, lost)
    try {
      const zip = await api.stageFilesZip(room)
      const file = await generate(zip, AbortSignal.any([lost.signal, stop]))
      return await this.#handIn(room, fence, file, lost.signal)
    } catch (error) {
      if (stop.aborted) throw new Failure(`${room}: stopped; another worker can take it in a minute`)
      if (lost.signal.aborted) return this.#reportLost(room)
      if (!(error instanceof GeneratorError)) throw error
      return await this.#reportFailure(room, fence, error.message)
    } finally {
      renewing.abort()
    }
  }

  /** Renews the lease until the returned controller is aborted. Aborts `lost` if another worker has taken the lease. */
  #renew(room: string, fence: number, lost: AbortController): AbortController {
    const end = new AbortController()
    const renew = async () => {
      for (;;) {
        await delay(renewEveryMs, undefined, { signal: end.signal })
        try {
          if (!(await orIfTaken(this.#settings.api.renewGeneration(room, fence), false))) return lost.abort()
        } catch (error) {
          // The site may be restarting. If no other worker has taken the lease, it can still be renewed later.
          if (!(error instanceof Failure)) throw error
        }
      }
    }
    renew().catch((error: unknown) => {
      if (!end.signal.aborted) throw error
    })
    return end
  }

  /** Repeating the request is safe because a room starts only once. */
  async #handIn(
    room: string,
    fence: number,
    file: GeneratedFile,
    lost: AbortSignal,
  ): Promise<GenerationOutcome> {
    const { api, report, stop } = this.#settings
    for (let attempt = 1; ; attempt++) {
      try {
        const { warnings } = await api.startRoom(room, 'multidata', handInForm(file, fence))
        for (const warning of warnings) report(room, `warning: ${warning}`)
        report(room, 'started', 'started')
        return 'started'
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error instanceof ApiFailure && error.status < 500 && error.status !== 429)
          return await this.#afterRefusal(room, fence, error)
        if (attempt === maxAttempts || stop.aborted || lost.aborted) throw error
        await delay(retryEveryMs, undefined, { signal: stop })
      }
    }
  }

  async #afterRefusal(room: string, fence: number, error: ApiFailure): Promise<GenerationOutcome> {
    const { api, report } = this.#settings
    if (error.status === 409 && (await api.room(room)).stage === undefined) {
      // The room was already started: by an earlier attempt whose answer was lost, or by the room's host.
      report(room, 'has started', 'started')
      return 'started'
    }
    if (error.field === 'fence') return this.#reportLost(room)
    return await this.#reportFailure(room, fence, error.message)
  }

  #reportLost(room: string): GenerationOutcome {
    this.#settings.report(room, 'given up: the files changed, or another worker has the lease', 'lost')
    return 'lost'
  }

  async #reportFailure(room: string, fence: number, text: string): Promise<GenerationOutcome> {
    const { api, report } = this.#settings
    const shown = printableText(text)
    report(room, `failed: ${shown.split('\n').at(-1)}`, 'failed')
    await orIfTaken(api.failGeneration(room, fence, shown), undefined)
    return 'failed'
  }
}

function handInForm({ name, bytes }: GeneratedFile, fence: number): FormData {
  const form = new FormData()
  form.set('fence', `${fence}`)
  form.set('file', new File([bytes], name))
  return form
}

function printableText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
}

/** The site answers 409 when another worker has the lease. */
async function orIfTaken<T, U>(request: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 409) return otherwise
    throw error
  }
}
