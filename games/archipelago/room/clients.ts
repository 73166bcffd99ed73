// Who is connected: one client a connection, many clients a slot. Knows what each announced, not how it is spoken to.
import type { Peer } from '../../game.ts'
import { equals } from '../python/order.ts'
import type { PyValue } from '../python/values.ts'
import { compareVersions, type Version } from '../seed/seed.ts'

/** Tags of clients that play nothing, and how their coming and going is told; the first one counts. */
export const onlookers = [
  ['HintGame', 'hinting'],
  ['Tracker', 'tracking'],
  ['TextOnly', 'viewing'],
] as const

/** Bits of `items_handling`. */
export const handling = { others: 1, own: 2, start: 4 } as const

export interface Announced {
  readonly slot: number
  readonly version: Version
  readonly tags: readonly PyValue[]
  readonly itemsHandling: number
}

/** One connection that has joined. */
export class Client {
  readonly peer: Peer
  readonly slot: number
  readonly version: Version
  readonly watched = new Set<string>()
  /** How many items of its list it was sent: the next `index`. */
  sent = 0
  /** When it was last sent something of weight that was no answer to it, which may be lost with its link. */
  pushedAt = Number.NEGATIVE_INFINITY
  #tags: readonly PyValue[] = []
  #handling = 0
  #isGame = true
  #hears = true

  constructor(peer: Peer, announced: Announced) {
    this.peer = peer
    this.slot = announced.slot
    this.version = announced.version
    this.tags = announced.tags
    this.itemsHandling = announced.itemsHandling
  }

  /** As the client sent them; mostly strings. */
  get tags(): readonly PyValue[] {
    return this.#tags
  }

  set tags(tags: readonly PyValue[]) {
    this.#tags = tags
    this.#isGame = !onlookers.some(([tag]) => this.has(tag))
    this.#hears =
      !this.has('NoText') && !(this.has('PopTracker') && compareVersions(this.version, hearingPopTracker) < 0)
  }

  has(tag: PyValue): boolean {
    return this.#tags.some((one) => one === tag || equals(one, tag))
  }

  /** It may check locations and reach the goal. */
  get isGame(): boolean {
    return this.#isGame
  }

  /** [AP-4.7] It wants texts at all. */
  get hearsText(): boolean {
    return this.#hears
  }

  /** It came before PrintJSON carried plain texts. */
  get wantsPrint(): boolean {
    return compareVersions(this.version, plainPrintJson) < 0
  }

  /** How it is told that this client plays, or what else it does. */
  get verb(): string {
    return onlookers.find(([tag]) => this.has(tag))?.[1] ?? 'playing'
  }

  get itemsHandling(): number {
    return this.#handling
  }

  set itemsHandling(bits: number) {
    this.#handling = bits
  }

  get takesItems(): boolean {
    return (this.#handling & handling.others) !== 0
  }

  get takesOwnItems(): boolean {
    return (this.#handling & handling.own) !== 0
  }

  get takesStartInventory(): boolean {
    return (this.#handling & handling.start) !== 0
  }
}

/** Older ones cannot show texts. */
const hearingPopTracker: Version = { major: 0, minor: 5, build: 1 }
/** Before it, plain texts travelled as Print. */
const plainPrintJson: Version = { major: 0, minor: 3, build: 5 }

/** All who have joined, in the order of their joining. */
export class Clients {
  readonly #all = new Set<Client>()
  readonly #bySlot = new Map<number, Set<Client>>()
  readonly #watchers = new Map<string, Set<Client>>()
  readonly #nobody: ReadonlySet<Client> = new Set()

  get count(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Client> {
    return this.#all.values()
  }

  /** Slots with a client in them. */
  get slots(): number {
    return this.#bySlot.size
  }

  of(slot: number): ReadonlySet<Client> {
    return this.#bySlot.get(slot) ?? this.#nobody
  }

  has(client: Client): boolean {
    return this.#all.has(client)
  }

  add(client: Client): void {
    this.#all.add(client)
    const same = this.#bySlot.get(client.slot)
    if (same) same.add(client)
    else this.#bySlot.set(client.slot, new Set([client]))
    for (const key of client.watched) this.#watch(client, key)
  }

  remove(client: Client): void {
    this.#all.delete(client)
    const same = this.#bySlot.get(client.slot)
    same?.delete(client)
    if (same?.size === 0) this.#bySlot.delete(client.slot)
    for (const key of client.watched) {
      const watchers = this.#watchers.get(key)
      watchers?.delete(client)
      if (watchers?.size === 0) this.#watchers.delete(key)
    }
  }

  /** From now on the client hears of changes to this key. */
  watch(client: Client, key: string): void {
    client.watched.add(key)
    this.#watch(client, key)
  }

  watchers(key: string): ReadonlySet<Client> {
    return this.#watchers.get(key) ?? this.#nobody
  }

  #watch(client: Client, key: string): void {
    const watchers = this.#watchers.get(key)
    if (watchers) watchers.add(client)
    else this.#watchers.set(key, new Set([client]))
  }
}
