// A world and the state that its sessions share: accounts, attempt limits and pending comparisons.
import type { Host, Json, Peer, Store } from '../../game.ts'
import { Logins } from '../../shared/logins.ts'
import { loreAtlas } from '../lore/world/atlas.ts'
import type { Atlas } from '../places/atlas.ts'
import { CrossfireWorld } from '../world.ts'
import { Accounts } from './accounts.ts'
import { Newcomers } from './newcomers.ts'
import { TextFrames } from './text-frames.ts'
import { Upkeep } from './upkeep.ts'

/** A session that shows the world to its client. */
export interface Watcher {
  /** Sends its client everything that changed. */
  compare(): void
}

/** [CF-4.17] Password attempts per address and minute; each costs a PBKDF2. */
const attemptsPerMinute = 30

export class CrossfireRoom extends CrossfireWorld {
  readonly accounts: Accounts
  readonly upkeep: Upkeep
  readonly texts = new TextFrames()
  readonly #host: Host
  readonly #living: Json | undefined
  readonly #attempts = new Logins()
  readonly #newcomers: Newcomers
  readonly #stirred = new Set<Watcher>()
  /** When each character last entered, in the host's milliseconds. */
  readonly #latest = new Map<string, number>()

  /** `atlas`: the room's maps; our own by default. */
  constructor(store: Store, host: Host, atlas?: Atlas) {
    const shown = atlas ?? loreAtlas(store)
    super(store, host, shown)
    this.#host = host
    this.#living = shown?.living
    this.accounts = new Accounts(store)
    this.upkeep = new Upkeep(this, this.accounts, host)
    this.#newcomers = new Newcomers(store)
  }

  override view(): { readonly [field: string]: Json } {
    return { ...super.view(), ...(this.#living && { world: this.#living }) }
  }

  /** Whether the address may try a password now. Counts as no attempt. */
  hasTries({ address }: Peer): boolean {
    return this.#attempts.wouldAllow(address, this.#host.now(), attemptsPerMinute)
  }

  /** Whether the address may try a password now. Counts as an attempt. */
  mayTry({ address }: Peer): boolean {
    return this.#attempts.allows(address, this.#host.now(), attemptsPerMinute)
  }

  /** [CF-16.9] The reason why this address cannot create anything now; undefined if it can. Writes nothing. */
  haste({ address }: Peer): string | undefined {
    const wait = this.#newcomers.wait(address, this.#host.now(), this.options)
    if (wait === 0) return undefined
    return `Too many new characters and accounts from your address. Try again in ${inWords(wait)}.`
  }

  /** [CF-16.9] The reason why the address cannot create this; undefined if it can. May prune a full world. */
  creationFault(peer: Peer, what: 'character' | 'account'): string | undefined {
    const { upkeep } = this
    const hasRoom = () => (what === 'character' ? upkeep.hasRoomForCharacter() : upkeep.hasRoomForAccount())
    const full = `This world is full: it takes no more ${what}s. Only its host can change that.`
    return this.haste(peer) ?? (hasRoom() ? undefined : full)
  }

  /** [CF-16.9] Records a creation from the address. */
  created({ address }: Peer): void {
    this.#newcomers.created(address, this.#host.now())
  }

  /** Whether this session of the character continues after a restart: of several the latest does. */
  goesOn(name: string, since: number): boolean {
    if ((this.#latest.get(name) ?? since) > since) return false
    this.#latest.set(name, since)
    return true
  }

  /** Marks the watcher for comparison at the end of the transaction. */
  stirred(watcher: Watcher): void {
    this.#stirred.add(watcher)
  }

  /** Ends the transaction: compares all marked watchers. */
  settle(): void {
    for (const watcher of this.#stirred) {
      this.#stirred.delete(watcher)
      watcher.compare()
    }
  }

  override wake(now: number): void {
    super.wake(now)
    this.settle()
  }

  override tick(now: number): void {
    super.tick(now)
    this.settle()
  }
}

function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
