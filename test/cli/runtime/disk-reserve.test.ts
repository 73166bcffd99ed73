import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DiskReserve } from '../../../cli/runtime/disk-reserve.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const [mib, minute] = [1024 * 1024, 60_000]

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function reserveOn(disk: { free: number }, folder = temporaryFolder()) {
  const messages: string[] = []
  const output = { out() {}, err: (line: string) => void messages.push(line) }
  const reserve = new DiskReserve(folder, output, () => disk.free)
  onTestFinished(() => reserve.release())
  const file = join(folder, 'reserve')
  return { reserve, messages, file, bytes: () => (existsSync(file) ? statSync(file).size : 0) }
}

test('the reserve is released below 1 MiB of free space and allocated again later', () => {
  const disk = { free: 100 * mib }
  const { reserve, messages, bytes } = reserveOn(disk)
  expect([bytes(), reserve.hasSpace]).toEqual([8 * mib, true])
  disk.free = mib - 1
  expect(reserve.hasSpace).toBe(false)
  vi.advanceTimersByTime(10 * minute)
  expect([bytes(), messages.length]).toEqual([0, 1])
  disk.free = 100 * mib
  vi.advanceTimersByTime(minute)
  expect([bytes(), messages.at(-1)]).toEqual([8 * mib, expect.stringContaining('has space again')])
  disk.free = 0
  vi.advanceTimersByTime(minute)
  expect([bytes(), messages.length]).toEqual([0, 3])
})

test('a missing disk, or a folder in place of the reserve file, causes no exception', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'reserve'))
  const gone = {
    get free(): number {
      throw new Error('ENOENT: no such file or directory, statfs')
    },
  }
  const { reserve, messages } = reserveOn(gone, folder)
  vi.advanceTimersByTime(minute)
  expect([reserve.hasSpace, messages.length]).toEqual([false, 2])
  reserve.release()
  expect(messages).toHaveLength(3)
})

test('the reserve is allocated later if the disk was full at the start', () => {
  const disk = { free: 0 }
  const { bytes } = reserveOn(disk)
  vi.advanceTimersByTime(minute)
  expect(bytes()).toBe(0)
  disk.free = 100 * mib
  vi.advanceTimersByTime(minute)
  expect(bytes()).toBe(8 * mib)
})

test('the reserve takes its full size on a compressing file system', () => {
  const { file } = reserveOn({ free: 100 * mib })
  expect(gzipSync(readFileSync(file)).length).toBeGreaterThan(8 * mib)
})

test('a failure of the reserve does not stop the site, is logged once, and the reserve is retried once a minute', () => {
  const disk = { free: 0 }
  const folder = temporaryFolder()
  const { messages, file, bytes } = reserveOn(disk, folder)
  vi.advanceTimersByTime(minute)
  rmSync(file, { force: true })
  // A folder at the path of the file makes the write fail.
  mkdirSync(file)
  disk.free = 100 * mib
  vi.advanceTimersByTime(10 * minute)
  expect(messages).toEqual([expect.stringMatching(/^cannot reserve disk space: EISDIR/)])
  rmSync(file, { recursive: true })
  vi.advanceTimersByTime(minute)
  expect(bytes()).toBe(8 * mib)
})
