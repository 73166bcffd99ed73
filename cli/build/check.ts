// `npm run check`: all checks that do not run the project. Prints each failure, continues, and exits 1 at the end.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { audit } from './audit.ts'

interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
}

const root = resolve(import.meta.dirname, '../..')
const bundled = mkdtempSync(join(tmpdir(), 'packetboat-check-'))

const steps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '.'] },
  { name: 'types of wire and games', command: ['tsc', '-p', 'games'] },
  { name: 'types of the Worker', command: ['tsc', '-p', 'workers'] },
  { name: 'types of what runs in browsers', command: ['tsc', '-p', 'browser'] },
  { name: 'types of everything else', command: ['tsc', '-p', '.'] },
  { name: 'unused files, exports and packages', command: ['knip', '--no-progress'] },
  { name: 'wording of sources and documents', command: ['node', 'cli/build/prose.ts'] },
  { name: 'tables in PROTOCOL.md', command: ['node', 'cli/build/generated-docs.ts', '--check'] },
  {
    name: 'the Worker as wrangler deploys it',
    command: ['wrangler', 'deploy', '--dry-run', '--outdir', bundled],
  },
]

/** Disables telemetry. */
const quietEnvironment = {
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

function runStep({ name, command: [program, ...args] }: Step): boolean {
  const began = performance.now()
  const path = `${resolve(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...quietEnvironment, PATH: path },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`
  console.log(`${status === 0 ? 'ok    ' : 'not ok'}  ${name} (${took})`)
  if (status !== 0) console.log([error?.message, stdout, stderr].filter(Boolean).join('\n').trimEnd())
  return status === 0
}

/** The names of the failed audits. An unreachable registry fails none. */
function failedAudits(): string[] {
  return audit(root).flatMap(({ name, outcome, reason }) => {
    const of = `${name} of installed packages`
    const labels = { ok: 'ok    ', failed: 'not ok', skipped: 'skip  ' } as const
    console.log(`${labels[outcome]}  ${of}${reason && `: ${reason}`}`)
    return outcome === 'failed' ? of : []
  })
}

try {
  const failed = [...steps.filter((step) => !runStep(step)).map(({ name }) => name), ...failedAudits()]
  if (failed.length) console.log(`\n${failed.length} failed: ${failed.join(', ')}`)
  process.exitCode = failed.length ? 1 : 0
} finally {
  rmSync(bundled, { recursive: true, force: true })
}
