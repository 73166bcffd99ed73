import { describe, expect, it } from 'vitest'
import { AddressIssuer, newAddressKey } from '../../../../games/lan/addresses/address-issuer.ts'
import { keyedHash } from '../../../../games/lan/addresses/keyed-hash.ts'
import { formatNodeAddress, roomAddress } from '../../../../games/lan/addresses/node-address.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'

const issuer = (seed: number) => new AddressIssuer(new MemoryStore([newAddressKey(seededRandom(seed))]))

describe('the keyed hash', () => {
  // Test vectors of the reference implementation (hsiphash, 32 bits). The bytes of the key are 00 to 07, and those of
  // the input are 00, 01, 02 and so on.
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
  it.each([
    ['udp', /^02(:[0-9a-f]{2}){5}$/],
    ['websocket', /^02(:[0-9a-f]{2}){3}:d5:00$/],
  ] as const)(
    '[LAN-1.4] over %s are recognized only for the IP address, transport and room to which they were issued',
    (transport, form) => {
      const ann = { address: '192.0.2.1', transport }
      let foreign = 0
      const [own, other] = [issuer(1), issuer(2)]
      const random = seededRandom(3)
      for (let n = 0; n < 100; n++) {
        const address = own.issue(ann, random, () => false)
        expect(formatNodeAddress(address)).toMatch(form)
        expect(own.hasIssued(address, ann)).toBe(true)
        for (const wrong of [address ^ 1, address + 2 ** 40, 0, 2 ** 48 - 1, roomAddress])
          expect(own.hasIssued(wrong, ann)).toBe(false)
        const elsewhere = { ...ann, address: '192.0.2.2' }
        const byOtherMeans = { ...ann, transport: ann.transport === 'udp' ? 'websocket' : 'udp' } as const
        foreign += Number(own.hasIssued(address, elsewhere)) + Number(other.hasIssued(address, ann))
        foreign += Number(own.hasIssued(address, byOtherMeans))
      }
      // An address of another client may be accepted by chance, because the hash in an address over WebSocket has only
      // 12 bits.
      expect(foreign).toBeLessThan(2)
    },
  )

  it('[LAN-1.5] are issued only if no other node has them', () => {
    const random = seededRandom(4)
    const taken: number[] = []
    const address = issuer(1).issue(
      { address: '192.0.2.1', transport: 'udp' },
      random,
      (one) => taken.push(one) < 5,
    )
    expect(taken).toHaveLength(5)
    expect(taken.at(-1)).toBe(address)
  })

  it('are written like MAC addresses', () => {
    expect(formatNodeAddress(0x0203_0405_0607)).toBe('02:03:04:05:06:07')
  })
})
