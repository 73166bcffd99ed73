import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { findProcess, isAlive } from '../../../sidecar/lock/processes.ts'

const reaperModule = JSON.stringify(new URL('../../../cli/runtime/orphan-reaper.ts', import.meta.url))

/**
 * Starts a process whose reaper watches these lists of runtimes, one after another. Waits until the reaper is ready.
 */
async function start(...runtimes: readonly (readonly number[])[]): Promise<ChildProcess> {
  const code = `
    const { OrphanReaper } = await import(${reaperModule})
    const reaper = new OrphanReaper()
    for (const pids of ${JSON.stringify(runtimes)}) reaper.replaceWatchedPids(pids)
    process.on('SIGTERM', () => reaper.release())
    console.log('ready')
    setInterval(() => {}, 1000)`
  const words = ['--input-type=module', '-e', code]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(createInterface(child.stdout!), 'line')
  return child
}

/** A process that outlives the test in a process group of its own, as workerd does. */
async function runtime() {
  const child = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
  await once(child, 'spawn')
  onTestFinished(() => void child.kill('SIGKILL'))
  return { pid: child.pid!, startTime: findProcess(child.pid!)!.startTime, ended: once(child, 'exit') }
}

test('kill -9 of the parent kills its current runtimes and no other process', async () => {
  const [former, first, second] = await Promise.all([runtime(), runtime(), runtime()])
  const child = await start([former.pid], [first.pid, second.pid])
  child.kill('SIGKILL')
  expect(await Promise.all([first.ended, second.ended])).toEqual([
    [null, 'SIGKILL'],
    [null, 'SIGKILL'],
  ])
  expect(isAlive(former)).toBe(true)
})

test('kill -9 of the parent’s process group kills the parent’s runtimes', async () => {
  const one = await runtime()
  const child = await start([one.pid])
  process.kill(-child.pid!, 'SIGKILL')
  expect(await one.ended).toEqual([null, 'SIGKILL'])
})

test('the reaper kills nothing after a parent has stopped normally', async () => {
  const one = await runtime()
  const child = await start([one.pid], [])
  child.kill('SIGKILL')
  await once(child, 'exit')
  const other = await runtime()
  const last = await start([other.pid])
  last.kill('SIGKILL')
  await other.ended // the first reaper has also ended by now
  expect(isAlive(one)).toBe(true)
})

test('a released reaper kills the remaining runtimes and does not keep the process alive', async () => {
  const one = await runtime()
  const child = await start([one.pid])
  child.kill('SIGTERM')
  expect(await one.ended).toEqual([null, 'SIGKILL'])
})
