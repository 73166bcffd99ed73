// Hollowford: a square with a fountain, six houses, a pond, graves by the barrow, and the edge of the wood.
import type { MapSource } from './map-source.ts'

export const town: MapSource = {
  id: 'town',
  title: 'Hollowford',
  floor: 'grass',
  rows: `
TTtTTTTTtTTTTTTTtTTTTTTTtTTTTTtTTTTT
TT.......bT......,......T....TTtT.TT
T..RRRRR..,....SSSSSSS......T.TtT..T
T..RRRRR.......SSSSSSS..b....T.....T
T..PW1IW..".,..QVQ2YVQ..,...t.T...tT
T....d...........L:L......b.T..T...T
T,...dA..b........:....,.....tT..TtT
T....d.....ffff...:...ffff....T.T..T
T....dddddd.......:........,..TtTT.T
T.b..v....d..::::::::::.........TTtT
T....."...d..::::;:::::...RRRRR.tTTT
T..,......ddd::L:::;L::...RRRRR..TtT
Tt........b..:;::::::::...PWM3W...TT
T..RRRR......:::::F::::......d...,.T
T..RRRR.."...:::::::;::ddddddd.....T
T..PO4W...c..::B::;::::......d.b..bT
T....d..ddddd::L:@::L::...".,d.....T
T....dddd....:::::;::::......ddddddE
T.,...........:::::::...RRRRR....D.T
T...b.."....,.....:.....RRRRR..G...T
T.RRRRR...........:.....PWP5W....b.T
T.RRRRR.ra........d........d.,.....T
T.PW6WP...........d......dddu......T
T...d.............d...dddd....t..T.T
T...ddddddddddddddddddd.........TT.T
T..wwww...,..."...d......,..b....T.T
T.w~~~~ww.........d....o.g.g.o.....T
Tw~~~~~~~w....b...dd..gH.....g..t..T
T~~~~~~~~~w..,.....ddddddddC.o..T..T
TtTTtT~~TTTtTTTTtTTTTTTtTTTTTtTTTtTT`,
  legend: {
    '.': ['grass'],
    ',': ['grass_tufted'],
    '"': ['meadow'],
    ':': ['flagstone'],
    ';': ['flagstone_worn'],
    '@': ['flagstone'],
    d: ['dirt'],
    '~': ['water'],
    w: ['reeds'],
    T: ['tree'],
    t: ['pine'],
    b: ['bush'],
    o: ['boulder'],
    f: ['fence'],
    r: ['orchard_tree'],
    a: [{ id: 'apple', count: 2, returns: 10 }],
    g: ['gravestone'],
    F: ['flagstone', 'fountain'],
    L: ['flagstone', 'lamp_post'],

    R: ['roof_red'],
    S: ['roof_slate'],
    P: ['front_plaster'],
    W: ['front_plaster_window'],
    Q: ['front_stone'],
    V: ['front_stone_window'],
    I: ['front_plaster', { id: 'shield_inn', text: 'The Leaning Post' }],
    M: ['front_plaster', { id: 'shield_smithy', text: 'Tamsin, smith' }],
    O: ['front_plaster', { id: 'shield_shop', text: 'Odds and Ends' }],
    Y: ['front_stone', { id: 'shield_temple', text: 'Come in' }],
    1: [{ id: 'entrance', to: { map: 'inn', sign: 'o', side: 'north' } }],
    2: [{ id: 'portal', to: { map: 'temple', sign: 'o', side: 'north' } }],
    3: [{ id: 'entrance', to: { map: 'smithy', sign: 'o', side: 'north' } }],
    4: [{ id: 'entrance', to: { map: 'shop', sign: 'o', side: 'north' } }],
    5: [{ id: 'entrance', to: { map: 'cottage', sign: 'o', side: 'north' } }],
    6: [{ id: 'entrance', to: { map: 'elders_house', sign: 'o', side: 'north' } }],
    E: [{ id: 'road', to: { map: 'greywood', sign: 'W', side: 'east' } }],
    C: [{ id: 'cave_mouth', to: { map: 'barrow', sign: 'O', side: 'north' } }],

    A: [{ id: 'sign', text: 'The Leaning Post\nBeds, bread and brew' }],
    B: [
      'flagstone',
      {
        id: 'sign',
        text:
          'HOLLOWFORD\n' +
          'North: the temple. East: the smithy, and the gate to the Greywood. West: the shop, and the inn.\n' +
          'South: the barrow. You have been warned.\n' +
          'Step into a door to enter. Type help to learn the rest.',
      },
    ],
    D: [{ id: 'sign', text: 'The Greywood\nWolves. No road beyond the mill stone.' }],
    H: [{ id: 'sign', text: 'Here they lie, and all but one lie still.' }],

    G: ['guard'],
    v: ['villager'],
    u: ['goodwife'],
    c: ['child'],
  },
}
