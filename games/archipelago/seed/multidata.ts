// A generated multiworld as plain data. import/multidata reads it from a file; seed-store.ts turns it into a seed's records.
import type { HostOptions } from '../options.ts'
import type { Hint, Slot, Version } from './seed.ts'

export interface Multidata {
  readonly seedName: string
  readonly generatorVersion: Version
  readonly tags: readonly string[]
  readonly raceMode: number
  readonly slots: ReadonlyMap<number, Slot>
  readonly connectNames: ReadonlyMap<string, number>
  readonly minimumVersions: ReadonlyMap<number, Version>
  readonly hostOptions: HostOptions
  readonly hasSpheres: boolean
  readonly locations: ReadonlyMap<number, LocationColumns>
  readonly precollectedItems: ReadonlyMap<number, readonly number[]>
  readonly precollectedHints: ReadonlyMap<number, readonly Hint[]>
  /** By slot, then location. */
  readonly entrances: ReadonlyMap<number, ReadonlyMap<number, string>>
  readonly slotData: ReadonlyMap<number, string>
  readonly dataPackages: readonly DataPackageTexts[]
}

/** The locations of one slot, by ascending ids. A sphere of -1: unreachable by logic, or the seed has no spheres. */
export interface LocationColumns {
  readonly ids: Float64Array
  readonly items: Float64Array
  readonly receivers: Uint32Array
  readonly flags: Uint32Array
  readonly spheres: Int32Array
}

/** One game's data package. */
export interface DataPackageTexts {
  readonly game: string
  /** SHA-1 in hexadecimal; undefined in seeds from before checksums. */
  readonly checksum: string | undefined
  /** Without the groups, as the server sends it. */
  readonly text: string
  /** `{"item_name_groups":{…},"location_name_groups":{…}}` */
  readonly groups: string
}
