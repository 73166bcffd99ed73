import type { Peer } from '../../game.ts'
import { toHashKey } from '../python/comparison.ts'
import type { PyValue } from '../python/values.ts'
import { compareVersions, type Version } from '../seed/seed.ts'

/** Each tag with the verb that texts use for it. If a client has several of the tags, the first one applies. */
export const onlookerTags = [
  ['HintGame', 'hinting'],
  ['Tracker', 'tracking'],
  ['TextOnly', 'viewing'],
] as const

export const itemsHandlingBits = { others: 1, own: 2, start: 4 } as const

export interface ClientState {
  readonly slot: number
  readonly version: Version
  readonly tags: readonly PyValue[]
  readonly itemsHandling: number
  /** '' if the `uuid` of Connect is not a text or is longer than `maxUuidLength`. */
  readonly uuid: string
}

/** In UTF-16 units. */
export const maxUuidLength = 64

/** A connection has one client, and a slot can have several. */
export class Client {
  readonly peer: Peer
  readonly slot: number
  readonly version: Version
  readonly uuid: string
  readonly watchedKeys = new Set<string>()
  shownTags: readonly PyValue[] = []
  /** The number of items that were sent to the client. The next ReceivedItems has this number as `index`. */
  sentItems = 0
  /**
   * The last time at which the room sent the client state that the client had not requested. Such state may not arrive
   * if the link or the room is lost shortly afterwards.
   */
  sentStateAt = Number.NEGATIVE_INFINITY
  itemsHandling: number
  #tags: readonly PyValue[] = []
  #tagTexts: ReadonlySet<string> = new Set()
  #isOnlooker = false
  #acceptsText = true

  constructor(peer: Peer, announced: ClientState) {
    this.peer = peer
    this.slot = announced.slot
    this.version = announced.version
    this.uuid = announced.uuid
    this.tags = announced.tags
    this.itemsHandling = announced.itemsHandling
  }

  /** The tags as the client sent them. A tag is usually a string, and never a list or an object. */
  get tags(): readonly PyValue[] {
    return this.#tags
  }

  set tags(tags: readonly PyValue[]) {
    this.#tags = tags
    this.#tagTexts = new Set(tags.map(toHashKey))
    this.#isOnlooker = onlookerTags.some(([tag]) => this.has(tag))
    this.#acceptsText =
      !this.has('NoText') &&
      !(this.has('PopTracker') && compareVersions(this.version, popTrackerWithText) < 0)
  }

  has(tag: PyValue): boolean {
    return this.#tagTexts.has(toHashKey(tag))
  }

  /** The results of `toHashKey` for the tags. Tags that are equal in Python have the same text. */
  get tagTexts(): ReadonlySet<string> {
    return this.#tagTexts
  }

  /** An onlooker cannot check locations or reach the goal. */
  get isOnlooker(): boolean {
    return this.#isOnlooker
  }

  /** [AP-4.7] */
  get acceptsText(): boolean {
    return this.#acceptsText
  }

  /** [AP-13.4] */
  get requestsText(): boolean {
    return this.has('TextOnly') || this.has('Text')
  }

  /** Whether the client is so old that it expects texts as Print packets. */
  get usesLegacyPrint(): boolean {
    return compareVersions(this.version, printJsonSince) < 0
  }

  /** The verb that texts use for the client, for example `playing`. */
  get verb(): string {
    return onlookerTags.find(([tag]) => this.has(tag))?.[1] ?? 'playing'
  }

  get receivesItems(): boolean {
    return (this.itemsHandling & itemsHandlingBits.others) !== 0
  }

  get receivesOwnItems(): boolean {
    return (this.itemsHandling & itemsHandlingBits.own) !== 0
  }

  get receivesStartInventory(): boolean {
    return (this.itemsHandling & itemsHandlingBits.start) !== 0
  }
}

/** The first version of PopTracker that can show texts. */
const popTrackerWithText: Version = { major: 0, minor: 5, build: 1 }
/** Older clients expect Print. */
const printJsonSince: Version = { major: 0, minor: 3, build: 5 }

/** The clients of a room in the order of joining. */
export class ClientRegistry {
  readonly #all = new Set<Client>()
  readonly #bySlot = new Map<number, Set<Client>>()
  readonly #byTag = new Map<string, Set<Client>>()
  readonly #watchers = new Map<string, Set<Client>>()
  watchedUnits = 0
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

  /** The number of slots with at least one client. */
  get slots(): number {
    return this.#bySlot.size
  }

  of(slot: number): ReadonlySet<Client> {
    return this.#bySlot.get(slot) ?? this.#none
  }

  has(client: Client): boolean {
    return this.#all.has(client)
  }

  /** `tagText`: the result of `toHashKey` for the tag. */
  tagged(tagText: string): ReadonlySet<Client> {
    return this.#byTag.get(tagText) ?? this.#none
  }

  add(client: Client): void {
    this.#all.add(client)
    addToSet(this.#bySlot, client.slot, client)
    for (const tag of client.tagTexts) addToSet(this.#byTag, tag, client)
    for (const key of client.watchedKeys) this.#addWatcher(key, client)
  }

  remove(client: Client): void {
    this.#all.delete(client)
    removeFromSet(this.#bySlot, client.slot, client)
    for (const tag of client.tagTexts) removeFromSet(this.#byTag, tag, client)
    for (const key of client.watchedKeys) {
      removeFromSet(this.#watchers, key, client)
      this.watchedUnits -= watchedKeySize(key)
    }
  }

  /** The client must be in the registry. */
  setTags(client: Client, tags: readonly PyValue[]): void {
    for (const tag of client.tagTexts) removeFromSet(this.#byTag, tag, client)
    client.tags = tags
    for (const tag of client.tagTexts) addToSet(this.#byTag, tag, client)
  }

  /** The client must not watch the key yet. */
  watch(client: Client, key: string): void {
    client.watchedKeys.add(key)
    this.#addWatcher(key, client)
  }

  #addWatcher(key: string, client: Client): void {
    addToSet(this.#watchers, key, client)
    this.watchedUnits += watchedKeySize(key)
  }

  watchers(key: string): ReadonlySet<Client> {
    return this.#watchers.get(key) ?? this.#none
  }
}

/** The memory that a watched key takes, in UTF-16 units. */
export function watchedKeySize(key: string): number {
  return key.length + unitsPerWatchedKey
}

const unitsPerWatchedKey = 128

function addToSet<K>(sets: Map<K, Set<Client>>, key: K, client: Client): void {
  const same = sets.get(key)
  if (same) same.add(client)
  else sets.set(key, new Set([client]))
}

function removeFromSet<K>(sets: Map<K, Set<Client>>, key: K, client: Client): void {
  const same = sets.get(key)
  same?.delete(client)
  if (same?.size === 0) sets.delete(key)
}
