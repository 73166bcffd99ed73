// A generated multiworld: slots, placements, names. Read from the records on demand. Used by the world and the session.
// Independent of packets and of the state of play.
import type { HostOptions } from '../options.ts'

/** A version of Archipelago. On the wire it has a trailing `class`. */
export interface Version {
  readonly major: number
  readonly minor: number
  readonly build: number
}

/** Below 0 when `a` is older than `b`, 0 when they are equal. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.build - b.build
}

/** `type` is the wire's number. A group is an item link; its `members` are slot numbers, empty for the others. */
export interface Slot {
  readonly slot: number
  readonly name: string
  readonly game: string
  readonly type: SlotType
  readonly members: readonly number[]
}
export type SlotType = typeof spectatorType | typeof playerType | typeof groupType
const spectatorType = 0
export const playerType = 1
export const groupType = 2

/** The contents of a location: an item, its receiver (a player's or a group's slot), and its classification. */
export interface LocationContents {
  readonly item: number
  readonly receiver: number
  /** 1 progression, 2 useful, 4 trap. */
  readonly flags: number
}

/** A location of the slot `finder`, with its item. */
export interface PlacedItem extends LocationContents {
  readonly finder: number
  readonly location: number
}

/** One slot's locations, in ascending order of their ids; the arrays are parallel. Read-only. */
export interface SlotLocations {
  readonly count: number
  readonly ids: Float64Array
  readonly items: Float64Array
  readonly receivers: Uint32Array
  readonly flags: Uint32Array
  /** The index of `location` in the arrays, or -1 if the slot does not have it. */
  indexOf(location: number): number
  has(location: number): boolean
  get(location: number): LocationContents | undefined
  /** The sphere (0 is the first) in which logic first reaches it; -1: in none, or the seed has no spheres. */
  sphere(location: number): number
}

/** HintStatus: 0 unspecified, 10 no priority, 20 avoid, 30 priority, 40 found. */
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

/** A game's names, both ways. If an id has several names, the last one in the data package applies. */
export interface GameNames {
  /** Undefined if the game does not have the id. */
  itemName(id: number): string | undefined
  locationName(id: number): string | undefined
  /** In the order of the data package. */
  readonly items: ReadonlyMap<string, number>
  readonly locations: ReadonlyMap<string, number>
  /** Names of items by the group's name, in the package's order. */
  readonly itemGroups: ReadonlyMap<string, readonly string[]>
  readonly locationGroups: ReadonlyMap<string, readonly string[]>
}

/** One game's data package as the server sends it. */
export interface DataPackage {
  readonly game: string
  /** SHA-1 in hexadecimal, unchanged from the seed; undefined in seeds from before checksums. */
  readonly checksum: string | undefined
  /** `{"item_name_to_id":{…},"location_name_to_id":{…},"checksum":"…"}`: compact JSON, without groups. */
  readonly text: string
}

/** A generated multiworld. Everything but `slots` … `spheres` is read from the records on first use and then cached. */
export interface Seed {
  /** 20 digits. */
  readonly seedName: string
  readonly generatorVersion: Version
  /** Whether it was generated before 0.6.2: it then admits clients down to 0.1.6 and uses the old packet formats. */
  readonly admitsOldClients: boolean
  /** The tags of the multidata: `["AP"]`. */
  readonly tags: readonly string[]
  readonly raceMode: number
  /** Every slot by its number, in the multidata's order: players from 1, spectators, groups. All are in team 0. */
  readonly slots: ReadonlyMap<number, Slot>
  /** Slot numbers by connect name. Groups have one too, but no client may connect with it. */
  readonly connectNames: ReadonlyMap<string, number>
  /** Undefined if the multidata has none for the slot. */
  minimumVersion(slot: number): Version | undefined
  /** The options in the generator's host.yaml; the room's own options override them. */
  readonly hostOptions: HostOptions
  /** Whether `Locations.sphere` has data. */
  readonly hasSpheres: boolean
  /** The groups that `slot` is a member of, ascending. */
  groupsOf(slot: number): readonly number[]
  /** Empty for slots without locations (groups, spectators) and unknown slots. */
  locations(slot: number): SlotLocations
  /** Every location that holds an item for exactly this slot (a player or a group), by finder, then location. */
  placedItemsFor(receiver: number): readonly PlacedItem[]
  /** Start inventory: item ids in order. */
  precollectedItems(slot: number): readonly number[]
  /** Hints that the slot starts with; groups have them too. */
  precollectedHints(slot: number): readonly Hint[]
  /** The entrance of the location, for hints (`er_hint_data`); '' if none. */
  entranceOf(slot: number, location: number): string
  /**
   * The slot's `slot_data` as JSON text, as Python writes it: big integers, `1.0` and key order are kept. `{}` if none.
   */
  slotDataText(slot: number): string
  /** The names of the games with a data package, as the server lists them: Archipelago, then the seed's. */
  readonly packagedGames: readonly string[]
  /** Undefined: no data package of that game (all but Archipelago in 0.3.8 seeds). */
  dataPackage(game: string): DataPackage | undefined
  /** `{"item_name_groups":{…},"location_name_groups":{…}}` of a game that has a data package. */
  packageGroups(game: string): string | undefined
  /** `datapackage_checksums` of RoomInfo: by game, in the order of `packagedGames`. */
  readonly checksums: ReadonlyMap<string, string>
  /** Empty for a game without a data package. Archipelago's own names are only in `names('Archipelago')`. */
  names(game: string): GameNames
}
