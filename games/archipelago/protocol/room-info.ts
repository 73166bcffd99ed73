// RoomInfo and DataPackage are encoded once for all clients that get the same frame.

import type { HostOptions } from '../options.ts'
import { EncodedJson, type JsonWritable, stringifyJson } from '../python/json.ts'
import { PyTuple, pyFloat } from '../python/values.ts'
import type { Version } from '../seed/seed.ts'
import { serverVersion } from '../seed/server-version.ts'
import type { Multiworld } from '../world.ts'

/** Maximum length of all cached frames together, in UTF-16 units. Other frames are encoded for each request. */
const maxCachedUnits = 1024 * 1024

/** The text before and after the value of `time`, valid until the options or players change. */
interface RoomInfoTemplate {
  readonly options: HostOptions
  readonly players: EncodedJson
  readonly beforeTime: string
  readonly afterTime: string
}

export class WelcomeFrames {
  #roomInfo: RoomInfoTemplate | undefined
  /** Encoded data packages by the list of their games. */
  readonly #dataPackages = new Map<string, string>()
  #unitsLeft = maxCachedUnits

  /** [AP-4.1] */
  roomInfo(world: Multiworld): string {
    const { options, players } = this.#roomInfo ?? {}
    if (options !== world.options || players !== world.networkPlayers())
      this.#roomInfo = createRoomInfoTemplate(world)
    const { beforeTime, afterTime } = this.#roomInfo!
    return `${beforeTime}${stringifyJson(pyFloat(world.context.now() / 1000))}${afterTime}`
  }

  /** Returns the data packages of all games, only of `games`, or of all games except `exclusions`. */
  dataPackage(
    { seed }: Multiworld,
    games: readonly unknown[] | undefined,
    exclusions: readonly unknown[] | undefined,
  ): string {
    const named = new Set(games ?? exclusions ?? [])
    const wanted = seed.packagedGames.filter((game) => named.has(game) === (games !== undefined))
    const key = JSON.stringify(wanted)
    const known = this.#dataPackages.get(key)
    if (known !== undefined) return known
    const packages = wanted.map((game) => [game, new EncodedJson(seed.dataPackage(game)!.text)] as const)
    const frame = `[${stringifyJson({ cmd: 'DataPackage', data: { games: new Map(packages) } })}]`
    if (frame.length <= this.#unitsLeft) {
      this.#unitsLeft -= frame.length
      this.#dataPackages.set(key, frame)
    }
    return frame
  }
}

/** If the seed admits old clients, the template has the fields that older servers sent. */
function createRoomInfoTemplate(world: Multiworld): RoomInfoTemplate {
  const { seed, options } = world
  const old = seed.admitsOldClients
  const before = {
    cmd: 'RoomInfo',
    password: world.requiresPassword,
    games: world.games,
    tags: seed.tags,
    version: versionTuple(serverVersion),
    generator_version: versionTuple(seed.generatorVersion),
    permissions: old ? { forfeit: world.permissions.release, ...world.permissions } : world.permissions,
    hint_cost: options.hint_cost,
    location_check_points: options.location_check_points,
    datapackage_checksums: seed.checksums,
    seed_name: seed.seedName,
  }
  const after = old ? `,${stringifyJson(legacyFields(world)).slice(1)}` : '}'
  return {
    options,
    players: world.networkPlayers(),
    beforeTime: `[${stringifyJson(before).slice(0, -1)},"time":`,
    afterTime: `${after}]`,
  }
}

/** Version 0 of a data package means that clients must not cache the package. */
function legacyFields(world: Multiworld): { readonly [field: string]: JsonWritable } {
  const versions = world.seed.packagedGames.map((game) => [game, 0] as const)
  return {
    players: world.networkPlayers(),
    datapackage_version: 0,
    datapackage_versions: new Map(versions),
  }
}

function versionTuple({ major, minor, build }: Version): PyTuple {
  return new PyTuple('Version', [major, minor, build])
}
