import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { advertisedHost, localHost } from '../../../cli/runtime/advertised-host.ts'

const address = (text: string, internal = false) =>
  ({ address: text, internal, family: text.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo
const loopback = [address('127.0.0.1', true), address('::1', true)]
const linkLocal = address('fe80::1')

test.each<[host: string, interfaces: readonly NetworkInterfaceInfo[], advertised: string]>([
  ['192.0.2.7', [], '192.0.2.7'],
  ['0.0.0.0', [linkLocal, address('2001:db8::7'), address('192.0.2.7')], '192.0.2.7'],
  ['0.0.0.0', [address('2001:db8::7')], '127.0.0.1'],
  ['::', [address('2001:db8::7'), address('192.0.2.7')], '192.0.2.7'],
  ['::', [linkLocal, address('2001:db8::7')], '2001:db8::7'],
  ['::', [linkLocal], '::1'],
])(
  'a listener bound to %s is advertised by an address that clients can reach: %#',
  (host, interfaces, advertised) => {
    expect(advertisedHost(host, () => ({ lo: loopback, eth0: [...interfaces] }))).toBe(advertised)
  },
)

test('this machine reaches a listener on all addresses by loopback', () => {
  expect(['0.0.0.0', '::', '192.0.2.7'].map(localHost)).toEqual(['127.0.0.1', '::1', '192.0.2.7'])
})
