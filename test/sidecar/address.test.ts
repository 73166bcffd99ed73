import { expect, it } from 'vitest'
import { neighbourhood, plainAddress } from '../../sidecar/address.ts'
import { isLoopback } from '../../wire/address.ts'

it('an IPv4 address in IPv6 clothes is an IPv4 address', () => {
  expect(plainAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1')
})

it('loopback is 127/8 and ::1', () => {
  expect(['127.0.0.1', '127.9.8.7', '::1'].map(isLoopback)).toEqual([true, true, true])
  expect(['128.0.0.1', '::2', '10.127.0.1'].map(isLoopback)).toEqual([false, false, false])
})

it('neighbours share a /24 or a /64, however their address is written', () => {
  expect(neighbourhood('192.0.2.7')).toBe(neighbourhood('192.0.2.250'))
  expect(neighbourhood('192.0.2.7')).not.toBe(neighbourhood('192.0.3.7'))
  expect(neighbourhood('2001:db8:0:1::5')).toBe(neighbourhood('2001:0DB8::1:9:9:9:9'))
  expect(neighbourhood('2001:db8:0:1::5')).not.toBe(neighbourhood('2001:db8:0:2::5'))
  expect(neighbourhood('::1')).toBe(neighbourhood('::2'))
})
