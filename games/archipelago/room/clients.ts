// The joined clients: one per connection, many per slot. Stores their announced properties, not how packets are
// encoded.
import type { Peer } from '../../game.ts'
import { hashText } from '../python/comparison.ts'
import type { PyValue } from '../python/values.ts'
import { compareVersions, type Version } from '../seed/seed.ts'

/** Tags of clients that do not play, and the verb for each. If a client has several tags, the first match applies. */
export const nonPlayingTags = [
  ['HintGame', 'hinting'],
  ['Tracker', 'tracking'],
  ['TextOnly', 'viewing'],
] as const

/** Bits of `items_handling`. */
export const itemsHandlingBits = { others: 1, own: 2, start: 4 } as const

export interface ClientState {
  readonly slot: number
  readonly version: Version
  readonly tags: readonly PyValue[]
  readonly itemsHandling: number
  /** As the client sent it, if it is text of at most `maxUuidLength`; else ''. */
  readonly uuid: string
}

/** UTF-16 units. */
export const maxUuidLength = 64

/** A connection that has joined. */
export class Client {
  readonly peer: Peer
  readonly slot: number
  readonly version: Version
  readonly uuid: string
  readonly watchedKeys = new Set<string>()
  /** How many items of its list the client was sent: the next `index`. */
  sentItems = 0
  /**
   * When the client was last sent unsolicited state. Until that has surely arrived, a lost link or room may lose it.
   */
  sentStateAt = Number.NEGATIVE_INFINITY
  #tags: readonly PyValue[] = []
  #tagTexts: ReadonlySet<string> = new Set()
  #handling = 0
  #isGame = true
  #acceptsText = true

  constructor(peer: Peer, announced: ClientState) {
    this.peer = peer
    this.slot = announced.slot
    this.version = announced.version
    this.uuid = announced.uuid
    this.tags = announced.tags
    this.itemsHandling = announced.itemsHandling
  }

  /** As the client sent them: usually strings, never lists or objects. */
  get tags(): readonly PyValue[] {
    return this.#tags
  }

  set tags(tags: readonly PyValue[]) {
    this.#tags = tags
    this.#tagTexts = new Set(tags.map(hashText))
    this.#isGame = !nonPlayingTags.some(([tag]) => this.has(tag))
    this.#acceptsText =
      !this.has('NoText') &&
      !(this.has('PopTracker') && compareVersions(this.version, popTrackerWithText) < 0)
  }

  has(tag: PyValue): boolean {
    return this.#tagTexts.has(hashText(tag))
  }

  /** As `hashText` gives them: values that are equal in Python share one text. */
  get tagTexts(): ReadonlySet<string> {
    return this.#tagTexts
  }

  /** Whether the client may check locations and reach the goal. */
  get isGame(): boolean {
    return this.#isGame
  }

  /** [AP-4.7] Whether the client accepts texts at all. */
  get acceptsText(): boolean {
    return this.#acceptsText
  }

  /** [AP-13.4] Whether the client asks for texts in a room that sends them only on request. */
  get requestsText(): boolean {
    return this.has('TextOnly') || this.has('Text')
  }

  /** Whether the client predates plain texts in PrintJSON. */
  get usesLegacyPrint(): boolean {
    return compareVersions(this.version, printJsonSince) < 0
  }

  /** The verb for the client in texts: playing, or what an onlooker does. */
  get verb(): string {
    return nonPlayingTags.find(([tag]) => this.has(tag))?.[1] ?? 'playing'
  }

  get itemsHandling(): number {
    return this.#handling
  }

  set itemsHandling(bits: number) {
    this.#handling = bits
  }

  get receivesItems(): boolean {
    return (this.#handling & itemsHandlingBits.others) !== 0
  }

  get receivesOwnItems(): boolean {
    return (this.#handling & itemsHandlingBits.own) !== 0
  }

  get receivesStartInventory(): boolean {
    return (this.#handling & itemsHandlingBits.start) !== 0
  }
}

/** Earlier versions cannot show texts. */
const popTrackerWithText: Version = { major: 0, minor: 5, build: 1 }
/** Earlier versions expect plain texts as Print. */
const printJsonSince: Version = { major: 0, minor: 3, build: 5 }

/** All joined clients, in the order of joining. */
export class ClientRegistry {
  readonly #all = new Set<Client>()
  readonly #bySlot = new Map<number, Set<Client>>()
  readonly #byTag = new Map<string, Set<Client>>()
  readonly #watchers = new Map<string, Set<Client>>()
  readonly #none: ReadonlySet<Client> = new Set()

  get count(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Client> {
    return this.#all.values()
  }

  *peers(): Iterable<Peer> {
    for (const { peer } of this.#all) yield peer
  }

  /** Slots with at least one client. */
  get slots(): number {
    return this.#bySlot.size
  }

  of(slot: number): ReadonlySet<Client> {
    return this.#bySlot.get(slot) ?? this.#none
  }

  has(client: Client): boolean {
    return this.#all.has(client)
  }

  /** Clients with the tag; `tagText` as `hashText` gives it. */
  tagged(tagText: string): ReadonlySet<Client> {
    return this.#byTag.get(tagText) ?? this.#none
  }

  add(client: Client): void {
    this.#all.add(client)
    addToSet(this.#bySlot, client.slot, client)
    for (const tag of client.tagTexts) addToSet(this.#byTag, tag, client)
    for (const key of client.watchedKeys) addToSet(this.#watchers, key, client)
  }

  remove(client: Client): void {
    this.#all.delete(client)
    removeFromSet(this.#bySlot, client.slot, client)
    for (const tag of client.tagTexts) removeFromSet(this.#byTag, tag, client)
    for (const key of client.watchedKeys) removeFromSet(this.#watchers, key, client)
  }

  /** The client must be in the collection. */
  setTags(client: Client, tags: readonly PyValue[]): void {
    for (const tag of client.tagTexts) removeFromSet(this.#byTag, tag, client)
    client.tags = tags
    for (const tag of client.tagTexts) addToSet(this.#byTag, tag, client)
  }

  /** Subscribes the client to changes of this key. */
  watch(client: Client, key: string): void {
    client.watchedKeys.add(key)
    addToSet(this.#watchers, key, client)
  }

  watchers(key: string): ReadonlySet<Client> {
    return this.#watchers.get(key) ?? this.#none
  }
}

function addToSet<K>(sets: Map<K, Set<Client>>, key: K, client: Client): void {
  const same = sets.get(key)
  if (same) same.add(client)
  else sets.set(key, new Set([client]))
}

/** Removes keys without clients. */
function removeFromSet<K>(sets: Map<K, Set<Client>>, key: K, client: Client): void {
  const same = sets.get(key)
  same?.delete(client)
  if (same?.size === 0) sets.delete(key)
}
