// The data packages of a room, which all rooms of a site can answer for each other. Used by the game's index.
import type { SharedContent } from '../../game.ts'
import type { Multiworld } from '../world.ts'

/** [AP-11.5] [AP-11.6] Paths of archipelago.gg. */
export const sharedPackages: SharedContent<Multiworld> = {
  kind: 'package',
  list: ({ seed }) => [...seed.checksums].map(([name, id]) => ({ id, name })),
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
