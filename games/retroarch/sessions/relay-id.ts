// Ids of sessions and guests, with 96 random bits.

/** Bytes of an id. */
export const idBytes = 12

/** An id as 24 hexadecimal digits. */
export type RelayId = string

/** [RA-2.1] The id of zeros. In RATS it requests a new session, and in RATA it means the host. */
export const noId: RelayId = '0'.repeat(2 * idBytes)

export function idOf(bytes: Uint8Array): RelayId {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOf(id: RelayId): Uint8Array {
  return Uint8Array.from({ length: idBytes }, (_, n) => Number.parseInt(id.slice(2 * n, 2 * n + 2), 16))
}

/** `random`: 0 ≤ n < 1, unpredictable. */
export function newId(random: () => number): RelayId {
  return idOf(Uint8Array.from({ length: idBytes }, () => Math.floor(random() * 256)))
}
