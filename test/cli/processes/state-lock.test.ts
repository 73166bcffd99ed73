import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireLock } from '../../../cli/runtime/state-lock.ts'
import { acquireLockFile, identifyThisProcess } from '../../../sidecar/lock/lock-file.ts'
import {
  findProcess,
  findProcessWithPs,
  isAlive,
  type ProcessIdentity,
} from '../../../sidecar/lock/processes.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const startTime = (pid: number) => findProcess(pid)?.startTime ?? ''
const deadProcess = async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  const known = { pid: child.pid!, startTime: startTime(child.pid!) }
  await once(child, 'exit')
  return known
}

/** A long-running process whose program file is called `name`. */
async function bystander(name: string): Promise<ChildProcess> {
  const program = join(temporaryFolder(), name)
  copyFileSync('/bin/sleep', program)
  const child = spawn(program, ['600'], { stdio: 'ignore' })
  await once(child, 'spawn')
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function writeLock(file: string, owner: object, runtimes: readonly object[] = []): void {
  writeFileSync(file, JSON.stringify({ ...owner, startedAt: '2026-11-20T10:00:00.000Z', runtimes }))
}

test('a lock contains its owner and the current runtimes, and is removed when it is released', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  const child = await bystander('workerd')
  const lock = await acquireLock(file)
  lock.recordRuntimes([child.pid!])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    pid: process.pid,
    startTime: startTime(process.pid),
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    runtimes: [{ pid: child.pid, startTime: startTime(child.pid!) }],
  })
  lock.release()
  expect(readdirSync(join(file, '..'))).toEqual(['lock.json.held'])
})

test('a state folder in use by a living process is rejected in one line, and its lock stays', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  await acquireLock(file)
  const before = readFileSync(file, 'utf8')
  await expect(acquireLock(file)).rejects.toThrow(`in use by process ${process.pid}`)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(readdirSync(join(file, '..'))).toEqual(['lock.json', 'lock.json.held'])
})

test('the workerd process of a dead owner is killed before the lock is taken', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  const orphan = await bystander('workerd')
  const known = { pid: orphan.pid!, startTime: startTime(orphan.pid!) }
  const exit = once(orphan, 'exit')
  writeLock(file, await deadProcess(), [known])
  await acquireLock(file)
  expect(isAlive(known)).toBe(false)
  expect(await exit).toEqual([null, 'SIGKILL'])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
})

test('a new owner of the lock does not kill a process that has only the pid of a recorded workerd', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  const other = await bystander('sleeper')
  const newer = await bystander('workerd')
  writeLock(file, await deadProcess(), [
    { pid: other.pid!, startTime: startTime(other.pid!) },
    { pid: newer.pid!, startTime: 'another time' },
  ])
  await acquireLock(file)
  expect([findProcess(other.pid!), findProcess(newer.pid!)]).not.toContain(undefined)
})

test('an owner counts as dead if its pid now belongs to another process', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  writeLock(file, { pid: process.pid, startTime: 'before the machine was started' })
  await acquireLock(file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ startTime: startTime(process.pid) })
})

test('an unreadable lock is renamed, and a new one takes its place', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  for (const [damage, aside] of [
    ['{"pid":', 'lock.json.damaged'],
    ['\0\0\0', 'lock.json.damaged2'],
  ] as const) {
    writeFileSync(file, damage)
    const lock = await acquireLock(file)
    expect(lock.damaged).toBe(join(file, '..', aside))
    expect(readFileSync(lock.damaged!, 'utf8')).toBe(damage)
    lock.release()
    expect(existsSync(file)).toBe(false)
  }
})

test('without process birth times a lock is valid for a day', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  writeLock(file, { pid: process.pid, startTime: '' })
  await expect(acquireLock(file)).rejects.toThrow('in use')
  const old = Date.now() / 1000 - 25 * 60 * 60
  utimesSync(file, old, old)
  await acquireLock(file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ startTime: startTime(process.pid) })
})

test('only one of many processes takes the lock of a dead process', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  writeLock(file, await deadProcess())
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(file)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('locks work on a file system without hard links', () => {
  const path = join(temporaryFolder(), 'lock')
  const none = () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  }
  const inUse = () => new Error('in use')
  const ownerIn = (output: unknown) => output as ProcessIdentity
  acquireLockFile({ path, parseOwner: ownerIn, lockedError: inUse }, identifyThisProcess(), none)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(identifyThisProcess())
  expect(() =>
    acquireLockFile({ path, parseOwner: ownerIn, lockedError: inUse }, identifyThisProcess(), none),
  ).toThrow('in use')
  expect(readdirSync(join(path, '..'))).toEqual(['lock'])
})

test('the birth time of a process is the same in every time zone and language', () => {
  const { TZ } = process.env
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })
  const births = ['Asia/Tokyo', 'America/New_York'].map((zone) => {
    process.env.TZ = zone
    return findProcessWithPs(process.ppid)?.startTime
  })
  expect(births[0]).toMatch(/\d{4}$/)
  expect(births[1]).toBe(births[0])
})

test('a state folder in use by another container, where pids differ, is rejected', async () => {
  const file = join(temporaryFolder(), 'lock.json')
  const lock = await acquireLock(file)
  // A lock that was written in a container, in which pid 1 is another process.
  const other = { pid: 1, startTime: 'in another container' }
  writeLock(file, other)
  await expect(acquireLock(file)).rejects.toThrow('in use by process 1 of another container or machine')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(other)
  lock.release()
  ;(await acquireLock(file)).release()
})
