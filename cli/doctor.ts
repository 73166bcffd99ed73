// `packetboat doctor`: connects to everything that clients connect to, and reports problems and their causes.
import { Api } from './api/api.ts'
import { broken, type Finding, hintFor, ok } from './doctor/finding.ts'
import { checkNamed } from './doctor/room.ts'
import { workerUrl } from './room.ts'
import { Failure } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

export interface DoctorRequest {
  /** The Worker's address from here. */
  readonly url: string
  /** `game/room`: checks only this room. */
  readonly name?: string | undefined
  /** Prints all findings at the end as one line of JSON. */
  readonly json?: boolean | undefined
}

/** Rooms checked in parallel: most of the time is waiting, but the doctor must not flood a site. */
const together = 8

/** Prints a line for every check. Throws Failure if something is broken. */
export async function doctor({ url, name, json = false }: DoctorRequest, output: Output): Promise<void> {
  const findings: Finding[] = []
  for await (const some of looking(url, name)) {
    findings.push(...some)
    if (!json) for (const finding of some) print(finding, output)
  }
  const broke = findings.filter((finding) => !finding.ok).length
  if (json) output.out(JSON.stringify({ ok: broke === 0, url, findings }))
  if (broke) throw new Failure(`${broke} ${broke === 1 ? 'thing is' : 'things are'} broken`)
}

function print({ ok, what, seen, hint }: Finding, { out }: Output): void {
  out(plain(`${ok ? 'ok    ' : 'not ok'}  ${what}: ${seen}`))
  if (hint) out(`        ${plain(hint)}`)
}

/** Its findings, room by room, sorted by name. */
async function* looking(url: string, name: string | undefined): AsyncGenerator<readonly Finding[]> {
  const site = workerUrl(url)
  const api = new Api(site)
  const worker = await checkWorker(api, url)
  yield worker
  if (worker.some((finding) => !finding.ok)) return
  const names = name === undefined ? await listed(api) : [name]
  if (!names.length) yield [ok('rooms', 'none')]
  const { games } = await import('../games/index.ts')
  for (let from = 0; from < names.length; from += together) {
    const some = names.slice(from, from + together)
    yield* await Promise.all(some.map((one) => checkNamed(api, site, one, games)))
  }
}

async function checkWorker(api: Api, url: string): Promise<Finding[]> {
  const what = `worker ${url}`
  try {
    const { ok: healthy, version } = await api.health()
    return [healthy ? ok(what, `version ${version}`) : broken(what, 'it says that it is not well')]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const code = /: (\w+)$/.exec(error.message)?.[1]
    const usual = 'is it running there? --url names another'
    return [broken(what, error.message, code === 'ECONNREFUSED' ? usual : (hintFor(code) ?? usual))]
  }
}

async function listed(api: Api): Promise<string[]> {
  return (await api.rooms()).map(({ game, room }) => `${game}/${room}`)
}
