import { isWalkable, type Place, tileKinds } from '../../../terrain/terrain.ts'
import type { DoorFront } from '../buildings/doors.ts'
import { buildPier, type DoorGroup } from '../buildings/structures.ts'
import { doorSigns, type SignpostTarget, signpost, signTexts } from '../buildings/texts.ts'
import type { IslandDraft } from '../draft/draft.ts'
import { type SiteName, sites, startPlace } from '../draft/geography.ts'
import { Roads } from './roads.ts'

/** An end of a road: an outdoor door, or the middle of a site. */
type End = DoorGroup | SiteName

interface Road {
  readonly from: End
  readonly to: End
  readonly kind?: number
  /** The sign stands halfway along the road. */
  readonly sign?: keyof typeof signTexts
}

const { rocky } = tileKinds

/** Later roads join earlier roads. */
const roads: readonly Road[] = [
  { from: 'hearthwick', to: 'westFork' },
  { from: 'hearthwick', to: 'inn' },
  { from: 'hearthwick', to: 'apothecary' },
  { from: 'hearthwick', to: 'school' },
  { from: 'hearthwick', to: 'saltmouth', sign: 'strand' },
  { from: 'saltmouth', to: 'light' },
  { from: 'hearthwick', to: 'northFork' },
  { from: 'northFork', to: 'mereEnd' },
  { from: 'mereEnd', to: 'saltmouth' },
  { from: 'mereEnd', to: 'stones' },
  { from: 'stones', to: 'eastFork' },
  { from: 'eastFork', to: 'light' },
  { from: 'eastFork', to: 'ruin', sign: 'ashenWood' },
  { from: 'ruin', to: 'northCross' },
  { from: 'northCross', to: 'chapel', sign: 'coldpine' },
  { from: 'northCross', to: 'horn' },
  { from: 'horn', to: 'hermit', kind: rocky },
  { from: 'hermit', to: 'westFork', kind: rocky, sign: 'mosswood' },
  { from: 'westFork', to: 'hollow', kind: rocky },
  { from: 'northFork', to: 'underway-south', kind: rocky },
  { from: 'northCross', to: 'underway-north', kind: rocky },
]

/** The destinations on the signpost at each fork. */
const signposts: { readonly [site in SiteName]?: readonly End[] } = {
  westFork: ['hearthwick', 'hollow', 'hermit'],
  northFork: ['hearthwick', 'underway-south', 'mereEnd'],
  mereEnd: ['northFork', 'saltmouth', 'stones'],
  eastFork: ['stones', 'light', 'ruin'],
  northCross: ['chapel', 'horn', 'ruin', 'underway-north'],
  horn: ['northCross', 'hermit'],
}

/** The names on signposts for doors that belong to no site. */
const doorNames: { readonly [group in DoorGroup]?: string } = {
  hollow: 'the Hollow',
  'underway-south': 'the Underway, south',
  'underway-north': 'the Underway, north',
}

export type DoorFronts = ReadonlyMap<DoorGroup, DoorFront>

export function layRoads(draft: IslandDraft, seed: number, fronts: DoorFronts): void {
  const network = new Roads(draft, seed)
  const pier = buildPier(draft)
  network.lay(sites.saltmouth, pier.shore)
  for (const { from, to, kind, sign } of roads) {
    const way = network.lay(placeOf(from, fronts), placeOf(to, fronts), kind)
    if (sign) putSign(draft, way[way.length >> 1]!, signTexts[sign])
  }
  putSign(draft, pier.head, signTexts.pier)
  draft.put({ x: pier.head.x - 1, y: pier.head.y }, { type: 'lamppost' })
}

/** Places signs and lampposts at the forks and ends of roads. */
export function furnishRoads(draft: IslandDraft, fronts: DoorFronts): void {
  putSign(draft, { x: startPlace.x - 1, y: startPlace.y }, signTexts.welcome)
  // The warden is west of the start. New characters face west, so they see her at once.
  draft.placeTownsperson('warden', { x: startPlace.x - 3, y: startPlace.y - 1 })
  for (const name of ['saltmouth', 'ruin', 'stones'] as const) putSign(draft, sites[name], signTexts[name])
  for (const [name, ends] of Object.entries(signposts) as [SiteName, readonly End[]][]) {
    const marks = ends.map((end) => waymark(end, fronts))
    putSign(draft, sites[name], signpost(sites[name], marks))
    light(draft, sites[name])
  }
  for (const [group, { front }] of fronts) {
    putSign(draft, front, doorSigns[group])
    // The road to the vale is unlit.
    if (group !== 'underway-vale') light(draft, front)
  }
  for (const place of shutHouses) putSign(draft, place, signTexts.shut)
  for (const place of greenLamps) draft.put(place, { type: 'lamppost' })
}

function placeOf(end: End, fronts: DoorFronts): Place {
  return fronts.get(end as DoorGroup)?.front ?? sites[end as SiteName]
}

function waymark(end: End, fronts: DoorFronts): SignpostTarget {
  const { x, y } = placeOf(end, fronts)
  return { x, y, name: doorNames[end as DoorGroup] ?? sites[end as SiteName].name }
}

function putSign(draft: IslandDraft, place: Place, text: string): void {
  draft.put(place, { type: 'sign', text })
}

/** Places the lamppost on the first free tile that touches this tile diagonally. */
function light(draft: IslandDraft, { x, y }: Place): void {
  for (const [dx, dy] of [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const) {
    const kind = draft.at(x + dx, y + dy)
    if (!isWalkable(kind) || kind === tileKinds.dirt || draft.isTaken(x + dx, y + dy)) continue
    return draft.put({ x: x + dx, y: y + dy }, { type: 'lamppost' })
  }
}

/** Places in front of the houses without a door. */
const shutHouses: readonly Place[] = [{ x: 177, y: 449 }]
/** Places of lampposts around the green of Hearthwick. */
const greenLamps: readonly Place[] = [
  { x: 171, y: 414 },
  { x: 199, y: 414 },
  { x: 171, y: 442 },
  { x: 199, y: 442 },
  { x: 171, y: 426 },
  { x: 199, y: 430 },
]
