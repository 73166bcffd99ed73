// `npm run mutants`: draws mutants by a seed, and lists those that no test finds.
//
//   npm run mutants -- --seed S --count N [--in folder,folder] [--only n,n] [--list]
//
// Each is applied in a copy of the work tree, one at a time; of a mutant the tests run that are the likeliest to find it,
// until one fails. One that runs out of time counts as found. `--only`: those numbers of the drawn ones.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sourcesOf } from '../boundaries/repository.ts'
import { drawn, type Mutant } from './drawn.ts'
import { mutated } from './mutations.ts'
import { type Related, relatedTo } from './related.ts'

const root = resolve(import.meta.dirname, '../..')
const usualFolders = ['durable-objects', 'wire', 'sidecar', 'games']
/** What was made by hand or drawn is looked at, not tested; what runs in a browser is tested in one. */
const untried = /^games\/[^/]+\/(made|browser)\//
/** Test files that run first. */
const nearest = 8
/** Of one step, in milliseconds. */
const mostMs = 300_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    in: { type: 'string' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

const folders = values.in?.split(',') ?? usualFolders
const project = sourcesOf('wire', 'games', 'durable-objects', 'workers', 'sidecar', 'cli', 'browser', 'test')
const sources = new Map(
  [...project].filter(
    ([path]) => folders.some((folder) => path.startsWith(`${folder}/`)) && !untried.test(path),
  ),
)
const mutants = drawn(sources, folders, values.seed, Number(values.count))
const only = values.only?.split(',').map(Number)
if (values.list) for (const [n, mutant] of mutants.entries()) console.log(told(n, mutant))
else process.exitCode = tryAll() > 0 ? 1 : 0

function tryAll(): number {
  const copy = copied()
  let survivors = 0
  try {
    for (const [n, mutant] of mutants.entries()) {
      if (only && !only.includes(n)) continue
      const before = project.get(mutant.path)!
      writeFileSync(join(copy, mutant.path), mutated(before, mutant))
      const by = finder(copy, relatedTo(mutant.path, project))
      writeFileSync(join(copy, mutant.path), before)
      if (by === undefined) survivors++
      console.log(`${told(n, mutant)}\n   ${by ?? 'SURVIVED'}`)
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
  console.log(`${survivors} survived`)
  return survivors
}

/** What finds it; undefined: nothing does. */
function finder(copy: string, { near, seeds, worker }: Related): string | undefined {
  const vitest = (kind: 'node' | 'worker', files: readonly string[]) =>
    files.length > 0 && run(copy, 'vitest', ['run', '--bail', '1', '--project', kind, ...files])
  const steps: (readonly [name: string, step: () => string | false])[] = [
    ['the nearest tests', () => vitest('node', near.slice(0, nearest))],
    ['types', () => run(copy, 'tsc', ['-b'])],
    [
      'seeds',
      () =>
        vitest(
          'node',
          seeds.slice(0, 2).map((game) => `test/simulator/seeds/${game}.test.ts`),
        ),
    ],
    ['other tests', () => vitest('node', near.slice(nearest))],
    ['tests in workerd', () => vitest('worker', worker)],
  ]
  for (const [name, step] of steps) {
    const found = step()
    if (found) return `found by ${name}: ${found}`
  }
  return undefined
}

/** What failed in it; false: nothing did. */
function run(copy: string, program: string, words: readonly string[]): string | false {
  const { status, stdout } = spawnSync(join(copy, 'node_modules/.bin', program), words, {
    cwd: copy,
    env: { ...process.env, PACKETBOAT_SEED: '1', NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: mostMs,
    killSignal: 'SIGKILL',
  })
  if (status === null) return 'out of time'
  const failed = /^ *(?:×|FAIL) .*$|error TS.*$/m.exec(stdout)?.[0] ?? stdout.trim().split('\n').at(-1) ?? ''
  return status === 0 ? false : failed.trim()
}

/** The work tree as it is, what is not committed too. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const path of stdout.trim().split('\n')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function told(n: number, { path, kind, start, end, text }: Mutant): string {
  const source = readFileSync(join(root, path), 'utf8')
  const line = source.slice(0, start).split('\n').length
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 80)
  return `${n} ${path}:${line} ${kind}: ${short(source.slice(start, end))} → ${short(text)}`
}
