// Checks the installed packages for known vulnerabilities and invalid signatures, with data of the package registry.
import { execFile } from 'node:child_process'
import { isObject } from '../../games/shared/schema/schema.ts'

/** Milliseconds for which an unreachable registry can delay the check. */
const timeoutMs = 20_000
const failingSeverities = ['moderate', 'high', 'critical'] as const

export interface AuditRun {
  readonly stdout: string
  readonly timedOut: boolean
}

export interface AuditVerdict {
  /** `skipped`: the registry did not answer or does not support audits. */
  readonly outcome: 'ok' | 'failed' | 'skipped'
  readonly reason: string
}

/** Reads the output of `npm audit --json`. */
export function parseVulnerabilityAudit(run: AuditRun): AuditVerdict {
  const { report, skipped } = parseRun(run)
  if (!report || !isObject(report.vulnerabilities)) return skipped
  const found = Object.values(report.vulnerabilities).flatMap((one) =>
    isObject(one) && failingSeverities.some((severity) => severity === one.severity)
      ? `${one.name} (${one.severity})`
      : [],
  )
  return toVerdict(found)
}

/** Reads the output of `npm audit signatures --json`: signatures and attestations. */
export function parseSignatureAudit(run: AuditRun): AuditVerdict {
  const { report, skipped } = parseRun(run)
  if (!report || !Array.isArray(report.invalid) || !Array.isArray(report.missing)) return skipped
  const named = (packages: readonly unknown[], fault: string) =>
    packages.map((one) => `${isObject(one) ? `${one.name}@${one.version}` : '?'} (${fault})`)
  return toVerdict([...named(report.invalid, 'bad signature'), ...named(report.missing, 'no signature')])
}

/**
 * Audits the production packages. Signatures are checked only if the registry answered the audit of vulnerabilities.
 */
export async function auditPackages(root: string): Promise<(AuditVerdict & { readonly name: string })[]> {
  const vulnerabilities = {
    name: 'vulnerabilities',
    ...parseVulnerabilityAudit(await npm(root, 'audit', '--omit=dev', '--json')),
  }
  const name = 'signatures'
  if (vulnerabilities.outcome === 'skipped') return [vulnerabilities, { ...vulnerabilities, name }]
  return [
    vulnerabilities,
    { name, ...parseSignatureAudit(await npm(root, 'audit', 'signatures', '--omit=dev', '--json')) },
  ]
}

function npm(root: string, ...args: readonly string[]): Promise<AuditRun> {
  const options = { cwd: root, timeout: timeoutMs, shell: process.platform === 'win32' }
  return new Promise((done) =>
    execFile('npm', args, options, (error, stdout) => done({ stdout, timedOut: error?.killed === true })),
  )
}

const toVerdict = (found: readonly string[]): AuditVerdict =>
  found.length > 0 ? { outcome: 'failed', reason: found.join(', ') } : { outcome: 'ok', reason: '' }

function parseRun({ stdout, timedOut }: AuditRun) {
  const report = parseJsonObject(stdout)
  const status = report?.statusCode
  const reason = timedOut
    ? `the package registry did not answer within ${timeoutMs / 1000} s`
    : `the package registry does not answer audits${status === undefined ? '' : ` (HTTP ${status})`}`
  return { report, skipped: { outcome: 'skipped', reason } as const }
}

function parseJsonObject(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // npm prints plain text if the registry does not answer
  }
}
