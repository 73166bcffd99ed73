// `packetboat doctor`: connects to every listener as clients do, and reports problems and their causes.
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { ApiClient } from '../api/api-client.ts'
import { checkRoomByName } from '../doctor/check-room.ts'
import { type Finding, failedFinding, passedFinding, remedyFor } from '../doctor/finding.ts'
import { Failure } from '../terminal/failure.ts'
import { formatCount, type Output } from '../terminal/output.ts'
import { parseWorkerUrl } from './room.ts'

export interface DoctorOptions {
  /** The URL at which this machine reaches the site. */
  readonly url: string
  /** The full name (`game/room`) of the only room to check. Default: all rooms. */
  readonly name?: string | undefined
  readonly json?: boolean | undefined
}

/**
 * Maximum number of rooms that are checked in parallel. Checks mostly wait, but too many at once would overload a site.
 */
const parallelRooms = 8

export interface DoctorReport {
  readonly ok: boolean
  readonly url: string
  readonly findings: readonly Finding[]
}

/** Throws Failure if a check failed. */
export async function doctor({ url, name, json = false }: DoctorOptions, output: Output): Promise<void> {
  const report = await examineSite(url, name, (finding) => {
    if (!json) printFinding(finding, output)
  })
  if (json) output.out(JSON.stringify(report))
  requireHealthy(report)
}

export async function examineSite(
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

/** Throws Failure if a check failed. */
export function requireHealthy({ findings }: DoctorReport): void {
  const brokenCount = findings.filter(({ ok }) => !ok).length
  if (brokenCount) throw new Failure(`${formatCount(brokenCount, 'check')} failed`)
}

export function printFinding({ ok, what, seen, hint }: Finding, { out }: Output): void {
  out(`${ok ? 'ok    ' : 'not ok'}  ${what}: ${seen}`)
  if (hint) out(`        ${hint}`)
}

/** Yields the results sorted by the name of the room. */
async function* diagnose(url: string, name: string | undefined): AsyncGenerator<readonly Finding[]> {
  const site = parseWorkerUrl(url)
  const api = new ApiClient(site)
  const worker = await checkWorker(api, url)
  yield worker
  if (worker.some((finding) => !finding.ok)) return
  const names = name === undefined ? await listRoomNames(api) : [name]
  if (!names.length) yield [passedFinding('rooms', 'none')]
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
    return [
      healthy ? passedFinding(what, `version ${version}`) : failedFinding(what, 'its health check fails'),
    ]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const code = systemErrorCode(error)
    const usual = 'is it running there? pass another URL with --url'
    return [failedFinding(what, error.message, code === 'ECONNREFUSED' ? usual : (remedyFor(code) ?? usual))]
  }
}

async function listRoomNames(api: ApiClient): Promise<string[]> {
  return (await api.rooms()).map(({ game, room }) => `${game}/${room}`)
}
