// The inn's cellar: rats and what they guard.
import type { MapSource } from './map-source.ts'

export const cellar: MapSource = {
  id: 'cellar',
  title: 'The cellar of the Leaning Post',
  darkness: 3,
  floor: 'floor_dungeon',
  rows: `
##############
#u..B..#.r..B#
#......+....B#
#..r...#.r..X#
#B.....#######
#BX..r....r.##
#####..#,...##
##c..r.#..X.##
##############`,
  legend: {
    '.': ['floor_dungeon'],
    ',': ['floor_cracked'],
    '#': ['wall_stone'],
    '+': ['door'],
    B: ['barrel'],
    X: ['crate'],
    r: [{ id: 'rat', returns: 4 }],
    u: [{ id: 'ladder', to: { map: 'inn', sign: 't' } }],
    c: [
      {
        id: 'chest',
        inside: [
          { id: 'coin_silver', count: 12 },
          { id: 'potion_healing', count: 2 },
          'amulet_ward',
          { id: 'cheese', count: 4 },
        ],
        returns: 60,
      },
    ],
  },
}
