// A world, and the state that its sessions share.
import type { GameContext, Json, Peer, RecordStore } from '../../../game.ts'
import { AddressRateLimiter } from '../../../shared/address-rate-limiter.ts'
import { openImportedAtlas } from '../../import/world/imported-atlas.ts'
import type { Atlas } from '../../model/loading/atlas.ts'
import { StoredServiceRecords } from '../../model/records/service-records.ts'
import { deleteNoticesOf } from '../../rules/scripts/services/notice-boards.ts'
import { CrossfireWorld } from '../../world.ts'
import { TextFrameCache } from '../client-view/text-frame-cache.ts'
import { AccountPruner } from './account-pruner.ts'
import { Accounts } from './accounts.ts'
import { CreationLimiter } from './creation-limiter.ts'
import { personalRecords } from './personal-records.ts'

export interface SyncedSession {
  syncView(): void
}

/** [CF-4.17] Maximum number per address, because each attempt computes a PBKDF2 hash. */
const loginAttemptsPerMinute = 30

export class CrossfireRoom extends CrossfireWorld {
  readonly accounts: Accounts
  readonly pruner: AccountPruner
  readonly textFrameCache = new TextFrameCache()
  readonly #context: GameContext
  readonly #records: RecordStore
  readonly #coverage: Json | undefined
  readonly #loginAttempts = new AddressRateLimiter()
  readonly #creationLimiter: CreationLimiter
  readonly #sessionsToSync = new Set<SyncedSession>()
  /** When the latest session of each character entered the game, in milliseconds of the server's clock. */
  readonly #latestLogin = new Map<string, number>()

  /** `atlas`: by default the world that the room's owner has imported, or else the built-in one. */
  constructor(store: RecordStore, context: GameContext, atlas?: Atlas) {
    const loaded = atlas ?? openImportedAtlas(store)
    super(store, context, loaded)
    this.#context = context
    this.#records = store
    this.#coverage = loaded?.coverage
    this.accounts = new Accounts(store)
    this.pruner = new AccountPruner(this, this.accounts, context)
    this.#creationLimiter = new CreationLimiter(store)
  }

  override view(): { readonly [field: string]: Json } {
    return { ...super.view(), ...(this.#coverage && { world: this.#coverage }) }
  }

  /** Whether the address may attempt a login now. This call does not count as an attempt. */
  canAttemptLogin({ address }: Peer): boolean {
    return this.#loginAttempts.canTake(address, this.#context.now(), loginAttemptsPerMinute)
  }

  /** Counts an attempt, and returns whether it is allowed. */
  takeLoginAttempt({ address }: Peer): boolean {
    return this.#loginAttempts.take(address, this.#context.now(), loginAttemptsPerMinute)
  }

  /** [CF-16.9] The error text for creations; undefined if the address can create something now. Writes nothing. */
  creationRateError({ address }: Peer): string | undefined {
    const wait = this.#creationLimiter.waitMs(address, this.#context.now(), this.options)
    if (wait === 0) return undefined
    return `Too many new characters and accounts from your address. Try again in ${formatWait(wait)}.`
  }

  /** [CF-16.9] Undefined if the address can create it. Prunes a full world first. */
  creationError(peer: Peer, what: 'character' | 'account'): string | undefined {
    const { pruner } = this
    const hasRoom = () => (what === 'character' ? pruner.hasRoomForCharacter() : pruner.hasRoomForAccount())
    const full = `This world is full: no more ${what}s can be created. Ask the room owner to raise the limit.`
    return this.creationRateError(peer) ?? (hasRoom() ? undefined : full)
  }

  /** [CF-16.9] */
  recordCreation({ address }: Peer): void {
    this.#creationLimiter.recordCreation(address, this.#context.now())
  }

  /** If several sessions play the character, only the latest continues after a restart. */
  claimLogin(name: string, since: number): boolean {
    const key = name.toLowerCase()
    if ((this.#latestLogin.get(key) ?? since) > since) return false
    this.#latestLogin.set(key, since)
    return true
  }

  /** [CF-16.14] Null if the character does not exist. */
  personalRecords(character: string): Json {
    return personalRecords(this.#records, character)
  }

  /** [CF-16.14] */
  deleteNotices(author: string): void {
    deleteNoticesOf(new StoredServiceRecords(this.#records), author)
  }

  /** Compares the view at the end of the transaction. */
  scheduleSync(session: SyncedSession): void {
    this.#sessionsToSync.add(session)
  }

  /** Called at the end of the transaction. */
  syncSessions(): void {
    for (const session of this.#sessionsToSync) {
      this.#sessionsToSync.delete(session)
      session.syncView()
    }
  }

  override wake(now: number): void {
    super.wake(now)
    this.syncSessions()
  }

  override tick(now: number): void {
    super.tick(now)
    this.syncSessions()
  }
}

function formatWait(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
