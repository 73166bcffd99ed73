import { describe, expect, it } from 'vitest'
import { AddressIssuer, newAddressKey } from '../../../../games/lan/addresses/address-issuer.ts'
import { keyedHash } from '../../../../games/lan/addresses/keyed-hash.ts'
import { formatNodeAddress, roomAddress } from '../../../../games/lan/addresses/node-address.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const issuer = (seed: number) => new AddressIssuer(new MemoryStore([newAddressKey(seededRandom(seed))]))

describe('the keyed hash', () => {
  // The vectors of the reference implementation (hsiphash, 32 bits): key 00 to 07, input 00, 01, 02 …
  it.each([
    [0, 0x5b9f35a9],
    [1, 0xb85a4727],
    [2, 0x03a662fa],
    [3, 0x04e7fe8a],
    [4, 0x89466e2a],
    [5, 0x69b6fac5],
    [6, 0x23fc6358],
    [7, 0xc563cf8b],
  ])('of %i bytes is that of HalfSipHash-2-4', (length, expected) => {
    const key = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7)
    expect(
      keyedHash(
        key,
        Uint8Array.from({ length }, (_, n) => n),
      ),
    ).toBe(expected)
  })
})

describe('addresses', () => {
  it('[LAN-1.4] are recognized for their own IP address and room, and nothing else is', () => {
    const [own, other] = [issuer(1), issuer(2)]
    const random = seededRandom(3)
    for (let n = 0; n < 100; n++) {
      const address = own.issue('192.0.2.1', random, () => false)
      expect(formatNodeAddress(address)).toMatch(/^02(:[0-9a-f]{2}){5}$/)
      expect(own.hasIssued(address, '192.0.2.1')).toBe(true)
      expect(own.hasIssued(address, '192.0.2.2')).toBe(false)
      expect(other.hasIssued(address, '192.0.2.1')).toBe(false)
      for (const wrong of [address ^ 1, address + 2 ** 40, 0, 2 ** 48 - 1, roomAddress])
        expect(own.hasIssued(wrong, '192.0.2.1')).toBe(false)
    }
  })

  it('[LAN-1.5] are issued only if no node has them', () => {
    const random = seededRandom(4)
    const taken: number[] = []
    const address = issuer(1).issue('192.0.2.1', random, (one) => taken.push(one) < 5)
    expect(taken).toHaveLength(5)
    expect(taken.at(-1)).toBe(address)
  })

  it('are written like MAC addresses', () => {
    expect(formatNodeAddress(0x0203_0405_0607)).toBe('02:03:04:05:06:07')
  })
})
