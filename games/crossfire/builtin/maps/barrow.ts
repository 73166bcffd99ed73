// The barrow: goblins and vermin above, and what they fear below.
import type { Legend, MapSource } from './map-source.ts'

/** [CF-19.1] The way down: every stored deep is entered at this cell. */
export const wayDown = { map: 'deep', x: 18, y: 5 } as const

const underground: Legend = {
  '.': ['floor_dungeon'],
  ',': ['floor_cracked'],
  '#': ['wall_dungeon'],
  '+': ['door'],
  '%': ['secret_wall_dungeon'],
  l: ['torch_wall'],
  n: ['bones'],
  B: ['barrel'],
  X: ['crate'],
}

export const barrow: MapSource = {
  id: 'barrow',
  title: 'The barrow',
  darkness: 3,
  floor: 'floor_dungeon',
  rows: `
################################
#####.....#####l.........l######
####..r....####..g...,..h.######
####....,..+......X..G.X..######
#####..r..##.##..,.....g..######
########.###.##l.........l######
#...####.###.########.##########
#.r.####.###.########.####...###
#.n.+..,.###.####....,..+...s.##
#...####.......##.###.##########
########.#####.#,.###.####...###
#####....#####.+..###.####.j.###
#####.########.#..###...%....###
#..##.##...####..####.####...###
#.r+....e..##..b....#.##########
#..##.##...##,.....l#=......,###
#####.########..b...#######...##
####,..#######....w.#######.w.##
####.r........+.....########!###
####...########.l.##########>###
######.#########################
######O#########################`,
  legend: {
    ...underground,
    r: [{ id: 'rat', returns: 4 }],
    b: [{ id: 'bat', returns: 4 }],
    w: [{ id: 'slime', returns: 8 }],
    s: [{ id: 'spider', returns: 10 }],
    g: [{ id: 'goblin', returns: 8 }],
    e: [{ id: 'goblin', returns: 8 }],
    G: ['rug', { id: 'goblin_chief', returns: 20 }],
    h: [
      {
        id: 'chest',
        inside: ['key_cellar', { id: 'coin_copper', count: 60 }, { id: 'meat', count: 2 }, 'ring'],
        returns: 20,
      },
    ],
    j: [
      {
        id: 'chest',
        inside: ['sapphire', 'potion_power', 'scroll_fire_bolt', 'ring_warmth'],
        returns: 90,
      },
    ],
    '!': ['door_crypt'],
    '=': [{ id: 'trapdoor', text: 'Cold air comes up.', to: wayDown }],
    '>': [{ id: 'stairs_down', to: { map: 'crypt', sign: '<' } }],
    O: [{ id: 'way_out', to: { map: 'town', sign: 'C', side: 'west' } }],
  },
}

export const crypt: MapSource = {
  id: 'crypt',
  title: 'The crypt under the barrow',
  darkness: 4,
  floor: 'floor_dungeon',
  rows: `
##############################
#<..####.....####....#########
#...+.......s+..s....####...##
#...####.,...####..,.####.t.##
##.#####.....####....%.......#
##.#####..n..###########.n..##
##.#########.##########l...l##
##.....#####.#########..,....#
######.#l..#.####...##..M.M..#
#n..##.+.s.#.####.v.##.......#
#.s.##.##..#.+......##...L...#
#...+..#####.####.,.##.......#
#n..##.#####.####...##..M.M..#
######.####...##########.,...#
#####..,..+.a.+....####l...l##
#####.####...######.######|###
##..#.####.n.######.#.......##
##V......##########.+.s...s.##
##..##############..#...,...##
######################.....###
##############################`,
  legend: {
    ...underground,
    s: [{ id: 'skeleton', returns: 12 }],
    a: [{ id: 'bone_archer', returns: 12 }],
    v: [{ id: 'skeleton', returns: 12 }],
    M: ['statue'],
    L: ['rug', { id: 'bone_lord', returns: 45 }],
    V: [{ id: 'lever', moves: '|' }],
    '|': ['gate_closed'],
    t: [
      {
        id: 'chest',
        inside: [
          { id: 'coin_gold', count: 8 },
          'ruby',
          'emerald',
          'amulet_life',
          'wand_frost_bolt',
          'book_fire_bolt',
        ],
        returns: 120,
      },
    ],
    '<': [{ id: 'stairs_up', to: { map: 'barrow', sign: '>' } }],
  },
}
