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
  /** The names of entrances by slot and location id. */
  readonly entrances: ReadonlyMap<number, ReadonlyMap<number, string>>
  readonly slotData: ReadonlyMap<number, string>
  readonly dataPackages: readonly DataPackageTexts[]
}

/**
 * The locations of one slot, by ascending ids. The sphere is -1 if no sphere contains the location, or if the seed has
 * no spheres.
 */
export interface LocationColumns {
  readonly ids: Float64Array
  readonly items: Float64Array
  readonly receivers: Uint32Array
  readonly flags: Uint32Array
  readonly spheres: Int32Array
}

export interface DataPackageTexts {
  readonly game: string
  /** The SHA-1 in hexadecimal. Undefined in seeds from before checksums. */
  readonly checksum: string | undefined
  /** JSON as clients get it, without the groups. */
  readonly text: string
  /** `{"item_name_groups":{…},"location_name_groups":{…}}` */
  readonly groups: string
}
