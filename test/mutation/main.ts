// `npm run mutants`: draws mutants by a seed, and lists those that no test finds.
//
//   npm run mutants -- --seed S --count N [--in folder,folder] [--only n,n] [--node] [--all] [--report file] [--list]
//
// Applies one mutant at a time in a copy of the work tree, and runs the tests most likely to find it until one fails
// that passes without the mutant. A mutant whose run exceeds its time counts as found. `--only`: tries only the drawn
// mutants with these indices. `--node`: skips the tests in workerd. `--all`: runs all related tests in plain Node, for
// mutants that survived without this flag. `--report`: writes each mutant and the test that found it as JSON.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sourcesOf } from '../boundaries/repository.ts'
import { drawMutants, type Mutant } from './draw-mutants.ts'
import { applyMutation } from './mutations.ts'
import { findRelatedTests } from './related-tests.ts'
import { type MutatedFile, TestRunner } from './test-runner.ts'

const root = resolve(import.meta.dirname, '../..')
const usualFolders = ['durable-objects', 'wire', 'sidecar', 'games']
/** Files without mutants: content and drawings are checked by eye, and browser code is tested in a browser. */
const untried = /^games\/[^/]+\/(made|builtin|browser)\//
/**
 * The number of test files that run before the type check and the simulator's seeds, and the number that run after
 * them.
 */
const nearest = 6
const farther = 10

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    in: { type: 'string' },
    only: { type: 'string' },
    node: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    report: { type: 'string' },
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
const only = values.only?.split(',').map(Number)
const mutants = [...drawMutants(sources, folders, values.seed, Number(values.count)).entries()].filter(
  ([n]) => only === undefined || only.includes(n),
)
/** The type errors of each part of the project that occur without a mutant. */
const typeErrors = new Map<string, ReadonlySet<string>>()
if (values.list) for (const [n, mutant] of mutants) console.log(describeMutant(n, mutant))
else process.exitCode = (await tryAll()) > 0 ? 1 : 0

async function tryAll(): Promise<number> {
  const copy = copyWorkTree()
  const tests = new TestRunner(copy)
  const tried: { readonly mutant: string; readonly foundBy: string | null; readonly ms: number }[] = []
  try {
    for (const [n, mutant] of mutants) {
      const from = performance.now()
      const foundBy = await finder(copy, tests, mutant)
      const ms = Math.round(performance.now() - from)
      tried.push({ mutant: describeMutant(n, mutant), foundBy: foundBy ?? null, ms })
      console.log(`${describeMutant(n, mutant)}\n   ${foundBy ?? 'SURVIVED'}`)
      if (values.report)
        writeFileSync(values.report, `${JSON.stringify({ seed: values.seed, tried }, null, 1)}\n`)
    }
  } finally {
    tests.end()
    rmSync(copy, { recursive: true })
  }
  const survivors = tried.filter(({ foundBy }) => foundBy === null).length
  console.log(`${survivors} of ${tried.length} survived`)
  return survivors
}

/** The first test or type check that fails with the mutant. Undefined if none fails. */
async function finder(copy: string, tests: TestRunner, mutant: Mutant): Promise<string | undefined> {
  const { near, seeds, worker } = findRelatedTests(mutant.path, project)
  const last = values.all ? near.length : nearest + farther
  const ofSeeds = seeds.slice(-2).map((game) => `test/simulator/seeds/${game}.test.ts`)
  const source = project.get(mutant.path)!
  const mutated = { path: mutant.path, source, changed: applyMutation(source, mutant) }
  return (
    (await tests.firstFailed('node', near.slice(0, nearest), mutated)) ??
    mistyped(copy, mutated) ??
    (await tests.firstFailed('long', ofSeeds, mutated)) ??
    (await tests.firstFailed('node', near.slice(nearest, last), mutated)) ??
    (await tests.firstFailed('worker', values.node ? [] : worker, mutated))
  )
}

/** The first type error that the mutant causes in its part of the project. Undefined if there is none. */
function mistyped(copy: string, { path, source, changed }: MutatedFile): string | undefined {
  const part = /^(wire|games)\//.test(path) ? 'games' : path.startsWith('durable-objects/') ? 'workers' : '.'
  if (!typeErrors.has(part)) typeErrors.set(part, new Set(errorsOf(copy, part)))
  writeFileSync(join(copy, path), changed)
  try {
    const error = errorsOf(copy, part).find((each) => !typeErrors.get(part)!.has(each))
    return error && `types: ${error}`
  } finally {
    writeFileSync(join(copy, path), source)
  }
}

function errorsOf(copy: string, part: string): readonly string[] {
  const { stdout } = spawnSync(join(copy, 'node_modules/.bin/tsc'), ['-p', part], {
    cwd: copy,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line !== '')
}

/** A copy of the work tree, including uncommitted changes. */
function copyWorkTree(): string {
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
  // Polls have a shorter timeout, because a mutant may have removed the answer that they wait for.
  writeFileSync(
    join(copy, 'test/timeouts.ts'),
    'export const pollOptions = { timeout: 10_000, interval: 20 }\nexport const testTimeout = 180_000\n',
  )
  return copy
}

function describeMutant(n: number, { path, kind, start, end, text }: Mutant): string {
  const source = project.get(path)!
  const line = source.slice(0, start).split('\n').length
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 80)
  return `${n} ${path}:${line} ${kind}: ${short(source.slice(start, end))} → ${short(text)}`
}
