import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProxyHeader } from '../../../../sidecar/listeners/base/proxy-header.ts'
import { normalizeAddress } from '../../../../wire/net/ip-address.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { assertProperty } from '../../../property.ts'

const signature = '\r\n\r\n\0\r\nQUIT\n'

function binary(command: number, family: number, body: Uint8Array): Buffer {
  const head = Buffer.from(`${signature}\0\0\0\0`, 'latin1')
  head[12] = command
  head[13] = family
  head.writeUInt16BE(body.length, 14)
  return Buffer.concat([head, body])
}

const v4 = Buffer.of(203, 0, 113, 7, 10, 0, 0, 1, 0xc0, 0, 0, 80)
const v6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000007', 'hex'),
  Buffer.alloc(16),
  Buffer.of(0xc0, 0, 0, 80),
])

describe('a PROXY header', () => {
  it.each([
    ['PROXY TCP4 203.0.113.7 10.0.0.1 49152 80\r\n', '203.0.113.7'],
    ['PROXY TCP6 2001:db8::7 ::1 49152 80\r\n', '2001:db8::7'],
    ['PROXY TCP6 ::ffff:203.0.113.7 ::1 49152 80\r\n', '203.0.113.7'],
    ['PROXY UNKNOWN\r\n', undefined],
    ['PROXY UNKNOWN ffff:f::f ffff::f 65535 65535\r\n', undefined],
    [binary(0x21, 0x11, v4), '203.0.113.7'],
    [binary(0x21, 0x21, v6), '2001:db8::7'],
    [binary(0x21, 0x11, Buffer.concat([v4, Buffer.of(3, 0, 4, 1, 2, 3, 4)])), '203.0.113.7'],
    [binary(0x20, 0x00, Buffer.alloc(0)), undefined],
    [binary(0x20, 0x11, v4), undefined],
    [binary(0x21, 0x31, Buffer.alloc(216)), undefined],
  ])('%o names the client address %s', (header, address) => {
    const bytes = Buffer.from(header as string, 'latin1')
    for (const behind of ['', 'x', signature]) {
      const all = Buffer.concat([bytes, Buffer.from(behind, 'latin1')])
      expect(parseProxyHeader(all)).toEqual({ length: bytes.length, ...(address && { address }) })
    }
    for (let length = 0; length < bytes.length; length++)
      expect(parseProxyHeader(bytes.subarray(0, length))).toBeUndefined()
  })
})

describe('an invalid proxy header', () => {
  it.each([
    'GET / HTTP/1.1\r\n',
    'PROXY TCP4 203.0.113.7\r\n',
    'PROXY TCP4 example.org 10.0.0.1 1 2\r\n',
    'PROXX',
    `PROXY TCP6 ${'f'.repeat(65)} ::1 1 2\r\n`,
    'PROXY TCP4 203.0.113.07 10.0.0.1 1 2\r\n',
    `PROXY TCP6 ${'f'.repeat(200)}`,
    `PROXY UNKNOWN ${'f'.repeat(120)}\r\n`,
    '\r\n\r\nQUIT',
    binary(0x11, 0x11, v4),
    binary(0x22, 0x11, v4),
    binary(0x21, 0x11, v4.subarray(0, 11)),
    binary(0x21, 0x11, Buffer.alloc(5000)),
  ])('%o causes a WireError', (header) => {
    expect(() => parseProxyHeader(Buffer.from(header as string, 'latin1'))).toThrow(WireError)
  })

  it('causes no error except a WireError, whatever bytes arrive', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }).map((rest) => [...Buffer.from(signature, 'latin1'), ...rest]),
      fc.string({ maxLength: 120 }).map((rest) => [...Buffer.from(`PROXY ${rest}`)]),
    )
    assertProperty(
      fc.property(bytes, (some) => {
        const held = Buffer.from(some as number[])
        try {
          const header = parseProxyHeader(held)
          if (header) expect(header.length).toBeLessThanOrEqual(held.length)
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
    )
  })
})

it('the address of a proxy header has the same form as all other addresses', () => {
  assertProperty(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (address) => {
      const told = parseProxyHeader(binary(0x21, 0x21, Buffer.concat([address, v6.subarray(16)])))?.address
      expect(told).toBe(normalizeAddress(told!))
    }),
  )
})
