import { reset, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import type { UploadsRpc } from '../../../durable-objects/rpc/uploads-rpc.ts'
import { bytesPerRow } from '../../../durable-objects/storage/blob-store.ts'
import { RequestFiles } from '../../../workers/context/request-files.ts'

afterEach(async () => {
  vi.useRealTimers()
  await reset()
})

const stub = () => env.UPLOADS.getByName('uploads-test')
const uploads = () => stub() as unknown as UploadsRpc
const bytes = Uint8Array.from({ length: bytesPerRow + 1000 }, (_, at) => at & 255)
const tables = () =>
  runInDurableObject(stub(), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'record'").toArray(),
  )

it('a file is read back unchanged, and nothing is left once all readers are done', async () => {
  expect(await uploads().storeFile('a', new Blob([bytes]).stream())).toBe(bytes.length)
  expect(await uploads().storeFile('b', new Blob(['b']).stream())).toBe(1)
  const read = async (id: string) =>
    new Uint8Array(await new Response(await uploads().readFile(id)).arrayBuffer())
  expect(Buffer.compare(await read('a'), bytes)).toBe(0)
  await uploads().deleteFiles(['a'])
  await expect(read('a')).rejects.toThrow('the file is deleted')
  expect((await read('b')).length).toBe(1)
  await uploads().deleteFiles(['b'])
  expect(await tables()).toEqual([])
  expect(await runDurableObjectAlarm(stub())).toBe(false)
  expect(await uploads().storeFile('c', new Blob(['c']).stream())).toBe(1)
})

it('a file that nobody has read is deleted 15 minutes after it was stored, and more recent files are kept', async () => {
  await uploads().storeFile('old', new Blob(['old']).stream())
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 15 * 60_000)
  await uploads().storeFile('new', new Blob(['new']).stream())
  expect(await runDurableObjectAlarm(stub())).toBe(true)
  const text = async (id: string) => new Response(await uploads().readFile(id)).text()
  await expect(text('old')).rejects.toThrow('the file is deleted')
  expect(await text('new')).toBe('new')
  vi.spyOn(Date, 'now').mockReturnValue(now + 31 * 60_000)
  expect(await runDurableObjectAlarm(stub())).toBe(true)
  expect(await tables()).toEqual([])
  vi.restoreAllMocks()
})

it('a file that is being stored or read after 15 minutes is not deleted', async () => {
  const { readable, writable } = new IdentityTransformStream()
  const stored = uploads().storeFile('slow', readable)
  const writer = writable.getWriter()
  await writer.write(bytes)
  const now = Date.now()
  const passMinutes = async (minutes: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(now + minutes * 60_000)
    expect(await runDurableObjectAlarm(stub())).toBe(true)
  }
  await passMinutes(16)
  await writer.write(bytes)
  await writer.close()
  expect(await stored).toBe(2 * bytes.length)
  const reader = (await uploads().readFile('slow')).getReader()
  let read = (await reader.read()).value!.length
  await passMinutes(32)
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) read += chunk.value.length
  expect(read).toBe(2 * bytes.length)
  await passMinutes(48)
  expect(await tables()).toEqual([])
  vi.restoreAllMocks()
})

it('a form whose file is truncated leaves nothing, and reports the cause', async () => {
  const files = new RequestFiles({ ...env, UPLOADS: { getByName: stub } as unknown as typeof env.UPLOADS })
  async function* broken() {
    yield bytes
    throw new Error('broken off')
  }
  await expect(files.store(broken(), 'f')).rejects.toThrow('broken off')
  await files.deleteAll()
  expect(await tables()).toEqual([])
})
