import type { HostOptions } from '../options.ts'

/** On the wire, a version is a named tuple with a `class`. */
export interface Version {
  readonly major: number
  readonly minor: number
  readonly build: number
}

/** Negative if `a` is older than `b`, and 0 if they are equal. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.build - b.build
}

/** For example `0.6.7`. */
export function formatVersion({ major, minor, build }: Version): string {
  return `${major}.${minor}.${build}`
}

/**
 * `type`: the number that packets have. `members`: the slot numbers of a group's members, empty for players and
 * spectators.
 */
export interface Slot {
  readonly slot: number
  readonly name: string
  readonly game: string
  readonly type: SlotType
  readonly members: readonly number[]
}
export type SlotType = typeof spectatorType | typeof playerSlotType | typeof groupSlotType
const spectatorType = 0
export const playerSlotType = 1
export const groupSlotType = 2

/** The receiver is the slot of a player or of a group. */
export interface LocationContents {
  readonly item: number
  readonly receiver: number
  /** The sum of 1 (progression), 2 (useful) and 4 (trap). */
  readonly flags: number
}

/** `finder`: the slot whose world has the location. */
export interface PlacedItem extends LocationContents {
  readonly finder: number
  readonly location: number
}

/** Parallel arrays in ascending order of the ids. Do not change the arrays. */
export interface SlotLocations {
  readonly count: number
  readonly ids: Float64Array
  readonly items: Float64Array
  readonly receivers: Uint32Array
  readonly flags: Uint32Array
  /** -1 if the slot does not have the location. */
  indexOf(location: number): number
  has(location: number): boolean
  get(location: number): LocationContents | undefined
  /**
   * The first sphere that contains the location, counted from 0. -1 if no sphere contains it, or if the seed has no
   * spheres.
   */
  sphere(location: number): number
}

/** `status`: 0 unspecified, 10 no priority, 20 avoid, 30 priority, 40 found. */
export interface Hint {
  readonly receiver: number
  readonly finder: number
  readonly location: number
  readonly item: number
  readonly found: boolean
  readonly entrance: string
  readonly flags: number
  readonly status: number
}

/** If an id has several names, the last one in the data package applies. */
export interface ItemAndLocationNames {
  /** Undefined if the game has no item with this id. */
  itemName(id: number): string | undefined
  locationName(id: number): string | undefined
  /** Item ids by name, in the order of the data package. */
  readonly items: ReadonlyMap<string, number>
  readonly locations: ReadonlyMap<string, number>
  /** By the name of the group, in the order of the data package. */
  readonly itemGroups: ReadonlyMap<string, readonly string[]>
  readonly locationGroups: ReadonlyMap<string, readonly string[]>
}

/** A data package as the server sends it. */
export interface DataPackage {
  readonly game: string
  /** The SHA-1 in hexadecimal, unchanged from the seed. Undefined in seeds from before checksums. */
  readonly checksum: string | undefined
  /** Compact JSON without groups: `{"item_name_to_id":{…},"location_name_to_id":{…},"checksum":"…"}`. */
  readonly text: string
}

export interface Seed {
  /** The seed's name, usually 20 digits. */
  readonly seedName: string
  readonly generatorVersion: Version
  /**
   * Whether the seed was generated before 0.6.2. Such a seed admits clients from 0.1.6 on, for which RoomInfo has
   * additional fields.
   */
  readonly admitsOldClients: boolean
  /** Usually `["AP"]`. */
  readonly tags: readonly string[]
  readonly raceMode: number
  /** Slots by number, in the order of the multidata: players, spectators and groups. All slots are in team 0. */
  readonly slots: ReadonlyMap<number, Slot>
  /**
   * Slot numbers by the name that a client sends in Connect. Groups have such a name too, but clients cannot join them.
   */
  readonly connectNames: ReadonlyMap<string, number>
  /** The oldest client version that may join the slot. */
  minimumVersion(slot: number): Version | undefined
  /** The options in the generator's host.yaml. The options of the room override them. */
  readonly hostOptions: HostOptions
  readonly hasSpheres: boolean
  /** Ascending. */
  groupsOf(slot: number): readonly number[]
  /** Empty for groups, spectators and unknown slots. */
  locations(slot: number): SlotLocations
  /** The items for a receiver, sorted by finder, then by location. Items for groups of the slot are not included. */
  placedItemsFor(receiver: number): readonly PlacedItem[]
  /** The item ids of the start inventory, in order. */
  precollectedItems(slot: number): readonly number[]
  /** The hints that the slot has from the start. Groups can have such hints too. */
  precollectedHints(slot: number): readonly Hint[]
  /** From `er_hint_data`. '' if the location has no named entrance. */
  entranceOf(slot: number, location: number): string
  /**
   * The slot data as JSON text. Large integers, `1.0` and the order of keys are as Python writes them. `{}` if the slot
   * has no slot data.
   */
  slotDataText(slot: number): string
  /** The games with a data package, in the server's order: Archipelago first, then the games of the seed. */
  readonly packagedGames: readonly string[]
  /**
   * Undefined if the seed has no package for the game. Seeds of 0.3.8 have only the package of the game Archipelago.
   */
  dataPackage(game: string): DataPackage | undefined
  /** `{"item_name_groups":{…},"location_name_groups":{…}}`. Undefined for a game without a data package. */
  packageGroups(game: string): string | undefined
  /** The field `datapackage_checksums` of RoomInfo: checksums by game, in the order of `packagedGames`. */
  readonly checksums: ReadonlyMap<string, string>
  /** Empty for a game without a data package. Other games do not include the names of the game Archipelago. */
  names(game: string): ItemAndLocationNames
}

/** Undefined if `typed` is not the number of a slot. */
export function parseSlot({ slots }: Pick<Seed, 'slots'>, typed = ''): Slot | undefined {
  return /^[1-9]\d{0,8}$/.test(typed) ? slots.get(Number(typed)) : undefined
}
