// A small world in the formats of Crossfire's archives. The world uses each construct of the formats at least once.
import { mapOf } from './object-lines.ts'

export { default as animations } from './small-world/animations.anim'
export { default as archetypes } from './small-world/archetypes.arc'
export { default as artifactsFile } from './small-world/artifacts.arc'
/** The map under the hill, which is dark and resets one minute after the last player has left. */
export { default as cellarMap } from './small-world/cellar.map'
export { default as faces } from './small-world/faces.face'
export { default as formulae } from './small-world/formulae.arc'
/**
 * The map of the hill. The hill has constructs of Debian's maps: a text in the header, tiles, nested objects, unknown
 * keys, and exits of each kind.
 */
export { default as hillMap } from './small-world/hill.map'
/** The map beyond the eastern edge of the hill. The map is unique, which means that each player has a copy. */
export { default as hutMap } from './small-world/hut.map'
export { default as regionsFile } from './small-world/regions.arc'
export { default as treasures } from './small-world/treasures.trs'

/** The objects of `machineMap`. */
const machines = [
  'lever 1,0 connected 1',
  'grate 3,0 connected 1',
  'grate 4,0 connected 1 wc 0 maxsp 1',
  'handle 6,0 connected 11',
  'grate 8,0 connected 11',
  'plate 1,1 connected 2',
  'plate 2,1 connected 2 weight 1000000',
  'grate 4,1 connected 2',
  'knob 6,1 connected 12',
  'hatch 8,1 connected 12',
  'board 1,2 connected 3',
  'grate 3,2 connected 3',
  'tray 5,2 connected 4',
  'grate 7,2 connected 4',
  'tray 9,2 connected 13 last_sp 1',
  'grate 11,2 connected 13',
  'ring_of_stones 1,3 hp 5 sp 3',
  'lever 7,3 connected 5',
  'well 8,3 connected 5 hp 10 sp 3',
  'flap 11,3 hp 0 sp 3',
  'ring_of_stones 1,9 speed 0 connected 6',
  'ring_of_stones 3,9 speed 0',
  'lever 7,9 connected 6',
  'current 8,4',
  'warden 1,5 race milk last_heal 1 connected 7',
  'grate 3,5 connected 7',
  'warden 6,5 slaying been_here move_block all msg Not~without.',
  'sponge 8,5 slaying been_here',
  'lever 1,6 connected 8',
  'font 2,6 connected 8',
  'mirror 4,6 connected 8',
  'dairy 6,6',
  'watch 8,6 connected 14',
  'grate 10,6 connected 14',
  'shell 1,7 connected 9',
  'grate 3,7 connected 9',
  'slit 11,7',
  'vane 7,7',
  'dais 5,7 connected 15',
  'grate 5,9 connected 15',
  'snare 7,8',
  'bank 9,8',
]

/** The map with machines. Each test uses a row. Players enter at the corner. */
export const machineMap = mapOf([12, 10], machines, {
  header: 'name The Works\n',
  floors: { 97: 'mire', 99: 'lists', 101: 'embers' },
})
