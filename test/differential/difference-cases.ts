// What a difference between the two servers is a case of, and what is thought of each case. Chance and the hour differ
// between any two runs of one server, too; what is left over after these is a fault of somebody's.
import type { ViewDifference } from './view-difference.ts'

export type Verdict = 'chance' | 'by design' | 'not yet'
export interface DifferenceCase {
  readonly verdict: Verdict
  readonly explanation: string
}

/** By name, in the order in which they are asked for. */
export const differenceCases = {
  himself: {
    verdict: 'by design',
    explanation: 'Players look as their class does, not as an archetype of the host’s (CF-17.19).',
  },
  'edge of the view': {
    verdict: 'by design',
    explanation:
      'Into corners the real server looks only within the outermost row of the view. Ours looks the same everywhere (CF-5.8).',
  },
  dark: {
    verdict: 'by design',
    explanation:
      'Ours has five steps and shows whatever is in sight in any of them (CF-5.9), a lamp takes its strength off and the best counts (CF-15.10). The real server shows nothing in the dark but a few cells around one, and lamps add up.',
  },
  hour: {
    verdict: 'chance',
    explanation: 'Under the open sky it is as dark as the hour, of clocks that are not the same.',
  },
  'speech bubble': {
    verdict: 'not yet',
    explanation:
      'The real server draws a bubble over whoever has something to say. Ours labels people for clients that read labels (CF-5.12).',
  },
  'picture of an animation': {
    verdict: 'chance',
    explanation: 'Both move; which picture is up is a matter of the moment.',
  },
  creature: {
    verdict: 'chance',
    explanation: 'Creatures walk about; random ones are drawn when the map begins.',
  },
  treasure: { verdict: 'chance', explanation: 'Treasure and wares are drawn when the map begins (CF-21.1).' },
  layer: {
    verdict: 'by design',
    explanation:
      'What cannot be picked up is drawn among the fixtures there and among things here, or the other way round: the same picture.',
  },
  'large picture': {
    verdict: 'by design',
    explanation:
      'A picture of several cells the real server sends once, in its lower right cell; ours sends each cell its part, which clients of 1997 need, too (CF-20.5).',
  },
  'one of two fixtures': {
    verdict: 'by design',
    explanation:
      'Of two walls or fixtures in a cell the real server may show both; ours shows the upper of each kind (CF-5.6).',
  },
  flying: { verdict: 'chance', explanation: 'Fog, fire and what is shot come and go.' },
} as const satisfies { readonly [name: string]: DifferenceCase }
export type DifferenceCaseName = keyof typeof differenceCases

/** What the map of a look says that makes things differ. */
export interface MapComparison {
  readonly darkness: boolean
  readonly outdoor: boolean
  readonly differences: readonly ViewDifference[]
  readonly cells: number
}

/** Undefined: nobody has thought of it. */
export function classifyDifference(
  look: MapComparison,
  each: ViewDifference,
): DifferenceCaseName | undefined {
  if (each.place === '0,0' && each.kind === 'living') return 'himself'
  switch (each.kind) {
    case 'light':
      return look.outdoor ? 'hour' : look.darkness ? 'dark' : undefined
    case 'sight':
      if (look.outdoor) return 'hour'
      if (look.darkness) return 'dark'
      return atEdge(each.place) ? 'edge of the view' : undefined
    case 'phase':
      return 'picture of an animation'
    case 'living':
      return 'creature'
    case 'flying':
      return each.real === 'speech.111' && each.ours === '-' ? 'speech bubble' : 'flying'
    case 'fixture':
    case 'lying':
      return ofThings(look, each)
    default:
      return undefined
  }
}

/** Fixtures and what lies there, of all that differs in the cell. */
function ofThings(
  look: MapComparison,
  { place, kind, real, ours }: ViewDifference,
): DifferenceCaseName | undefined {
  if (/\.x|\+\d/.test(`${real} ${ours}`)) return 'large picture'
  const here = look.differences.filter((each) => each.place === place && things.has(each.kind))
  const names = (side: 'real' | 'ours') =>
    here.flatMap((each) => each[side].split(' ')).filter((name) => name !== '-')
  const [there, own] = [names('real'), names('ours')]
  if (there.length > 0 && own.length > 0 && here.length > 1 && (isWithin(there, own) || isWithin(own, there)))
    return 'layer'
  if (kind === 'lying') return 'treasure'
  return own.length > 0 && isWithin(own, there) ? 'one of two fixtures' : undefined
}
const things: ReadonlySet<ViewDifference['kind']> = new Set(['fixture', 'lying', 'flying'])

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((name) => all.includes(name))
}

function atEdge(place: string): boolean {
  return place.split(',').some((at) => Math.abs(Number(at)) === 12)
}
