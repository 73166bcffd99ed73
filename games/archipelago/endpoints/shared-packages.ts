// The data packages of a room. Any room of a site can answer requests for the packages of all rooms. Used by the game's
// index.ts.
import type { SharedContent } from '../../game.ts'
import type { Multiworld } from '../world.ts'

/** [AP-11.5] [AP-11.6] The data packages of all rooms, at the paths of archipelago.gg. */
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
