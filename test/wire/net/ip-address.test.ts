import { expect, it } from 'vitest'
import {
  addressLimitKey,
  clientAddress,
  isAddress,
  isLoopback,
  isLoopbackHost,
  networkOf,
  normalizeAddress,
  unknownAddress,
} from '../../../wire/net/ip-address.ts'

it('an IPv4-mapped IPv6 address counts as IPv4, and zones are dropped', () => {
  expect(normalizeAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(normalizeAddress('::ffff:c000:207')).toBe('192.0.2.7')
  expect(normalizeAddress('fe80::1%eth0')).toBe('fe80::1')
  expect(normalizeAddress('2001:db8::1')).toBe('2001:db8::1')
})

it.each([
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:0:2:0:0:3:4', '1::2:0:0:3:4'],
  ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
  ['1:::2', '1:::2'],
])('the shortest form of %s is %s', (address, shortest) => {
  expect(normalizeAddress(address)).toBe(shortest)
})

it('loopback is 127/8 and ::1', () => {
  expect(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'].map(isLoopback)).not.toContain(false)
  expect(
    ['128.0.0.1', '::2', '10.127.0.1', '::ffff:128.0.0.1', '127.evil.example', '127.0.0.1.evil.example'].map(
      isLoopback,
    ),
  ).not.toContain(true)
})

it('a loopback host is a loopback address or a name of this machine', () => {
  expect(
    ['127.0.0.1', '[::1]', 'localhost', 'LOCALHOST', 'play.localhost'].map(isLoopbackHost),
  ).not.toContain(false)
  expect(
    ['127.evil.example', '127.0.0.1.evil.example', 'localhost.example', '[2001:db8::1]', '0.0.0.0'].map(
      isLoopbackHost,
    ),
  ).not.toContain(true)
})

it('limits apply per IPv4 address and per IPv6 /64', () => {
  expect(addressLimitKey('192.0.2.7')).toBe(addressLimitKey('::ffff:192.0.2.7'))
  expect(addressLimitKey('192.0.2.7')).not.toBe(addressLimitKey('192.0.2.8'))
  expect(addressLimitKey('2001:db8:0:1::5')).toBe(addressLimitKey('2001:0DB8::1:9:9:9:9'))
  expect(addressLimitKey('2001:db8:0:1::5')).not.toBe(addressLimitKey('2001:db8:0:2::5'))
})

it('neighbouring addresses share a network, which is a /24 for IPv4 and a /64 for IPv6', () => {
  expect(networkOf('192.0.2.7')).toBe(networkOf('192.0.2.250'))
  expect(networkOf('192.0.2.7')).not.toBe(networkOf('192.0.3.7'))
  expect(networkOf('2001:db8:0:1::5')).toBe(networkOf('2001:0DB8::1:9:9:9:9'))
  expect(networkOf('2001:db8:0:1::5')).not.toBe(networkOf('2001:db8:0:2::5'))
  expect(networkOf('::1')).toBe(networkOf('::2'))
})

it('the client address is that of the peer, unless the peer is a proxy from the settings', () => {
  const proxies = ['10.0.0.1', '10.0.0.2']
  expect(clientAddress('192.0.2.7', '198.51.100.1', proxies)).toBe('192.0.2.7')
  expect(clientAddress('::ffff:10.0.0.1', '198.51.100.1', proxies)).toBe('198.51.100.1')
  expect(clientAddress('10.0.0.1', 'forged, 198.51.100.1, 10.0.0.2', proxies)).toBe('198.51.100.1')
  for (const nothing of [null, undefined, ''])
    expect(clientAddress('10.0.0.1', nothing, proxies)).toBe('10.0.0.1')
})

it.each([
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', unknownAddress],
  ['x'.repeat(65), unknownAddress],
  ['198.51.100.1:4711:4712', unknownAddress],
])('the client address of the hop %s is %s', (hop, address) => {
  expect(clientAddress('10.0.0.1', hop, ['10.0.0.1'])).toBe(address)
})

it.each([
  [true, ['192.0.2.7', '::', '::1', '1::', '2001:db8::7', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.7']],
  [
    false,
    [
      '192.0.2',
      '192.0.2.256',
      '192.0.2.07',
      '00.0.2.7',
      '1::2:',
      ':1::2',
      '1::2::3',
      '1:::2',
      '1:2:3:4:5:6:7',
      'fe80::1%eth0',
      'ann',
    ],
  ],
])(
  'only complete addresses are valid, because other forms would never match a client’s address (%s)',
  (is, texts) => {
    expect(texts.filter((text) => isAddress(text) !== is)).toEqual([])
  },
)
