// The Greywood: wolves, a lake, a hermit, a ruin with spiders, and prowling goblins.
import type { MapSource } from './map-source.ts'

export const greywood: MapSource = {
  id: 'greywood',
  title: 'The Greywood',
  floor: 'grass',
  rows: `
TtTTTTtTTTTtTTTTTTtTTTTTTtTTTTTTTtTTTTTT
TTTT...TTtTTT..TTTT...."..TTTTT....TTTtT
Tt......TTTT....TT...,......TTt......TTT
TT..m....TT..k...T..####.##..TT...k...TT
T...,...tTT......T..#..s..#..TTT......tT
TT.....TTTT.,..TTT..#.c...#.....TT...TTT
TTT...TTtTTT..TTTT..#....s...k...TT.TTTT
TTTT.TTTTTTT.TTTT...##.####......tTT.TTT
TTt..TTTtT...TTT......................TT
TT..TTTT....TTTT..o......m...TTT......tT
T...tTT..k..TTt.......TTT...TTTTT...TTTT
T..TTTT....TTT..w~~w..TTTT..TTTtT..TTTTT
T...TT..,.......w~~~~w..TT...TTT......TT
TTG.........""..~~~~~~w......tTT..g...TT
WddddddddS......~~~I~~~..,....TT...g.TTT
TT..T....dd.....w~~y~~w...TTT....g..TTTT
TT.TTT....ddd....~~y~w....TTTT......TTTT
T..TTTT.....dd....wy....TTTTtTT..TTTTTtT
TT..TtTT.....dddd..b...TTTTTT...TTTTTTTT
TTT...TTT.m.....dd.....TTtTTT..TTTTTTTTT
TTT.k..TTTT......dd.TTTTTTTT...T.....TTT
TT......TTTTTT....d..TTTTTT...TT.ffff.TT
Tt..,...TTtTTT....dd..TTTT....T..f,r...T
TT.....TTTTTTTT....dd........dddddd.H..T
TTT...TTTTTTTTTTTo..ddddddddddT..f,,f.TT
TTTT.TTTTtTTTTTTTTT......,...TT..ffff.TT
TTTTTTTTTTTTTtTTTTTTTTTtTTTTTTTTT....TTT
TtTTTTTtTTTTTTTTTTTTTTTTTTTTTTTTTTTtTTTT`,
  legend: {
    '.': ['grass'],
    ',': ['grass_tufted'],
    '"': ['meadow'],
    d: ['dirt'],
    '~': ['water'],
    w: ['reeds'],
    y: ['sand'],
    T: ['tree'],
    t: ['pine'],
    b: ['bush'],
    o: ['boulder'],
    f: ['fence'],
    r: ['orchard_tree'],
    '#': ['wall_stone'],
    m: [{ id: 'mushroom', count: 2, returns: 12 }],
    k: [{ id: 'wolf', returns: 8 }],
    s: ['flagstone_worn', { id: 'spider', returns: 12 }],
    g: [{ id: 'goblin', returns: 10 }],
    G: ['guard'],
    H: ['hermit'],
    I: ['sand', { id: 'ring_wits', returns: 240 }],
    S: [{ id: 'sign', text: 'West: Hollowford.\nSouth-east: Aldous. He does not want any.' }],
    c: [
      'flagstone',
      {
        id: 'chest',
        inside: [
          { id: 'coin_silver', count: 20 },
          'scroll_home',
          'cloak',
          'long_bow',
          { id: 'arrow_fine', count: 12 },
        ],
        returns: 60,
      },
    ],
    W: [{ id: 'road', to: { map: 'town', sign: 'E', side: 'west' } }],
  },
}
