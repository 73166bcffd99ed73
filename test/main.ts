// `npm test`: runs all tests. Two Vitest processes share the processor: tests of sites and browsers wait for processes
// most of the time, and all other tests compute. Vitest itself runs projects with different numbers of workers one
// after another. With arguments, such as a folder, one Vitest process runs the tests that they name.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
/**
 * The number of workers of the computing process. More would not help: each imports the same modules again, and the
 * other process uses the processor while a worker waits.
 */
const computingWorkers = process.env.VITEST_MAX_WORKERS ?? String(availableParallelism())
/** The results of the first process, in Vitest's JSON. */
const resultsFile = '.vitest-cache/results.json'
const words = process.argv.slice(2)
process.exitCode = words.length > 0 ? await exitCode(run(words, 'inherit')) : await runAll()

async function runAll(): Promise<number> {
  rmSync(resultsFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]
  const computing = run([...projects('node', 'worker', 'long'), ...reporters], 'inherit', {
    TEST_CACHE: 'computing',
    VITEST_MAX_WORKERS: computingWorkers,
  })
  const waiting = run(projects('processes'), 'pipe', { TEST_CACHE: 'processes' })
  const parts: Buffer[] = []
  let write = (part: Buffer): void => void parts.push(part)
  for (const output of [waiting.stdout, waiting.stderr] as Readable[])
    output.on('data', (part: Buffer) => write(part))
  const codes = [exitCode(computing), exitCode(waiting)] as const
  // The output of the second process follows that of the first.
  await codes[0]
  write = (part) => void process.stdout.write(part)
  for (const part of parts) write(part)
  const results = await Promise.all(codes)
  // The second output is long: the failures of the first would be hundreds of lines above the end.
  if (results[0] !== 0) process.stdout.write(`\nFailed before the tests of processes:\n${failures()}`)
  return Math.max(...results)
}

/** The failed tests in `resultsFile`, a line each; an empty text if Vitest ended without writing the file. */
function failures(): string {
  if (!existsSync(resultsFile)) return ''
  return (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results).testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : [message]
      return titles.map((title) => `  ${relative(process.cwd(), name)}: ${title}\n`)
    })
    .join('')
}

/** The parts of Vitest's JSON report that `failures` reads. */
interface Results {
  readonly testResults: readonly {
    /** The path of the test file. */
    readonly name: string
    readonly status: string
    /** The error of a file that could not be imported. */
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name])
}

/** `env`: variables that are added to the environment, such as TEST_CACHE (vitest.config.ts). */
function run(
  words: readonly string[],
  output: 'inherit' | 'pipe',
  env: { readonly [name: string]: string } = {},
): ChildProcess {
  const child = spawn(process.execPath, [vitest, 'run', ...words], {
    stdio: ['inherit', output, output],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return child
}

/** The exit code of a process; 1 if a signal ended it. */
async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close')
  return code ?? 1
}
