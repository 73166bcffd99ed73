// A process that runs test files on request of its parent. It keeps one Vitest running, because the start of Vitest and
// the transformation of hundreds of modules take longer than the tests of one mutant. The process runs in the copy of
// the work tree.
import { resolve } from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'

export interface Request {
  /** Paths of test and source files that have changed since the last request, relative to the root. */
  readonly changed: readonly string[]
  readonly files: readonly string[]
  /** The number of failures that end the run; 0 runs all tests. */
  readonly bail: number
}

/** The names of failed tests, and errors outside of tests. */
export interface Answer {
  /** `file: title`. */
  readonly failed: readonly string[]
  /** Milliseconds that the tests of each file took. */
  readonly durations: { readonly [file: string]: number }
}

/** Runs the files in the order of the request, in which the tests most likely to fail are first. */
class InOrder extends BaseSequencer {
  override async sort<T>(files: T): Promise<T> {
    return files
  }
}

const [project = '', testTimeout = ''] = process.argv.slice(2)
const vitest = await createVitest('test', {
  run: true,
  watch: false,
  project: [project],
  maxWorkers: 1,
  reporters: [{}],
  sequence: { sequencer: InOrder },
  testTimeout: Number(testTimeout),
  hookTimeout: Number(testTimeout),
})
const [tested] = vitest.projects.filter(({ name }) => name === project)
if (!tested) throw new Error(`no project ${project}`)

process.on('disconnect', () => process.exit())
process.on('message', async ({ changed, files, bail }: Request) => {
  for (const path of changed) vitest.invalidateFile(resolve(path))
  vitest.config.bail = bail
  tested.config.bail = bail
  // If these maps are not cleared, Vitest reports failures of earlier runs again.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const specifications = files.map((file) => tested.createSpecification(resolve(file)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = testModules.flatMap((module) => {
    const tests = [...module.children.allTests('failed')].map((test) => test.fullName)
    const faults = module.errors().length > 0 ? ['cannot be imported'] : []
    return [...tests, ...faults].map((title) => `${module.relativeModuleId}: ${title}`)
  })
  const beside = unhandledErrors.map((error) => `an error outside of the tests: ${(error as Error).message}`)
  const durations = Object.fromEntries(
    testModules.map((module) => [module.relativeModuleId, module.diagnostic().duration]),
  )
  process.send!({ failed: [...failed, ...beside], durations } satisfies Answer)
})
process.send!({ failed: [], durations: {} } satisfies Answer)
