// A world and what its sessions share: accounts, and who has to be told what has changed.
import type { Host, Json, Peer, Store } from '../../game.ts'
import { Logins } from '../../shared/logins.ts'
import { loreAtlas } from '../lore/world/atlas.ts'
import type { Atlas } from '../places/atlas.ts'
import { CrossfireWorld } from '../world.ts'
import { Accounts } from './accounts.ts'
import { Newcomers } from './newcomers.ts'
import { TextFrames } from './text-frames.ts'
import { Upkeep } from './upkeep.ts'

/** A session that is shown the world. */
export interface Watcher {
  /** Tells its client what differs from what it was told before. */
  compare(): void
}

/** [CF-4.17] Passwords that one address may try in a minute: each of them costs a PBKDF2. */
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
  /** By character: when it was last brought in, in the host's milliseconds. */
  readonly #latest = new Map<string, number>()

  /** `atlas`: its maps, the game's own unless said otherwise. */
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

  /** Whether a password may be tried from there now; counts nothing. */
  hasTries({ address }: Peer): boolean {
    return this.#attempts.wouldAllow(address, this.#host.now(), attemptsPerMinute)
  }

  /** Whether a password may be tried from there now; it counts as tried. */
  mayTry({ address }: Peer): boolean {
    return this.#attempts.allows(address, this.#host.now(), attemptsPerMinute)
  }

  /** [CF-16.9] Why this address may create nothing now; undefined: it may. Writes nothing. */
  haste({ address }: Peer): string | undefined {
    const wait = this.#newcomers.wait(address, this.#host.now(), this.options)
    if (wait === 0) return undefined
    return `Too many new characters and accounts from your address. Try again in ${inWords(wait)}.`
  }

  /** [CF-16.9] Why it may not create this; undefined: it may. In a full world some go for it. */
  creationFault(peer: Peer, what: 'character' | 'account'): string | undefined {
    const { upkeep } = this
    const hasRoom = () => (what === 'character' ? upkeep.hasRoomForCharacter() : upkeep.hasRoomForAccount())
    const full = `This world is full: it takes no more ${what}s. Only its host can change that.`
    return this.haste(peer) ?? (hasRoom() ? undefined : full)
  }

  /** [CF-16.9] A character or an account was created from there. */
  created({ address }: Peer): void {
    this.#newcomers.created(address, this.#host.now())
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

function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
