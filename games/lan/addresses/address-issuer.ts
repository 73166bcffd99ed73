// Only the room can compute an address for an IP address and transport, so a client with a valid address got it from
// the room. Therefore the room accepts the address after a restart, and the client need not register again.
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { Peer, RecordStore, RecordValue } from '../../game.ts'
import { keyBytes, keyedHash } from './keyed-hash.ts'
import { type NodeAddress, roomAddress } from './node-address.ts'

const keyRecord = 'address-key'
/** [LAN-1.4] Marks locally administered addresses. */
const firstByte = 0x02

/** The parts of an address after its first byte: a nonce, a hash, and bits that are the same in all addresses. */
interface AddressForm {
  readonly nonceBits: number
  readonly hashBits: number
  readonly end: number
  readonly endBits: number
}

const form: AddressForm = { nonceBits: 16, hashBits: 24, end: 0, endBits: 0 }
/**
 * The address of js-dos's DOSBox must consist of its 32-bit peer id and port 213 in little-endian, and the emulator
 * ends if it receives any other address.
 */
const webSocketForm: AddressForm = { nonceBits: 12, hashBits: 12, end: 0xd500, endBits: 16 }

export type AddressOwner = Pick<Peer, 'address' | 'transport'>

/** [LAN-5.3] `random`: 0 ≤ n < 1, unpredictable. */
export function newAddressKey(random: () => number): readonly [key: string, value: RecordValue] {
  return [keyRecord, Uint8Array.from({ length: keyBytes }, () => Math.floor(random() * 256))]
}

export class AddressIssuer {
  readonly #key: Uint8Array

  /** Throws if the room has no key record. */
  constructor(store: RecordStore) {
    const key = store.get(keyRecord)
    if (!(key instanceof Uint8Array) || key.length !== keyBytes)
      throw new Error('the room has no address key')
    this.#key = key
  }

  /** [LAN-1.4] Issues an address for which `isTaken` returns false. */
  issue(owner: AddressOwner, random: () => number, isTaken: (address: NodeAddress) => boolean): NodeAddress {
    const nonces = 2 ** formOf(owner).nonceBits
    for (;;) {
      const address = this.#addressOf(Math.floor(random() * nonces), owner)
      if (address !== roomAddress && !isTaken(address)) return address
    }
  }

  /** [LAN-5.2] `owner`: an address is valid only at its IP address and transport. */
  hasIssued(address: NodeAddress, owner: AddressOwner): boolean {
    const { nonceBits, hashBits, endBits } = formOf(owner)
    const nonce = Math.floor(address / 2 ** (hashBits + endBits)) % 2 ** nonceBits
    return address !== roomAddress && address === this.#addressOf(nonce, owner)
  }

  #addressOf(nonce: number, owner: AddressOwner): NodeAddress {
    const { nonceBits, hashBits, end, endBits } = formOf(owner)
    const input = Uint8Array.of(
      nonce >> 8,
      nonce & 0xff,
      ...encodeUtf8(`${owner.transport} ${owner.address}`),
    )
    const hash = keyedHash(this.#key, input) >>> (32 - hashBits)
    return ((firstByte * 2 ** nonceBits + nonce) * 2 ** hashBits + hash) * 2 ** endBits + end
  }
}

function formOf({ transport }: AddressOwner): AddressForm {
  return transport === 'websocket' ? webSocketForm : form
}
