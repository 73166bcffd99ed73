// The hand-drawn interiors of houses.

import type { ItemKind } from '../../../items/items.ts'
import type { TownspersonRole } from '../../../state/townsperson.ts'
import { directions } from '../../../terrain/directions.ts'
import { lastCaveRow, type Place, tileKinds } from '../../../terrain/terrain.ts'
import type { IslandDraft } from '../draft/draft.ts'
import { placeDoor } from './doors.ts'
import type { DoorGroup } from './structures.ts'
import { inscriptions, scrolls } from './texts.ts'

interface Inside {
  readonly group: DoorGroup
  /** The north-western corner. */
  readonly at: Place
  /**
   * The tiles, one letter each: `#` a wall, `D` the door, a space nothing, `,` earth, `g` earth with a spawner of
   * herbs. All other letters are wooden floor: `.` empty, `f` and `h` a spawner of flasks or herbs, `l` a lamp, `@` the
   * resident, and the letters in `things`.
   */
  readonly plan: readonly string[]
  readonly things: { readonly [letter: string]: Readonly<ItemKind> }
  readonly keeper?: TownspersonRole
}

/** [AS-12.11] The group that the three levers and the strongroom's gate belong to. */
export const strongroomGroup = 'strongroom'
const lever: Readonly<ItemKind> = { type: 'switch', group: strongroomGroup, on: false }
const sign = (text: string): ItemKind => ({ type: 'sign', text })

/**
 * [AS-12.11] The first row of houses. The houses are south of the rows of caves, which the client draws without a sky
 * and in fog.
 */
const housesTop = lastCaveRow + 12

/** Players in one interior cannot see or hear players in another, because the distances are too large. */
const insides: readonly Inside[] = [
  {
    group: 'inn',
    at: { x: 24, y: housesTop },
    plan: [
      '###############',
      '#l.....#.....l#',
      '#......#......#',
      '#..s@..#...f..#',
      '#.............#',
      '#......#...f..#',
      '#.d....#......#',
      '#.............#',
      '#######D#######',
    ],
    things: { s: sign(inscriptions.inn), d: { type: 'dagger' } },
    keeper: 'innkeeper',
  },
  {
    group: 'apothecary',
    at: { x: 84, y: housesTop },
    plan: [
      '###########',
      '#f.f#h...h#',
      '#...#.@s..#',
      '#.........#',
      '#f..#.....#',
      '#...#.r..h#',
      '#.........#',
      '#####D#####',
    ],
    things: { s: sign(inscriptions.recipes), r: scrolls.recipe },
    keeper: 'apothecary',
  },
  {
    group: 'school',
    at: { x: 144, y: housesTop },
    plan: [
      '#############',
      '#l....s....l#',
      '#...........#',
      '#..a.....b..#',
      '#.##.....##.#',
      '#...........#',
      '#.##..f..##.#',
      '#...........#',
      '######D######',
    ],
    things: { s: sign(inscriptions.school), a: scrolls.fireArrow, b: scrolls.forceRam },
  },
  {
    group: 'light',
    at: { x: 204, y: housesTop },
    plan: [
      '  #####  ',
      ' ##...## ',
      '##.....##',
      '#...l...#',
      '#..v.s@.#',
      '##.....##',
      ' ##f..## ',
      '  ##D##  ',
    ],
    things: { s: sign(inscriptions.light), v: lever },
    keeper: 'lightkeeper',
  },
  {
    group: 'chapel',
    at: { x: 264, y: housesTop },
    plan: [
      '###########',
      '#l...v...l#',
      '#.........#',
      '#.##...##.#',
      '#.........#',
      '#.##.s.##.#',
      '#.........#',
      '#f.......a#',
      '#.........#',
      '#####D#####',
    ],
    things: { s: sign(inscriptions.chapel), v: lever, a: scrolls.fireArrow },
  },
  {
    group: 'hermit',
    at: { x: 324, y: housesTop },
    plan: ['#########', '#f..s..h#', '#.......#', '#v.....f#', '#....c..#', '####D####'],
    things: { s: sign(inscriptions.hermit), v: lever, c: { type: 'dagger' } },
  },
  {
    group: 'fleet',
    at: { x: 384, y: housesTop },
    plan: [
      '#############',
      '#l..s.#,g,g,#',
      '#.....#,,,,,#',
      '#..r....,,g,#',
      '#.....#,g,,,#',
      '#l....#,,,g,#',
      '###D#########',
    ],
    things: { s: sign(inscriptions.fleet), r: { type: 'teleport_ring' } },
  },
]

export function furnishHouses(draft: IslandDraft): void {
  for (const inside of insides) {
    for (const [row, line] of inside.plan.entries())
      for (const [column, letter] of [...line].entries())
        lay(draft, inside, { x: inside.at.x + column, y: inside.at.y + row }, letter)
  }
}

function lay(draft: IslandDraft, { group, things, keeper }: Inside, place: Place, letter: string): void {
  if (letter === ' ') return
  if (letter === '#') return draft.set(place.x, place.y, tileKinds.wall)
  if (letter === 'D')
    return void placeDoor(draft, place, directions.north, { group, threshold: tileKinds.wood })
  const isEarth = letter === 'g' || letter === ','
  draft.set(place.x, place.y, isEarth ? tileKinds.grass : tileKinds.wood)
  const thing = things[letter]
  if (thing) draft.put(place, { ...thing })
  else if (letter === 'l') draft.put(place, { type: 'lamppost' })
  else if (letter === 'f') draft.spawn(place, 'flask')
  else if (letter === 'h' || letter === 'g') draft.spawn(place, 'herb')
  else if (letter === '@' && keeper) draft.placeTownsperson(keeper, place)
}
