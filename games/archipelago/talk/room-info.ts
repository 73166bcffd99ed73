// What a server says first, and what else a client learns of the room as a whole. Who uses it: the session.

import type { FromServer } from '../packets.ts'
import { Ready, type Writable } from '../python/json.ts'
import { float, Tuple } from '../python/values.ts'
import type { Version } from '../seed/seed.ts'
import { serverVersion } from '../seed/version.ts'
import type { Multiworld } from '../world.ts'

/** [AP-4.1] Rooms whose seed admits old clients say more, each in the words of its time. */
export function roomInfo(world: Multiworld): FromServer {
  const { seed, options } = world
  const old = seed.admitsOldClients
  return {
    cmd: 'RoomInfo',
    password: options.password !== null,
    games: world.games,
    tags: seed.tags,
    version: versionTuple(serverVersion),
    generator_version: versionTuple(seed.generatorVersion),
    permissions: old ? { forfeit: world.permissions.release, ...world.permissions } : world.permissions,
    hint_cost: options.hint_cost,
    location_check_points: options.location_check_points,
    datapackage_checksums: seed.checksums,
    seed_name: seed.seedName,
    time: float(world.host.now() / 1000),
    ...(old ? beforeChecksums(world) : {}),
  }
}

/** Version 0 of a data package is one that is not to be kept. */
function beforeChecksums(world: Multiworld): { readonly [field: string]: Writable } {
  const versions = world.seed.packagedGames.map((game) => [game, 0] as const)
  return {
    players: world.networkPlayers(),
    datapackage_version: 0,
    datapackage_versions: new Map(versions),
  }
}

/** DataPackage: all games, or only `games`, or all but `exclusions`; in the order of the seed. */
export function dataPackage(
  { seed }: Multiworld,
  games: readonly unknown[] | undefined,
  exclusions: readonly unknown[] | undefined,
): FromServer {
  const wanted = seed.packagedGames.filter((game) =>
    games ? games.includes(game) : !(exclusions ?? []).includes(game),
  )
  const packages = wanted.map((game) => [game, new Ready(seed.dataPackage(game)!.text)] as const)
  return { cmd: 'DataPackage', data: { games: new Map(packages) } }
}

function versionTuple({ major, minor, build }: Version): Tuple {
  return new Tuple('Version', [major, minor, build])
}
