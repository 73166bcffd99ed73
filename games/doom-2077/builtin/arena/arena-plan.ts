// The built-in arena, drawn by hand for this project. packed.ts holds the WAD that a node builder made of this plan.
// After changing the plan, run `node test/games/doom-2077/builtin/write-arena.ts` to regenerate it (needs zdbsp).

/** A letter of the drawing. Heights in map units; textures and flats by Freedoom's names. */
export interface GroundType {
  readonly floor: number
  readonly ceiling: number
  readonly light: number
  readonly tag?: number
  /** Its walls, and upper textures facing higher rooms. */
  readonly wall: string
  /** The upper texture, if different. */
  readonly lintel?: string
  /** Its lower texture facing lower rooms. */
  readonly riser: string
  readonly floorFlat: string
  readonly ceilingFlat: string
}

/** Map units per letter. The drawing's centre is at 0,0 and its top is north. */
export const cellSize = 32

const ceilingFlat = 'CEIL3_5'
const concrete = { wall: 'STARTAN3', riser: 'STEP4', floorFlat: 'FLOOR4_8', ceilingFlat } as const
const passage = { wall: 'BROWN1', riser: 'STEP4', floorFlat: 'FLOOR5_1', ceilingFlat } as const
const stone = { wall: 'STONE2', riser: 'STEP4', floorFlat: 'FLAT5_4', ceilingFlat } as const
const upstairs = { wall: 'STARG3', riser: 'STEP4', floorFlat: 'FLOOR0_1', ceilingFlat } as const
const crate = { wall: 'CRATE1', riser: 'CRATE1', floorFlat: 'CRATOP1', ceilingFlat } as const
const steel = {
  wall: 'DOORTRAK',
  lintel: 'DOOR3',
  riser: 'PLAT1',
  floorFlat: 'FLOOR4_8',
  ceilingFlat,
} as const

export const groundTypes: { readonly [letter: string]: GroundType } = {
  // The west and south halls, a corridor in the north, and passages.
  '.': { floor: 0, ceiling: 160, light: 176, ...concrete },
  ',': { floor: 0, ceiling: 128, light: 160, ...passage },
  // The court, with a dais of two steps.
  o: { floor: 0, ceiling: 256, light: 208, ...stone },
  1: { floor: 24, ceiling: 256, light: 216, ...stone },
  2: { floor: 48, ceiling: 256, light: 232, ...stone },
  // The gallery in the east, reached by stairs or lift. Its windows are too high to climb.
  a: { floor: 24, ceiling: 168, light: 168, ...upstairs },
  b: { floor: 48, ceiling: 184, light: 176, ...upstairs },
  c: { floor: 72, ceiling: 200, light: 184, ...upstairs },
  u: { floor: 96, ceiling: 224, light: 192, ...upstairs },
  w: { floor: 128, ceiling: 208, light: 192, ...upstairs, riser: 'GRAY1' },
  L: { floor: 96, ceiling: 224, light: 200, tag: 1, ...upstairs, riser: 'PLAT1' },
  // The vault, behind a door that a switch in the south hall opens permanently.
  v: { floor: 0, ceiling: 128, light: 255, ...concrete, wall: 'SHAWN2' },
  S: { floor: 0, ceiling: 0, light: 160, tag: 2, ...steel },
  // The door between hall and court.
  D: { floor: 0, ceiling: 0, light: 160, ...steel },
  // Crates: players can shoot over them but not walk over them.
  x: { floor: 32, ceiling: 160, light: 176, ...crate },
  y: { floor: 32, ceiling: 128, light: 160, ...crate },
  z: { floor: 128, ceiling: 224, light: 192, ...crate },
}

/** `#` is rock. */
export const drawing = `
################################################################################
################################################################################
################################################################################
##,,,,,,,,,,,,,,,,,,,,,,,,,,,,yy,,,,,,,,,,,,,,,,##,,,,,,,,aabbccuuuuuuuuuuuuuu##
##,,,,,,,,,,,,,,,,,,,,,,,,,,,,yy,,,,,,,,,,,,,,,,##,,,,,,,,aabbccuuuuuuuuuuuuuu##
##,,,,,,,,,,,,,,,,,,##,,,,,,,,,,,,,,,,,,,,,,,,,,##,,,,,,,,aabbccuuuuuuuuuuuuuu##
##,,,,,,,,,,,,,,,,,,##,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,aabbccuuuuuuuuuuuuuu##
##,,,,,,,,,,,,,,,,,,##,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,aabbccuuuuuuuuuuuuuu##
##,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,yy,,,,,,,,,,,,,,,,,,,,,,aabbccuuuuuuuuuuuuuu##
##,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,yy,,,,,,,,,,,,,,,,,,,,,,aabbccuuuuuuuuuuuuuu##
#########,,,,,,###############,,,,######,,,,,,########################uuuuuu####
#########,,,,,,###############SSSS######,,,,,,########################uuuuuu####
#########,,,,,,#############vvvvvvvv####,,,,,,########################uuuuuu####
#########,,,,,,#############vvvvvvvv####,,,yy,########################uuuuuu####
##....................######vvvvvvvv####,,,yy,##########uuuuuuuuuuuuuuuuuuuuuu##
##....................######vvvvvvvv####,,,,,,##########uuuuuuuuuuuuuuuuuuuuuu##
##....................##################,,,,,,##########uuuuuuuuuuuuuuuuuuuuuu##
##....................##################,,,,,,##########uuuuuuuuuuuuuuuuuuuuuu##
##....................######oooooooooooooooooooooooo####uuzzuuuuuuuuuuuuuuuuuu##
##....................######oooooooooooooooooooooooo####uuzzuuuuuuuuuuuuuuuuuu##
##.....##......##.....,,D,,,oooooooooooooooooooooooo####uuuuuuuuuu##uuuuuuuuuu##
##.....##......##.....,,D,,,ooo##oooooooooooooo##ooowwwwuuuuuuuuuu##uuuuuuuuuu##
##....................,,D,,,ooo##oooooooooooooo##ooowwwwuuuuuuuuuuuuuuuuuuuuuu##
##....................,,D,,,oooooooooooooooooooooooowwwwuuuuuuuuuuuuuuuuuuuuuu##
##....................######oooooooooooooooooooooooowwwwuuuuuuuuuuuuuuuuuuuuuu##
##....................######ooooooo1111111111ooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................######ooooooo1111111111ooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................######ooooooo1122222211ooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................######ooooooo1122222211oooooooLLLLuuuuuu##uuuuuuu##uuuuu##
##..xx............xx..######ooooooo1122222211oooooooLLLLuuuuuu##uuuuuuu##uuuuu##
##..xx............xx..,,,,,,ooooooo1122222211oooooooLLLLuuuuuu##uuuuuuu##uuuuu##
##..xx............xx..,,,,,,ooooooo1122222211oooooooLLLLuuuuuu##uuuuuuu##uuuuu##
##....................,,,,,,ooooooo1122222211ooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................,,,,,,ooooooo1111111111ooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................,,,,,,ooooooo1111111111ooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................,,,,,,oooooooooooooooooooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................######oooooooooooooooooooooooowwwwuuuuuuuuuuuuuuuuuuuuuu##
##....................######ooo##oooooooooooooo##ooowwwwuuuuuuuuuuuuuuuuuuuuuu##
##.....##......##.....######ooo##oooooooooooooo##ooowwwwuuuuuuuuuu##uuuuuuuzzu##
##.....##......##.....######oooooooooooooooooooooooowwwwuuuuuuuuuu##uuuuuuuzzu##
##....................######oooooooooooooooooooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................######oooooooooooooooooooooooo####uuuuuuuuuuuuuuuuuuuuuu##
##....................############,,,,,,################uuuuuuuuuuuuuuuuuuuuuu##
##....................############,,,,,,################uuuuuuuuuuuuuuuuuuuuuu##
##....................############,,,,,,################uuuuuuuuuuuuuuuuuuuuuu##
##....................############,,yy,,################uuuuuuuuuuuuuuuuuuuuuu##
######,,,,,,######################,,yy,,################################uuuuuu##
######,,,,,,######################,,,,,,################################uuuuuu##
######,,,,,,######################,,,,,,################################uuuuuu##
######,,,,,,######################,,,,,,################################uuuuuu##
######,,,,,,##..................xx..............xx...............aabbccuuuuuuu##
######,,,,,,##..................xx..............xx...............aabbccuuuuuuu##
######,,,,,,,,..........##..............................##.......aabbccuuuuuuu##
######,,,,,,,,..........##..............................##.......aabbccuuuuuuu##
######,,,,,,,,..........##..............................##.......aabbccuuuuuuu##
######,,,,,,,,..........##..............................##.......aabbccuuuuuuu##
######,,,,,,##..........................xx.......................aabbccuuuuuuu##
######,,,,,,##..........................xx.......................aabbccuuuuuuu##
################################################################################
################################################################################
`

/** Lines from one ground to another that moves. `special` is Doom's line type. */
export const triggers = [
  { from: ',', to: 'D', special: 1 }, // door: opens, waits 4 s, closes
  { from: 'o', to: 'L', special: 62 }, // by hand: lift lowers, waits 3 s, rises
  { from: 'u', to: 'L', special: 88 }, // the same when walked over
] as const

/** Switches, on the walls south of these cells. */
export const switches = [
  {
    cells: [
      [18, 57],
      [19, 57],
    ],
    special: 103, // door: opens, stays open
    tag: 2,
    texture: 'SW1STRTN',
  },
] as const

/** Things at the centres of cells (column, row). Angles in degrees, counterclockwise from the east. */
export const playerStarts = [
  { at: [5, 16], angle: 315 },
  { at: [18, 17], angle: 225 },
  { at: [11, 29], angle: 0 },
  { at: [5, 42], angle: 45 },
  { at: [18, 42], angle: 135 },
  { at: [5, 6], angle: 0 },
  { at: [26, 6], angle: 180 },
  { at: [53, 6], angle: 180 },
  { at: [31, 25], angle: 315 },
  { at: [48, 33], angle: 135 },
  { at: [31, 34], angle: 45 },
  { at: [59, 23], angle: 0 },
  { at: [74, 17], angle: 225 },
  { at: [73, 43], angle: 135 },
  { at: [59, 42], angle: 45 },
  { at: [73, 6], angle: 270 },
  { at: [17, 54], angle: 0 },
  { at: [36, 54], angle: 90 },
  { at: [61, 54], angle: 180 },
] as const

/** Doom's thing types: 2011 stimpack, 2012 medikit, 2013 soul sphere, 2014 health bonus. */
export const healingItems = [
  { type: 2013, at: [31.5, 13.5] },
  { type: 2012, at: [8.5, 53.5] },
  { type: 2012, at: [42.5, 15.5] },
  { type: 2012, at: [75, 29.5] },
  { type: 2011, at: [11.5, 44] },
  { type: 2011, at: [42, 5] },
  { type: 2011, at: [67, 29.5] },
  { type: 2011, at: [44, 53] },
  { type: 2014, at: [36, 26] },
  { type: 2014, at: [43, 26] },
  { type: 2014, at: [36, 33] },
  { type: 2014, at: [43, 33] },
  { type: 2014, at: [38, 29] },
  { type: 2014, at: [41, 29] },
  { type: 2014, at: [38, 30] },
  { type: 2014, at: [41, 30] },
] as const
