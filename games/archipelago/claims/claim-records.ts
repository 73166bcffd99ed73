// Claims: players' statements that they play a slot. One record per slot: `claim/SLOT`.
import type { Json, RecordStore } from '../../game.ts'

export const pingPreferences = ['none', 'hint', 'progression', 'all'] as const
export type PingPreference = (typeof pingPreferences)[number]

export const claimStates = ['playing', 'stuck', 'done', 'help'] as const
type ClaimState = (typeof claimStates)[number]

export interface ClaimDetails {
  readonly called: string
  /** A Discord user id, or ''. */
  readonly discord: string
  readonly note: string
  /** The items and hints for which webhooks mention the Discord user. */
  readonly ping: PingPreference
  readonly state: ClaimState
}

export interface Claim extends ClaimDetails {
  /** The SHA-256 of the secret in the claim link. */
  readonly owner: string
  /** When the slot was claimed, in milliseconds since 1970. */
  readonly since: number
}

const prefix = 'claim/'

export function claimRecord(slot: number, claim: Claim): [key: string, value: Json] {
  return [prefix + slot, claim as unknown as Json]
}

export class ClaimRecords {
  readonly #store: RecordStore
  readonly #claims = new Map<number, Claim>()
  /** The number of changes since the room was opened. */
  changes = 0

  constructor(store: RecordStore) {
    this.#store = store
    for (const [key, value] of store.list(prefix))
      this.#claims.set(Number(key.slice(prefix.length)), value as unknown as Claim)
  }

  of(slot: number): Claim | undefined {
    return this.#claims.get(slot)
  }

  put(slot: number, claim: Claim): void {
    this.changes++
    this.#claims.set(slot, claim)
    this.#store.put(...claimRecord(slot, claim))
  }

  delete(slot: number): void {
    this.changes++
    this.#claims.delete(slot)
    this.#store.delete(prefix + slot)
  }
}

export function publicClaim({ called, discord, note, ping, state }: Claim): ClaimDetails {
  return { called, discord, note, ping, state }
}
