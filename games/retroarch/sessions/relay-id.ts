/** 96 random bits. */
export const idBytes = 12

/** 24 hexadecimal digits. */
export type RelayId = string

/** [RA-2.1] In RATS, zeros request a new session. In RATA, zeros mean the host. */
export const zeroRelayId: RelayId = '0'.repeat(2 * idBytes)

export function toRelayId(bytes: Uint8Array): RelayId {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function relayIdBytes(id: RelayId): Uint8Array {
  return Uint8Array.from({ length: idBytes }, (_, n) => Number.parseInt(id.slice(2 * n, 2 * n + 2), 16))
}

/** `random`: 0 ≤ n < 1, unpredictable. */
export function newRelayId(random: () => number): RelayId {
  return toRelayId(Uint8Array.from({ length: idBytes }, () => Math.floor(random() * 256)))
}
