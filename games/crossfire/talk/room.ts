// A world and what its sessions share: accounts, and who has to be told what has changed.
import type { Host, Json, Peer, Store } from '../../game.ts'
import { Logins } from '../../shared/logins.ts'
import { loreAtlas } from '../lore/world/atlas.ts'
import type { Atlas } from '../places/atlas.ts'
import { CrossfireWorld } from '../world.ts'
import { Accounts } from './accounts.ts'
import { TextFrames } from './text-frames.ts'

/** A session that is shown the world. */
export interface Watcher {
  /** Tells its client what differs from what it was told before. */
  compare(): void
}

/** [CF-4.17] Passwords that one address may try in a minute: each of them costs a PBKDF2. */
const attemptsPerMinute = 30

export class CrossfireRoom extends CrossfireWorld {
  readonly accounts: Accounts
  readonly texts = new TextFrames()
  readonly #host: Host
  readonly #living: Json | undefined
  readonly #attempts = new Logins()
  readonly #stirred = new Set<Watcher>()
  /** By character: when it was last brought in, in the host's milliseconds. */
  readonly #latest = new Map<string, number>()

  /** `atlas`: its maps, the game's own unless said otherwise. */
  constructor(store: Store, host: Host, atlas?: Atlas) {
    const shown = atlas ?? loreAtlas(store)
    super(store, host, shown)
    this.#host = host
    this.#living = shown?.living
    this.accounts = new Accounts(store)
  }

  override view(): { readonly [field: string]: Json } {
    return { ...super.view(), ...(this.#living && { world: this.#living }) }
  }

  /** Whether a password may be tried from there now; it counts as tried. */
  mayTry({ address }: Peer): boolean {
    return this.#attempts.allows(address, this.#host.now(), attemptsPerMinute)
  }

  /** Of two sessions of one character that go on after a restart it is the later one; it then counts as the latest. */
  goesOn(name: string, since: number): boolean {
    if ((this.#latest.get(name) ?? since) > since) return false
    this.#latest.set(name, since)
    return true
  }

  /** Is to be compared when the turn ends. */
  stirred(watcher: Watcher): void {
    this.#stirred.add(watcher)
  }

  /** The turn ends: whoever saw something change is told. */
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
