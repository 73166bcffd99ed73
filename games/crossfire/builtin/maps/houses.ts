// Interiors of Hollowford's houses.
import type { Legend, MapSource } from './map-source.ts'

/** Signs shared by all of them. */
const indoors: Legend = {
  '.': ['floor_wood'],
  '#': ['wall_wood'],
  '+': ['door'],
  x: ['table'],
  h: ['chair'],
  C: ['counter'],
  B: ['barrel'],
  X: ['crate'],
  f: ['hearth'],
  e: ['bed'],
  l: ['torch_wall'],
  k: ['bookshelf'],
  r: ['rug'],
  s: ['floor_shop'],
}

export const inn: MapSource = {
  id: 'inn',
  title: 'The Leaning Post',
  darkness: 0,
  floor: 'floor_wood',
  rows: `
#############
#f.h..x#e..h#
#..xh.h#..x.#
#......+....#
#hxh...######
#......+..e.#
#.rr...#hx..#
#CrrC..######
#12KC.B#.t.B#
#345...!....#
######o######`,
  legend: {
    ...indoors,
    1: ['floor_shop', { id: 'bread', count: 5, returns: 10 }],
    2: ['floor_shop', { id: 'cheese', count: 3, returns: 10 }],
    3: ['floor_shop', { id: 'booze', count: 6, returns: 10 }],
    4: ['floor_shop', { id: 'meat', count: 2, returns: 10 }],
    5: ['floor_shop', { id: 'waterskin', count: 3, returns: 10 }],
    K: ['floor_shop', 'innkeeper'],
    '!': ['door_cellar'],
    t: [{ id: 'trapdoor', to: { map: 'cellar', sign: 'u' } }],
    o: [{ id: 'way_out', to: { map: 'town', sign: '1', side: 'south' } }],
  },
}

export const temple: MapSource = {
  id: 'temple',
  title: 'The temple of Hollowford',
  darkness: 0,
  floor: 'floor_marble',
  rows: `
#############
#l..l.a.l..l#
#...........#
#...r.P.r...#
#k..r...r..k#
#...r...r...#
#.h.r...r.h.#
#.h.r...r.h.#
#.h.r...r.h.#
#l.........l#
######o######`,
  legend: {
    ...indoors,
    '.': ['floor_marble'],
    '#': ['wall_stone'],
    a: ['altar'],
    P: ['priestess'],
    o: [{ id: 'way_out', to: { map: 'town', sign: '2', side: 'south' } }],
  },
}

export const smithy: MapSource = {
  id: 'smithy',
  title: "Tamsin's smithy",
  darkness: 0,
  floor: 'floor_wood',
  rows: `
############
#12345#.f..#
#6789s#.a.X#
#sssss#....#
#sssssCC.K.#
#..........#
#B.......lB#
######o#####`,
  legend: {
    ...indoors,
    '#': ['wall_stone'],
    a: ['anvil'],
    K: ['smith'],
    1: ['floor_shop', { id: 'sword', returns: 20 }],
    2: ['floor_shop', { id: 'long_sword', returns: 30 }],
    3: ['floor_shop', { id: 'axe', returns: 20 }],
    4: ['floor_shop', { id: 'mail', returns: 30 }],
    5: ['floor_shop', { id: 'helmet', returns: 20 }],
    6: ['floor_shop', { id: 'shield', returns: 20 }],
    7: ['floor_shop', { id: 'bow', returns: 20 }],
    8: ['floor_shop', { id: 'arrow', count: 40, returns: 10 }],
    9: ['floor_shop', { id: 'mace', returns: 20 }],
    o: [{ id: 'way_out', to: { map: 'town', sign: '3', side: 'south' } }],
  },
}

export const shop: MapSource = {
  id: 'shop',
  title: 'Odds and Ends',
  darkness: 0,
  floor: 'floor_wood',
  rows: `
#############
#kk.kX.l..Xk#
#......K....#
#..h..CCCCCC#
#..x..123456#
#..h..789abs#
#.....cdsgis#
#B...lssssss#
####o########`,
  legend: {
    ...indoors,
    K: ['shopkeeper'],
    1: ['floor_shop', { id: 'book_magic_missile', returns: 30 }],
    2: ['floor_shop', { id: 'book_fire_bolt', returns: 30 }],
    3: ['floor_shop', { id: 'book_heal', returns: 30 }],
    4: ['floor_shop', { id: 'scroll_fire_bolt', count: 4, returns: 15 }],
    5: ['floor_shop', { id: 'scroll_home', count: 2, returns: 15 }],
    6: ['floor_shop', { id: 'wand_magic_missile', returns: 60 }],
    7: ['floor_shop', { id: 'potion_healing', count: 5, returns: 15 }],
    8: ['floor_shop', { id: 'potion_power', count: 3, returns: 15 }],
    9: ['floor_shop', { id: 'potion_antidote', count: 3, returns: 15 }],
    a: ['floor_shop', { id: 'torch', count: 10, returns: 10 }],
    b: ['floor_shop', { id: 'bag', count: 1, returns: 15 }],
    c: ['floor_shop', { id: 'leather', returns: 20 }],
    d: ['floor_shop', { id: 'robe', returns: 20 }],
    g: ['floor_shop', { id: 'boots', returns: 20 }],
    i: ['floor_shop', { id: 'gloves', returns: 20 }],
    o: [{ id: 'way_out', to: { map: 'town', sign: '4', side: 'south' } }],
  },
}

export const cottage: MapSource = {
  id: 'cottage',
  title: 'A cottage',
  darkness: 0,
  floor: 'floor_wood',
  rows: `
#########
#f..k.eh#
#.hxh...#
#...rr.b#
#B..rr..#
####o####`,
  legend: {
    ...indoors,
    b: [
      {
        id: 'note',
        name: 'recipe',
        text: 'Apple cake. Take three apples, a loaf that is past it, and whatever the rats have left of the cheese.',
      },
    ],
    o: [{ id: 'way_out', to: { map: 'town', sign: '5', side: 'south' } }],
  },
}

export const eldersHouse: MapSource = {
  id: 'elders_house',
  title: "The elder's house",
  darkness: 0,
  floor: 'floor_wood',
  rows: `
##########
#kk.f.k#e#
#..E...+.#
#.hxh..#h#
#..b.rr###
#....rr.c#
####o#####`,
  legend: {
    ...indoors,
    E: ['elder'],
    b: [
      {
        id: 'book',
        name: 'history of the barrow',
        text:
          'They laid the lord of the ford under the hill with crown and blade, and walled up the tomb. Something ' +
          'knocked for nine nights.\n' +
          'The upper hall they left open, for the wake. The lower they locked. They should have thrown the golden ' +
          'key away; instead a mason wore it, and then two sons, until goblins came.\n' +
          'It is said that the builders kept a room for themselves on each floor, and a wall before it that turns.',
      },
    ],
    c: [
      {
        id: 'chest',
        inside: [
          { id: 'coin_silver', count: 3 },
          { id: 'note', text: 'For anybody in need. Put some back when you can.' },
          'dagger',
          { id: 'bread', count: 2 },
          { id: 'torch', count: 2 },
        ],
        returns: 60,
      },
    ],
    o: [{ id: 'way_out', to: { map: 'town', sign: '6', side: 'south' } }],
  },
}
