// Runs test files in the copy of the work tree with a mutant, and finds the tests that fail because of it.
import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Request } from './test-process.ts'

/** A file in the copy of the work tree, with and without the mutant. */
export interface MutatedFile {
  /** Path from the root. */
  readonly path: string
  readonly source: string
  readonly changed: string
}

type Project = 'node' | 'long' | 'worker'

/** Timeout of each test in milliseconds. Tests normally take only a few milliseconds. */
const testTimeoutMs = 60_000
/** Test files that took longer than this many milliseconds are skipped. */
const slowMs = 8000
/**
 * Maximum milliseconds of the start of a process, and of a run. A run that exceeds this only with the mutant is in an
 * endless loop.
 */
const maxRunMs = 120_000
/** A process is replaced after this many runs, because Vitest's memory use grows with each. */
const runsPerProcess = 60

export class TestRunner {
  readonly #copy: string
  readonly #processes = new Map<Project, TestProcess>()
  /** Tests that fail even without a mutant, for example because of a file that is not copied. */
  readonly #alwaysFailed = new Set<string>()
  /** Files that were run once without a mutant, to find their tests that always fail. */
  readonly #checked = new Set<string>()
  /** Milliseconds that the last run of each file took. */
  readonly #durations = new Map<string, number>()

  constructor(copy: string) {
    this.#copy = copy
  }

  /** The first test that fails only with the mutant. Undefined if there is none. */
  async firstFailed(
    project: Project,
    files: readonly string[],
    mutated: MutatedFile,
  ): Promise<string | undefined> {
    for (;;) {
      const quick = files.filter((file) => (this.#durations.get(file) ?? 0) < slowMs)
      if (quick.length === 0) return undefined
      const failed = await this.#failedWith(project, quick, mutated)
      if (failed === undefined) {
        const unknown = quick.filter((file) => !this.#durations.has(file))
        if (unknown.length === 0) return 'out of time'
        for (const file of unknown) await this.#check(project, file)
        continue
      }
      const fresh = failed.filter((test) => !this.#alwaysFailed.has(test))
      const unchecked = quick.find(
        (file) => !this.#checked.has(file) && fresh.some((test) => test.startsWith(`${file}: `)),
      )
      if (unchecked === undefined) return fresh[0]
      await this.#check(project, unchecked)
    }
  }

  async #failedWith(
    project: Project,
    files: readonly string[],
    mutated: MutatedFile,
  ): Promise<readonly string[] | undefined> {
    const path = join(this.#copy, mutated.path)
    writeFileSync(path, mutated.changed)
    try {
      const known = [...this.#alwaysFailed].filter((test) =>
        files.some((file) => test.startsWith(`${file}: `)),
      )
      const request = { changed: [mutated.path], files, bail: known.length + 1 }
      return (await this.#run(project, request))?.failed
    } finally {
      writeFileSync(path, mutated.source)
      // The next run reads the restored file again.
      this.#processes.get(project)?.forget(mutated.path)
    }
  }

  async #check(project: Project, file: string): Promise<void> {
    const answer = await this.#run(project, { changed: [], files: [file], bail: 0 })
    if (!answer) this.#durations.set(file, maxRunMs)
    for (const test of answer?.failed ?? []) {
      console.log(`(fails without a mutant, too, and does not count: ${test})`)
      this.#alwaysFailed.add(test)
    }
    this.#checked.add(file)
  }

  async #run(project: Project, request: Request): Promise<Answer | undefined> {
    let process = this.#processes.get(project)
    if (!process || process.runs >= runsPerProcess) {
      process?.end()
      process = await TestProcess.start(this.#copy, project)
      this.#processes.set(project, process)
    }
    const answer = await process.run(request)
    if (!answer) this.#processes.delete(project)
    for (const [file, took] of Object.entries(answer?.durations ?? {})) this.#durations.set(file, took)
    return answer
  }

  end(): void {
    for (const process of this.#processes.values()) process.end()
  }
}

class TestProcess {
  runs = 0
  readonly #process: ChildProcess
  readonly #forgotten = new Set<string>()

  private constructor(process: ChildProcess) {
    this.#process = process
  }

  static async start(copy: string, project: Project): Promise<TestProcess> {
    const child = fork(join(copy, 'test/mutation/test-process.ts'), [project, String(testTimeoutMs)], {
      cwd: copy,
      env: { ...process.env, PACKETBOAT_SEED: '1', NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The process has its own process group, so that its workerd can be ended with it.
      detached: true,
    })
    const started = new TestProcess(child)
    if (!(await started.#answer())) throw new Error(`the tests of ${project} do not start`)
    return started
  }

  forget(path: string): void {
    this.#forgotten.add(path)
  }

  /** Resolves with undefined if the process ran out of time or memory. In this case, the process has ended. */
  async run(request: Request): Promise<Answer | undefined> {
    this.runs++
    this.#process.send({ ...request, changed: [...this.#forgotten, ...request.changed] })
    this.#forgotten.clear()
    const answer = await this.#answer()
    if (!answer) this.end()
    return answer
  }

  #answer(): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer?: Answer) => {
        clearTimeout(timeout)
        this.#process.off('message', settle).off('exit', exited)
        resolve(answer)
      }
      const exited = () => settle()
      const timeout = setTimeout(exited, maxRunMs)
      this.#process.on('message', settle).on('exit', exited)
    })
  }

  end(): void {
    try {
      process.kill(-this.#process.pid!, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
