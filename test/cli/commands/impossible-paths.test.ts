// Commands that have to write to a path where they cannot create a file or folder. They print one sentence without a
// stack and replace nothing.
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeWholeFile } from '../../../cli/api/whole-file.ts'
import { commandLine } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

beforeEach(() => {
  vi.stubEnv('ADMIN_TOKEN', 'secret')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(gzipSync('{}\n')))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const url = 'https://play.example.org'

async function failure(...words: string[]): Promise<string> {
  const { code, out, err } = await commandLine(...words, '--url', url)
  expect([code, out, err.length]).toEqual([1, [], 1])
  expect(err[0]).not.toMatch(/\n| {4}at /)
  return err[0]!
}

function existingFile(): string {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, 'before')
  return file
}

describe('backup', () => {
  test('names the folder and the reason if its path is a file or below a file', async () => {
    const file = existingFile()
    expect(await failure('backup', file)).toMatch(
      /^cannot use .*file as backup folder: EEXIST: .*\. Choose another folder$/,
    )
    expect(await failure('backup', join(file, 'kept'))).toMatch(
      /^cannot use .*kept as backup folder: ENOTDIR: .*\. Choose another folder$/,
    )
  })

  test.runIf(process.platform === 'linux')('ends at once if its folder is below /proc', async () => {
    expect(await failure('backup', '/proc/kept/deep')).toMatch(
      /^cannot use .* ENOENT: .* Choose another folder$/,
    )
  })
})

test.runIf(process.platform === 'linux')(
  'a file that cannot be written completely does not replace an existing file',
  async () => {
    const file = existingFile()
    const unique = '00000000-0000-4000-8000-000000000000'
    const partial = join(dirname(file), `packetboat-${unique}.partial`)
    vi.spyOn(globalThis.crypto, 'randomUUID').mockReturnValue(unique)
    symlinkSync('/dev/full', partial)
    expect(await failure('room', 'yamls', 'archipelago/harbor', '--zip', file)).toBe(
      `cannot write ${file}: ENOSPC`,
    )
    expect([readFileSync(file, 'utf8'), existsSync(partial)]).toEqual(['before', false])
    const full = '/dev/full'
    expect(await failure('room', 'yamls', 'archipelago/harbor', '--zip', full)).toBe(
      'cannot write /dev/full: ENOSPC',
    )
    expect(statSync(full).isCharacterDevice()).toBe(true)
  },
)

test('writing a file succeeds with a name of maximum length, and deletes partial files that are over an hour old', async () => {
  const folder = dirname(existingFile())
  const partialOf = (digit: number) => `packetboat-${'0'.repeat(35)}${digit}.partial`
  for (const digit of [1, 2]) writeFileSync(join(folder, partialOf(digit)), 'part')
  const hourAgo = Date.now() / 1000 - 3601
  utimesSync(join(folder, partialOf(1)), hourAgo, hourAgo)
  const name = `${'x'.repeat(251)}.zip`
  await writeWholeFile(join(folder, name), new Uint8Array([1]))
  expect(readdirSync(folder).sort()).toEqual(['file', partialOf(2), name].sort())
})

test('a file that two commands write at the same time contains the complete output of one of them', async () => {
  const file = existingFile()
  const bytes = [new Uint8Array(1 << 20).fill(1), new Uint8Array(1 << 20).fill(2)]
  await Promise.all(bytes.map((each) => writeWholeFile(file, each)))
  expect(bytes).toContainEqual(new Uint8Array(readFileSync(file)))
  expect(readdirSync(dirname(file))).toEqual(['file'])
})

describe('room export', () => {
  test('names its path if that is a folder or below a file', async () => {
    const file = existingFile()
    expect(await failure('room', 'export', 'soaprun/harbor', join(file, '..'))).toMatch(
      /is not a file: choose another path$/,
    )
    expect(await failure('room', 'export', 'soaprun/harbor', join(file, 'x'))).toMatch(
      /file\/x: (EEXIST|ENOTDIR): /,
    )
  })

  test.runIf(process.platform === 'linux')('does not replace a device', async () => {
    expect(await failure('room', 'export', 'soaprun/harbor', '/dev/null')).toBe(
      '/dev/null is not a file: choose another path',
    )
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    expect(await failure('room', 'export', 'soaprun/harbor', '/proc/x')).toMatch(/^\/proc\/x: ENOENT: /)
  })
})
