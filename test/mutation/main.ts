// `npm run mutants`: draws mutants by a seed, and lists those that no test finds.
//
//   npm run mutants -- --seed S --count N [--in folder,folder] [--only n,n] [--list]
//
// Each is applied in a copy of the work tree, one at a time; of a mutant the tests run that are the likeliest to find it,
// until one fails. One that runs out of time counts as found. `--only`: those numbers of the drawn ones.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sourcesOf } from '../boundaries/repository.ts'
import { drawMutants, type Mutant } from './draw-mutants.ts'
import { applyMutation } from './mutations.ts'
import { findRelatedTests } from './related-tests.ts'

const root = resolve(import.meta.dirname, '../..')
const usualFolders = ['durable-objects', 'wire', 'sidecar', 'games']
/** Content and drawings are looked at, not tested; browser code is tested in a browser. */
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
const mutants = drawMutants(sources, folders, values.seed, Number(values.count))
/** Tests that fail in the copy without any mutant: because of the clock, or files that are not copied. */
const alwaysFail = new Set<string>()
const only = values.only?.split(',').map(Number)
if (values.list) for (const [n, mutant] of mutants.entries()) console.log(told(n, mutant))
else process.exitCode = tryAll() > 0 ? 1 : 0

function tryAll(): number {
  const copy = copied()
  let survivors = 0
  try {
    for (const [n, mutant] of mutants.entries()) {
      if (only && !only.includes(n)) continue
      const by = finder(copy, mutant)
      if (by === undefined) survivors++
      console.log(`${told(n, mutant)}\n   ${by ?? 'SURVIVED'}`)
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
  console.log(`${survivors} survived`)
  return survivors
}

/** The test that finds it; undefined: none. */
function finder(copy: string, mutant: Mutant): string | undefined {
  const { near, seeds, worker } = findRelatedTests(mutant.path, project)
  const ofSeeds = seeds.slice(0, 2).map((game) => `test/simulator/seeds/${game}.test.ts`)
  return (
    failing(copy, mutant, 'node', near.slice(0, nearest)) ??
    mistyped(copy, mutant) ??
    failing(copy, mutant, 'node', ofSeeds) ??
    failing(copy, mutant, 'node', near.slice(nearest)) ??
    failing(copy, mutant, 'worker', worker)
  )
}

/** The test that fails with the mutant, and does not without it. */
function failing(
  copy: string,
  mutant: Mutant,
  project: 'node' | 'worker',
  files: readonly string[],
): string | undefined {
  let left = files.filter((file) => !alwaysFail.has(file))
  for (;;) {
    const failed = withMutant(copy, mutant, () => firstFailed(copy, project, left))
    if (!failed || failed.file === undefined) return failed?.title
    if (!firstFailed(copy, project, [failed.file])) return `${failed.file}: ${failed.title}`
    console.log(`(${failed.file} fails without a mutant, too, and does not count)`)
    alwaysFail.add(failed.file)
    left = left.filter((file) => file !== failed.file)
  }
}

function mistyped(copy: string, mutant: Mutant): string | undefined {
  return withMutant(copy, mutant, () => {
    for (const part of ['games', 'workers', '.']) {
      const { status, stdout } = run(copy, 'tsc', ['-p', part])
      if (status !== 0) return `types: ${stdout.split('\n')[0]}`
    }
    return undefined
  })
}

interface Failed {
  /** Undefined: they ran out of time. */
  readonly file: string | undefined
  readonly title: string
}

function firstFailed(copy: string, project: string, files: readonly string[]): Failed | undefined {
  if (files.length === 0) return undefined
  const outputFile = join(copy, '.result.json')
  rmSync(outputFile, { force: true })
  const how = ['--bail', '1', '--project', project, '--reporter', 'json', '--outputFile', outputFile]
  const { status } = run(copy, 'vitest', ['run', ...how, ...files])
  if (status === 0) return undefined
  if (status === null) return { file: undefined, title: 'out of time' }
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Result
  const failed = testResults.find((each) => each.status === 'failed')
  if (!failed) return { file: undefined, title: 'an error beside the tests' }
  const test = failed.assertionResults.find((each) => each.status === 'failed')
  return { file: relative(copy, failed.name), title: test?.fullName ?? 'it cannot be imported' }
}

/** The report of vitest. */
interface Result {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function withMutant<T>(copy: string, mutant: Mutant, act: () => T): T {
  const before = project.get(mutant.path)!
  writeFileSync(join(copy, mutant.path), applyMutation(before, mutant))
  try {
    return act()
  } finally {
    writeFileSync(join(copy, mutant.path), before)
  }
}

function run(copy: string, program: string, words: readonly string[]) {
  return spawnSync(join(copy, 'node_modules/.bin', program), words, {
    cwd: copy,
    env: { ...process.env, PACKETBOAT_SEED: '1', NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: mostMs,
    killSignal: 'SIGKILL',
  })
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
