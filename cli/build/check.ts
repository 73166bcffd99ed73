// `npm run check`: all checks that do not run the project. Prints each failure, continues, and exits 1 at the end.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { auditPackages } from './audit.ts'

interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
}

const root = resolve(import.meta.dirname, '../..')
const bundled = mkdtempSync(join(tmpdir(), 'packetboat-check-'))

/** The folder in which tools cache results for unchanged files, which halves the time of a repeated check. */
const cache = 'node_modules/.cache/check'
const typesOf = (project: string): Step['command'] => [
  ...(['tsc', '-p', project, '--incremental', '--tsBuildInfoFile'] as const),
  `${cache}/types-of-${project === '.' ? 'everything' : project}.json`,
]

const parallelSteps = 2

const steps: readonly Step[] = [
  { name: 'types of all other code', command: typesOf('.') },
  { name: 'format and lint', command: ['biome', 'check', '.'] },
  { name: 'types of the Worker', command: typesOf('workers') },
  {
    name: 'unused files, exports and packages',
    command: ['knip', '--no-progress', '--cache', '--cache-location', `${cache}/unused`],
  },
  { name: 'types of wire and games', command: typesOf('games') },
  { name: 'types of browser code', command: typesOf('browser') },
  { name: 'wording of sources and documents', command: ['node', 'cli/build/prose.ts'] },
  { name: 'tables in PROTOCOL.md', command: ['node', 'cli/build/generated-docs.ts', '--check'] },
  {
    name: 'the Worker as wrangler deploys it',
    command: ['wrangler', 'deploy', '--dry-run', '--outdir', bundled],
  },
]

const quietEnvironment = {
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

type Failure = string | null

async function runStep({ name, command: [program, ...args] }: Step): Promise<Failure> {
  const began = performance.now()
  const path = `${resolve(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const options = {
    cwd: root,
    env: { ...process.env, ...quietEnvironment, PATH: path },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  }
  const output = await new Promise<Failure>((done) =>
    execFile(program, args, options, (error, stdout, stderr) =>
      done(error && [!error.code && error.message, stdout, stderr].filter(Boolean).join('\n').trimEnd()),
    ),
  )
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`
  console.log(`${output === null ? 'ok    ' : 'not ok'}  ${name} (${took})`)
  if (output !== null) console.log(output)
  return output === null ? null : name
}

/** An audit does not fail if the registry is unreachable. */
async function runAudits(): Promise<Failure> {
  const failed: string[] = []
  for (const { name, outcome, reason } of await auditPackages(root)) {
    const of = `${name} of installed packages`
    const labels = { ok: 'ok    ', failed: 'not ok', skipped: 'skip  ' } as const
    console.log(`${labels[outcome]}  ${of}${reason && `: ${reason}`}`)
    if (outcome === 'failed') failed.push(of)
  }
  return failed.length > 0 ? failed.join(', ') : null
}

try {
  const left = [...steps.map((step) => () => runStep(step)), runAudits]
  const failed: string[] = []
  const worker = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      const failure = await step()
      if (failure !== null) failed.push(failure)
    }
  }
  await Promise.all(Array.from({ length: parallelSteps }, worker))
  if (failed.length) console.log(`\n${failed.length} failed: ${failed.join(', ')}`)
  process.exitCode = failed.length ? 1 : 0
} finally {
  rmSync(bundled, { recursive: true, force: true })
}
