// Classifies differences between the two servers. Differences by chance also occur between two runs of one server. A
// difference that matches no known case is a bug of either server.
import type { ViewDifference } from './view-difference.ts'

type Verdict = 'chance' | 'by design' | 'not yet'
export interface DifferenceCase {
  readonly verdict: Verdict
  readonly explanation: string
}

export const differenceCases = {
  'edge of the view': {
    verdict: 'by design',
    explanation:
      'The reference server treats corners differently in the outermost row of the view. Our server uses one rule everywhere (CF-5.8).',
  },
  dark: {
    verdict: 'by design',
    explanation:
      'On our server a player sees the cells in view at all five levels of darkness (CF-5.9), and only the brightest lamp counts (CF-15.10). On the reference server a player in the dark sees only a few cells nearby, and the light of several lamps adds up.',
  },
  hour: {
    verdict: 'chance',
    explanation: 'Outdoor darkness depends on the time of day, and the clocks of the servers differ.',
  },
  'speech bubble': {
    verdict: 'not yet',
    explanation:
      'The reference server draws a bubble over characters who have something to say. Our server sends labels to clients that support them (CF-5.12).',
  },
  'picture of an animation': {
    verdict: 'chance',
    explanation: 'Both servers animate the thing, but show different pictures of the animation.',
  },
  creature: {
    verdict: 'chance',
    explanation: 'Creatures move. Random creatures are drawn when the map loads.',
  },
  treasure: { verdict: 'chance', explanation: 'Treasure and wares are drawn when the map loads (CF-21.1).' },
  layer: {
    verdict: 'by design',
    explanation:
      'One server draws a thing that cannot be picked up among the fixtures, the other among the items. The picture is the same.',
  },
  'large picture': {
    verdict: 'by design',
    explanation:
      'The reference server sends a picture of several cells once, in its lower right cell. Our server sends each cell its part, because clients of 1997 need it (CF-20.5).',
  },
  'one of two fixtures': {
    verdict: 'by design',
    explanation:
      'The reference server can show two walls or fixtures in a cell. Our server shows the upper one of each kind (CF-5.6).',
  },
  flying: { verdict: 'chance', explanation: 'Fog, fire and missiles appear and disappear.' },
} as const satisfies { readonly [name: string]: DifferenceCase }
export type DifferenceCaseName = keyof typeof differenceCases

/** The differences at one position, and the map attributes that explain some of them. */
export interface MapComparison {
  readonly darkness: boolean
  readonly outdoor: boolean
  readonly differences: readonly ViewDifference[]
  readonly cells: number
}

/** The known case that explains a difference. Undefined if there is none. */
export function classifyDifference(
  look: MapComparison,
  each: ViewDifference,
): DifferenceCaseName | undefined {
  switch (each.kind) {
    case 'light':
      return look.outdoor ? 'hour' : look.darkness ? 'dark' : undefined
    case 'sight':
      if (look.outdoor) return 'hour'
      if (look.darkness) return 'dark'
      return isAtViewEdge(each.place) ? 'edge of the view' : undefined
    case 'phase':
      return 'picture of an animation'
    case 'living':
      return 'creature'
    case 'flying':
      return each.real === 'speech.111' && each.ours === '-' ? 'speech bubble' : 'flying'
    case 'fixture':
    case 'lying':
      return classifyThing(look, each)
    default:
      return undefined
  }
}

/** Classifies a difference in fixtures or items. The class depends on all differences in the same cell. */
function classifyThing(
  look: MapComparison,
  { place, kind, real, ours }: ViewDifference,
): DifferenceCaseName | undefined {
  if (/\.x|\+\d/.test(`${real} ${ours}`)) return 'large picture'
  const here = look.differences.filter((each) => each.place === place && thingKinds.has(each.kind))
  const names = (side: 'real' | 'ours') =>
    here.flatMap((each) => each[side].split(' ')).filter((name) => name !== '-')
  const [there, own] = [names('real'), names('ours')]
  if (there.length > 0 && own.length > 0 && here.length > 1 && (isWithin(there, own) || isWithin(own, there)))
    return 'layer'
  if (kind === 'lying') return 'treasure'
  return own.length > 0 && isWithin(own, there) ? 'one of two fixtures' : undefined
}
const thingKinds: ReadonlySet<ViewDifference['kind']> = new Set(['fixture', 'lying', 'flying'])

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((name) => all.includes(name))
}

function isAtViewEdge(place: string): boolean {
  return place.split(',').some((at) => Math.abs(Number(at)) === 12)
}
