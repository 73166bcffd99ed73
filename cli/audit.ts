// Known vulnerabilities and bad signatures of what is installed, as the runner's package registry tells of them.
import { spawnSync } from 'node:child_process'
import { isObject } from '../games/shared/shapes/shape.ts'

/** Of one request, in milliseconds. A registry that does not answer costs a check no more. */
const patienceMs = 20_000
/** Severities that fail a check. */
const failing = ['moderate', 'high', 'critical'] as const

/** What a command of npm's came to. */
export interface AuditRun {
  readonly stdout: string
  readonly timedOut: boolean
}

export interface AuditVerdict {
  /** `skipped`: the registry did not answer, or does not answer this. */
  readonly outcome: 'ok' | 'failed' | 'skipped'
  /** Why, where it is not ok. */
  readonly why: string
}

/** What `npm audit --json` says of vulnerabilities. */
export function vulnerabilities(run: AuditRun): AuditVerdict {
  const { report, skipped } = read(run)
  if (!report || !isObject(report.vulnerabilities)) return skipped
  const found = Object.values(report.vulnerabilities).flatMap((one) =>
    isObject(one) && failing.some((severity) => severity === one.severity)
      ? `${one.name} (${one.severity})`
      : [],
  )
  return verdict(found)
}

/** What `npm audit signatures --json` says of signatures and attestations. */
export function signatures(run: AuditRun): AuditVerdict {
  const { report, skipped } = read(run)
  if (!report || !Array.isArray(report.invalid) || !Array.isArray(report.missing)) return skipped
  const named = (packages: readonly unknown[], fault: string) =>
    packages.map((one) => `${isObject(one) ? `${one.name}@${one.version}` : '?'} (${fault})`)
  return verdict([...named(report.invalid, 'bad signature'), ...named(report.missing, 'no signature')])
}

/** Both, of what is installed for production in `root`. The second is asked for only if the registry answered the first. */
export function audit(root: string): (AuditVerdict & { readonly name: string })[] {
  const first = { name: 'vulnerabilities', ...vulnerabilities(npm(root, 'audit', '--omit=dev', '--json')) }
  const name = 'signatures'
  if (first.outcome === 'skipped') return [first, { ...first, name }]
  return [first, { name, ...signatures(npm(root, 'audit', 'signatures', '--omit=dev', '--json')) }]
}

function npm(root: string, ...args: readonly string[]): AuditRun {
  const { stdout, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: patienceMs,
    shell: process.platform === 'win32',
  })
  return {
    stdout: stdout ?? '',
    timedOut: error !== undefined && 'code' in error && error.code === 'ETIMEDOUT',
  }
}

const verdict = (found: readonly string[]): AuditVerdict =>
  found.length > 0 ? { outcome: 'failed', why: found.join(', ') } : { outcome: 'ok', why: '' }

function read({ stdout, timedOut }: AuditRun) {
  const report = parsed(stdout)
  const status = report?.statusCode
  const why = timedOut
    ? `the package registry did not answer within ${patienceMs / 1000} s`
    : `the package registry does not answer audits${status === undefined ? '' : ` (HTTP ${status})`}`
  return { report, skipped: { outcome: 'skipped', why } as const }
}

/** Undefined: no JSON object. npm says so of a registry that it cannot reach. */
function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    // npm prints plain text where the registry does not answer.
    return undefined
  }
}
