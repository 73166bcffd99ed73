// `packetboat doctor`: connects to everything that clients connect to, and reports problems and their causes.
import { ApiClient } from '../api/api-client.ts'
import { checkRoomByName } from '../doctor/check-room.ts'
import { broken, type Finding, hintFor, passed } from '../doctor/finding.ts'
import { Failure } from '../terminal/failure.ts'
import { type Output, printable } from '../terminal/output.ts'
import { parseWorkerUrl } from './room.ts'

export interface DoctorOptions {
  /** The Worker's URL, as this machine reaches it. */
  readonly url: string
  /** `game/room`: checks only this room. */
  readonly name?: string | undefined
  /** Prints all findings at the end as one line of JSON. */
  readonly json?: boolean | undefined
}

/** Maximum number of rooms checked in parallel. A check is mostly waiting, but the doctor must not flood a site. */
const parallelRooms = 8

/** The line that `doctor --json` prints. */
export interface DoctorReport {
  /** Whether all checks passed. */
  readonly ok: boolean
  readonly url: string
  readonly findings: readonly Finding[]
}

/** Prints a line for every check. Throws Failure if something is broken. */
export async function doctor({ url, name, json = false }: DoctorOptions, output: Output): Promise<void> {
  const report = await examine(url, name, (finding) => {
    if (!json) printFinding(finding, output)
  })
  if (json) output.out(JSON.stringify(report))
  requireHealthy(report)
}

/** Runs all checks. `onFinding`: called for each result as it arrives. */
export async function examine(
  url: string,
  name: string | undefined,
  onFinding: (finding: Finding) => void,
): Promise<DoctorReport> {
  const findings: Finding[] = []
  for await (const some of diagnose(url, name)) {
    findings.push(...some)
    for (const finding of some) onFinding(finding)
  }
  return { ok: findings.every(({ ok }) => ok), url, findings }
}

/** Throws Failure if something is broken. */
export function requireHealthy({ findings }: DoctorReport): void {
  const brokenCount = findings.filter(({ ok }) => !ok).length
  if (brokenCount) throw new Failure(`${brokenCount} ${brokenCount === 1 ? 'check' : 'checks'} failed`)
}

/** The lines of one result. */
export function printFinding({ ok, what, seen, hint }: Finding, { out }: Output): void {
  out(printable(`${ok ? 'ok    ' : 'not ok'}  ${what}: ${seen}`))
  if (hint) out(`        ${printable(hint)}`)
}

/** The findings of `doctor`, room by room, sorted by name. */
async function* diagnose(url: string, name: string | undefined): AsyncGenerator<readonly Finding[]> {
  const site = parseWorkerUrl(url)
  const api = new ApiClient(site)
  const worker = await checkWorker(api, url)
  yield worker
  if (worker.some((finding) => !finding.ok)) return
  const names = name === undefined ? await listRoomNames(api) : [name]
  if (!names.length) yield [passed('rooms', 'none')]
  const { games } = await import('../../games/index.ts')
  for (let from = 0; from < names.length; from += parallelRooms) {
    const some = names.slice(from, from + parallelRooms)
    yield* await Promise.all(some.map((one) => checkRoomByName(api, site, one, games)))
  }
}

async function checkWorker(api: ApiClient, url: string): Promise<Finding[]> {
  const what = `worker ${url}`
  try {
    const { ok: healthy, version } = await api.health()
    return [healthy ? passed(what, `version ${version}`) : broken(what, 'its health check fails')]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const code = /: (\w+)$/.exec(error.message)?.[1]
    const usual = 'is it running there? pass another URL with --url'
    return [broken(what, error.message, code === 'ECONNREFUSED' ? usual : (hintFor(code) ?? usual))]
  }
}

async function listRoomNames(api: ApiClient): Promise<string[]> {
  return (await api.rooms()).map(({ game, room }) => `${game}/${room}`)
}
