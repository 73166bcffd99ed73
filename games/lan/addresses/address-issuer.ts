// Node addresses that only the room can issue, each for one IP address. A client that uses one has received it there,
// so it can come back with it after a restart, without another registration.
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { RecordStore, RecordValue } from '../../game.ts'
import { keyBytes, keyedHash } from './keyed-hash.ts'
import { type NodeAddress, roomAddress } from './node-address.ts'

const keyRecord = 'address-key'
/** [LAN-1.4] The first byte, of locally administered addresses. */
const firstByte = 0x02
const macBits = 24
const nonces = 2 ** 16

/** [LAN-5.3] The record of a new room. `random`: 0 ≤ n < 1, unpredictable. */
export function newAddressKey(random: () => number): readonly [key: string, value: RecordValue] {
  return [keyRecord, Uint8Array.from({ length: keyBytes }, () => Math.floor(random() * 256))]
}

export class AddressIssuer {
  readonly #key: Uint8Array

  /** Throws if the room was created without a key. */
  constructor(store: RecordStore) {
    const key = store.get(keyRecord)
    if (!(key instanceof Uint8Array) || key.length !== keyBytes)
      throw new Error('the room has no address key')
    this.#key = key
  }

  /** [LAN-1.4] A new address for this IP address, which `isTaken` does not refuse. */
  issue(ip: string, random: () => number, isTaken: (address: NodeAddress) => boolean): NodeAddress {
    for (;;) {
      const address = this.#addressOf(Math.floor(random() * nonces), ip)
      if (address !== roomAddress && !isTaken(address)) return address
    }
  }

  /** [LAN-5.2] Whether this room has issued the address for this IP address. */
  hasIssued(address: NodeAddress, ip: string): boolean {
    const nonce = Math.floor(address / 2 ** macBits) % nonces
    return address !== roomAddress && address === this.#addressOf(nonce, ip)
  }

  #addressOf(nonce: number, ip: string): NodeAddress {
    const mac = keyedHash(this.#key, Uint8Array.of(nonce >> 8, nonce & 0xff, ...encodeUtf8(ip))) >>> 8
    return (firstByte * nonces + nonce) * 2 ** macBits + mac
  }
}
