import { expect, test } from 'vitest'
import { ConcurrencyLimiter } from '../../../cli/front/connection-limiter.ts'
import { frontProxyLimits } from '../../../cli/front/limits.ts'
import { uploadTimeoutMs } from '../../../wire/net/upload-rate.ts'

test('the limiter limits the connections of each address and of all addresses, but those of loopback only in total', () => {
  const connections = new ConcurrencyLimiter({ total: 5, perAddress: 2 })
  const enter = (address: string) => connections.acquire(address)
  const [first, second] = [enter('192.0.2.1'), enter('192.0.2.1')]
  expect([first, second, enter('192.0.2.1')].map((leave) => leave !== undefined)).toEqual([true, true, false])
  expect([enter('127.0.0.1'), enter('127.0.0.1'), enter('127.0.0.1')]).not.toContain(undefined)
  expect([enter('192.0.2.2'), enter('127.0.0.1')]).toEqual([undefined, undefined])
  first!()
  first!()
  expect(enter('192.0.2.1')).toBeDefined()
  expect(enter('192.0.2.1')).toBeUndefined()
})

test('the connection limiter counts the addresses of an IPv6 /64 network as one', () => {
  const connections = new ConcurrencyLimiter({ total: 10, perAddress: 1 })
  expect(connections.acquire('2001:db8:1:2::1')).toBeDefined()
  expect(connections.acquire('2001:db8:1:2::2')).toBeUndefined()
  expect(connections.acquire('2001:db8:1:3::1')).toBeDefined()
})

test.each([
  ['a body without bytes', 0, 15_000, true],
  ['a body without bytes', 0, 15_001, false],
  ['a slow trickle', 100, 16_000, false],
  ['the minimum rate', 4_096 * 60, 75_000, true],
  ['less than the minimum rate', 4_096 * 60, 75_001, false],
] as const)('%s: an upload of %i bytes in %i ms may continue: %s', (_, bytes, ms, may) => {
  expect(ms <= uploadTimeoutMs(bytes, frontProxyLimits.uploadRate)).toBe(may)
})
