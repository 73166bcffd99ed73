// `npm test`: runs all tests. Two Vitest processes share the processor: tests of sites and browsers wait for processes most
// of the time, and all other tests compute. Vitest itself runs projects with different numbers of workers one after another.
// With arguments, such as a folder, one Vitest process runs the tests that they name.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
/**
 * The number of workers that compute. Each imports the same modules, and the tests of processes use the processor while
 * a worker waits.
 */
const computingWorkers = process.env.VITEST_MAX_WORKERS ?? String(availableParallelism())
const words = process.argv.slice(2)
process.exitCode = words.length > 0 ? await exitCode(run(words, 'inherit')) : await runAll()

async function runAll(): Promise<number> {
  const computing = run(projects('node', 'worker', 'long'), 'inherit', {
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
  return Math.max(...(await Promise.all(codes)))
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
