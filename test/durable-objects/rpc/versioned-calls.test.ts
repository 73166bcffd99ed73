import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { directoryStub, roomStub, uploadsStub } from '../../../durable-objects/rpc/stubs.ts'
import {
  callerVersion,
  rpcVersion,
  unknownResultError,
  type VersionedRpc,
  versionedStub,
} from '../../../durable-objects/rpc/versioned-calls.ts'
import { handleError } from '../../../workers/http/response/error-handler.ts'

interface Calls extends VersionedRpc {
  add(one: number, other?: number): Promise<readonly unknown[]>
  twice(one: number): Promise<number>
}

const echo = { add: async (...args: readonly unknown[]) => args, version: async () => 0 }

describe('a call', () => {
  it('contains the version of its caller after its argument and three places for further arguments', async () => {
    const seen = await versionedStub<Calls>(echo, {}).add(1)
    expect(seen).toEqual([1, undefined, undefined, undefined, rpcVersion])
    expect(callerVersion(seen)).toBe(rpcVersion)
  })

  it.each([
    ['Room', () => roomStub(env, 'echo/nowhere')],
    ['Directory', () => directoryStub(env)],
    ['Uploads', () => uploadsStub(env, 'uploads-0')],
  ])('that requests the version of the %s receives it', async (_, stub) => {
    expect(await stub().version()).toBe(rpcVersion)
  })
})

describe('a method that an object lacks', () => {
  const room = () => env.ROOM.getByName('echo/nowhere')

  it('is replaced by its fallback, which gets the object and the same arguments', async () => {
    const calls = versionedStub<Calls>(room(), {
      twice: async (object, one) => one * 2 + (await object.version()),
    })
    expect(await calls.twice(20)).toBe(40 + rpcVersion)
  })

  it('without a fallback throws a VersionMismatch that names both versions', async () => {
    const missing = versionedStub<Calls>(room(), {}).twice(20)
    await expect(missing).rejects.toMatchObject({
      name: 'VersionMismatch',
      message: `twice: unknown to an object of version ${rpcVersion}, called by ${rpcVersion}`,
    })
  })

  it('is not confused with an existing method that throws a TypeError', async () => {
    const failing = { add: () => Promise.reject(new TypeError('no such thing')) }
    await expect(versionedStub<Calls>(failing, { add: async () => [] }).add(1)).rejects.toThrow(
      'no such thing',
    )
  })
})

it('a request to an endpoint that only a newer build has gets 501, and does not become a player', async () => {
  const upgrade = { headers: { upgrade: 'websocket' } }
  const answer = await roomStub(env, 'echo/nowhere').fetch(new Request('https://room/stage', upgrade))
  expect([answer.status, answer.webSocket]).toEqual([501, null])
})

it('a request that fails because the site is being upgraded gets 503 with Retry-After', async () => {
  const c = { req: { method: 'GET', path: '/', header: () => undefined } } as never
  const answer = await handleError(unknownResultError('found', 'later' as never), c)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await answer.json()).toMatchObject({
    error: 'unavailable',
    detail: expect.stringContaining('upgraded'),
  })
})
