import type { Json, RecordStore, RecordValue } from '../../game.ts'
import { packLocations, packPlacedItems, unpackLocations, unpackPlacedItems } from './columns.ts'
import { emptyNames, parseNames } from './data-package-names.ts'
import type { DataPackageTexts, Multidata } from './multidata.ts'
import {
  compareVersions,
  type DataPackage,
  groupSlotType,
  type Hint,
  type ItemAndLocationNames,
  type PlacedItem,
  type Seed,
  type Slot,
  type SlotLocations,
  type Version,
} from './seed.ts'

/** Seeds of this or a later generator version admit no client below 0.5.0. */
const strictClientsSince: Version = { major: 0, minor: 6, build: 2 }

/** The record `seed`. Maps are stored as lists of pairs to keep their order. */
interface SeedHeader {
  readonly seedName: string
  readonly generatorVersion: Version
  readonly tags: readonly string[]
  readonly raceMode: number
  readonly slots: readonly Slot[]
  readonly connectNames: readonly (readonly [string, number])[]
  readonly minimumVersions: readonly (readonly [number, Version])[]
  readonly hostOptions: Seed['hostOptions']
  readonly hasSpheres: boolean
  readonly precollectedItems: readonly (readonly [number, readonly number[]])[]
  readonly packages: readonly { game: string; checksum: string | null; key: string }[]
}

const keys = {
  header: 'seed',
  hints: 'seed/hints',
  locations: (slot: number) => `seed/locations/${slot}`,
  places: (receiver: number) => `seed/places/${receiver}`,
  slotData: (slot: number) => `seed/slot-data/${slot}`,
  entrances: (slot: number) => `seed/entrances/${slot}`,
  /** `key`: the checksum of the package, or its index in the list if the package has no checksum. */
  package: (key: string) => `package/${key}`,
  groups: (key: string) => `package-groups/${key}`,
} as const

export function* seedRecords(multidata: Multidata): Generator<[key: string, value: RecordValue]> {
  yield [keys.header, createHeader(multidata) as unknown as Json]
  yield [keys.hints, [...multidata.precollectedHints] as unknown as Json]
  for (const [slot, columns] of multidata.locations) yield [keys.locations(slot), packLocations(columns)]
  for (const [receiver, bytes] of packPlacedItems(multidata.locations)) yield [keys.places(receiver), bytes]
  for (const [slot, text] of multidata.slotData) yield [keys.slotData(slot), text]
  for (const [slot, entrances] of multidata.entrances) yield [keys.entrances(slot), [...entrances]]
  for (const [index, data] of multidata.dataPackages.entries()) {
    yield [keys.package(packageKey(data, index)), data.text]
    yield [keys.groups(packageKey(data, index)), data.groups]
  }
}

function createHeader(multidata: Multidata): SeedHeader {
  const { seedName, generatorVersion, tags, raceMode, slots, hostOptions, hasSpheres } = multidata
  return {
    seedName,
    generatorVersion,
    tags,
    raceMode,
    slots: [...slots.values()],
    connectNames: [...multidata.connectNames],
    minimumVersions: [...multidata.minimumVersions],
    hostOptions,
    hasSpheres,
    precollectedItems: [...multidata.precollectedItems],
    packages: multidata.dataPackages.map((data, index) => ({
      game: data.game,
      checksum: data.checksum ?? null,
      key: packageKey(data, index),
    })),
  }
}

function packageKey({ checksum }: DataPackageTexts, index: number): string {
  return checksum ?? `${index}`
}

const noLocations = unpackLocations(undefined)

/** Reads the record `seed` now, and other records when they are needed. */
export function openSeed(store: RecordStore): Seed {
  return new StoredSeed(store, store.get(keys.header) as unknown as SeedHeader)
}

/**
 * Maximum length of all cached packages together, in UTF-16 units. Other packages are read from storage on each use.
 */
const maxCachedLength = 8 * 1024 * 1024

class StoredSeed implements Seed {
  readonly seedName: string
  readonly generatorVersion: Version
  readonly admitsOldClients: boolean
  readonly tags: readonly string[]
  readonly raceMode: number
  readonly slots: ReadonlyMap<number, Slot>
  readonly connectNames: ReadonlyMap<string, number>
  readonly hostOptions: Seed['hostOptions']
  readonly hasSpheres: boolean
  readonly packagedGames: readonly string[]
  readonly checksums: ReadonlyMap<string, string>
  readonly #store: RecordStore
  readonly #minimumVersions: ReadonlyMap<number, Version>
  readonly #precollectedItems: ReadonlyMap<number, readonly number[]>
  readonly #groups: ReadonlyMap<number, readonly number[]>
  readonly #packageKeys: ReadonlyMap<string, string>
  #hints: ReadonlyMap<number, readonly Hint[]> | undefined
  readonly #locations = new Map<number, SlotLocations>()
  readonly #placedItems = new Map<number, readonly PlacedItem[]>()
  readonly #entrances = new Map<number, ReadonlyMap<number, string>>()
  readonly #packages = new Map<string, DataPackage>()
  readonly #names = new Map<string, ItemAndLocationNames>()
  #cacheLeft = maxCachedLength

  constructor(store: RecordStore, header: SeedHeader) {
    this.#store = store
    this.seedName = header.seedName
    this.generatorVersion = header.generatorVersion
    this.admitsOldClients = compareVersions(header.generatorVersion, strictClientsSince) < 0
    this.tags = header.tags
    this.raceMode = header.raceMode
    this.slots = new Map(header.slots.map((slot) => [slot.slot, slot]))
    this.connectNames = new Map(header.connectNames)
    this.hostOptions = header.hostOptions
    this.hasSpheres = header.hasSpheres
    this.packagedGames = header.packages.map(({ game }) => game)
    this.checksums = new Map(
      header.packages.flatMap(({ game, checksum }) => (checksum === null ? [] : [[game, checksum]])),
    )
    this.#minimumVersions = new Map(header.minimumVersions)
    this.#precollectedItems = new Map(header.precollectedItems)
    this.#groups = groupsByMember(header.slots)
    this.#packageKeys = new Map(header.packages.map(({ game, key }) => [game, key]))
  }

  minimumVersion(slot: number): Version | undefined {
    return this.#minimumVersions.get(slot)
  }

  groupsOf(slot: number): readonly number[] {
    return this.#groups.get(slot) ?? []
  }

  locations(slot: number): SlotLocations {
    if (!this.slots.has(slot)) return noLocations
    return getOrCreate(this.#locations, slot, () => unpackLocations(this.#bytes(keys.locations(slot))))
  }

  placedItemsFor(receiver: number): readonly PlacedItem[] {
    if (!this.slots.has(receiver)) return []
    return getOrCreate(this.#placedItems, receiver, () =>
      unpackPlacedItems(receiver, this.#bytes(keys.places(receiver))),
    )
  }

  #bytes(key: string): Uint8Array | undefined {
    return this.#store.get(key) as Uint8Array | undefined
  }

  precollectedItems(slot: number): readonly number[] {
    return this.#precollectedItems.get(slot) ?? []
  }

  precollectedHints(slot: number): readonly Hint[] {
    this.#hints ??= new Map(this.#store.get(keys.hints) as unknown as [number, Hint[]][])
    return this.#hints.get(slot) ?? []
  }

  entranceOf(slot: number, location: number): string {
    if (!this.slots.has(slot)) return ''
    const entrances = getOrCreate(this.#entrances, slot, () => {
      const record = this.#store.get(keys.entrances(slot))
      return new Map(record as unknown as [number, string][] | undefined)
    })
    return entrances.get(location) ?? ''
  }

  slotDataText(slot: number): string {
    return (this.#store.get(keys.slotData(slot)) as string | undefined) ?? '{}'
  }

  dataPackage(game: string): DataPackage | undefined {
    const at = this.#packages.get(game)
    if (at) return at
    const key = this.#packageKeys.get(game)
    if (key === undefined) return undefined
    const text = this.#store.get(keys.package(key)) as string
    const data = { game, checksum: this.checksums.get(game), text }
    if (text.length <= this.#cacheLeft) {
      this.#cacheLeft -= text.length
      this.#packages.set(game, data)
    }
    return data
  }

  packageGroups(game: string): string | undefined {
    const key = this.#packageKeys.get(game)
    return key === undefined ? undefined : (this.#store.get(keys.groups(key)) as string)
  }

  names(game: string): ItemAndLocationNames {
    const key = this.#packageKeys.get(game)
    if (key === undefined) return emptyNames
    return getOrCreate(this.#names, key, () =>
      parseNames(this.#store.get(keys.package(key)) as string, this.#store.get(keys.groups(key)) as string),
    )
  }
}

function getOrCreate<K, V>(cache: Map<K, V>, key: K, create: () => V): V {
  let value = cache.get(key)
  if (value === undefined) {
    value = create()
    cache.set(key, value)
  }
  return value
}

function groupsByMember(slots: readonly Slot[]): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  const ascending = slots.filter(({ type }) => type === groupSlotType).sort((a, b) => a.slot - b.slot)
  for (const { slot, members } of ascending)
    for (const member of members) groups.set(member, [...(groups.get(member) ?? []), slot])
  return groups
}
