import type { SharedContent } from '../../game.ts'
import { isPackageGenuine } from '../seed/package-checksum.ts'
import type { Multiworld } from '../world.ts'

/** [AP-11.5] [AP-11.6] The site gets a data package from any room that has it. */
export const sharedPackages: SharedContent<Multiworld> = {
  kind: 'package',
  list: ({ seed }) => [...seed.checksums].map(([name, id]) => ({ id, name })),
  isGenuine: ({ seed }) =>
    seed.packagedGames.every((game) => isPackageGenuine(seed.dataPackage(game)!, seed.packageGroups(game)!)),
  indexes: [
    {
      name: 'checksums',
      path: '/api/datapackage_checksum',
      description: 'The checksums of the data packages of all rooms, by game.',
      maxAgeSeconds: 300,
    },
    {
      name: 'dataPackages',
      path: '/api/datapackage',
      description: 'The data packages of all rooms, by game.',
      maxAgeSeconds: 300,
      content: { endpoint: 'dataPackage', field: 'games' },
    },
  ],
}
