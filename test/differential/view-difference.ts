// What is in sight of one side, by names; and where two sides differ.
import { type ServerUnderTest, viewCells } from './server-under-test.ts'

/** What stands in each of ten layers. Of layer 3 both servers have their own mind: ours has what stands in it. */
const kinds = {
  real: ['floor', 'fixture', 'fixture', 'lying', 'lying', 'lying', 'living', 'living', 'flying', 'flying'],
  ours: ['floor', 'fixture', 'fixture', 'fixture', 'lying', 'lying', 'living', 'living', 'flying', 'flying'],
} as const
export type LayerKind = (typeof kinds)['real'][number]
const allKinds = [...new Set(kinds.real)]

export interface CellView {
  /** Names of faces, of each kind, sorted. */
  readonly faces: { readonly [kind in LayerKind]?: string }
  /** 0 dark to 255 bright. */
  readonly light: number | undefined
}

/** Everything in sight, by `x,y` from where the player stands. */
export function readView({
  client,
  name: server,
}: Pick<ServerUnderTest, 'client' | 'name'>): Map<string, CellView> {
  const found = new Map<string, CellView>()
  const middle = viewCells >> 1
  for (const [place, layers] of client.cells) {
    const [x, y] = place.split(',').map(Number) as [number, number]
    if (x < 0 || y < 0 || x >= viewCells || y >= viewCells || layers.size === 0) continue
    const faces: { [kind in LayerKind]?: string } = {}
    for (const [layer, face] of [...layers].sort(([a], [b]) => a - b)) {
      const kind = kinds[server][layer]!
      const name = client.faceNames.get(face) ?? `face ${face}`
      faces[kind] = faces[kind] === undefined ? name : `${faces[kind]} ${name}`
    }
    found.set(`${x - middle},${y - middle}`, { faces, light: client.light.get(place) })
  }
  return found
}

export interface ViewDifference {
  readonly place: string
  readonly kind: LayerKind | 'sight' | 'light' | 'phase'
  readonly real: string
  readonly ours: string
}

/** Cell by cell. What is out of sight on one side counts once and not layer by layer. */
export function diffViews(real: Map<string, CellView>, ours: Map<string, CellView>): ViewDifference[] {
  const found: ViewDifference[] = []
  for (const place of new Set([...real.keys(), ...ours.keys()])) {
    const [there, here] = [real.get(place), ours.get(place)]
    if (!there || !here) {
      const what = (cell: CellView | undefined) => (cell ? Object.values(cell.faces).join(' ') : 'nothing')
      found.push({ place, kind: 'sight', real: what(there), ours: what(here) })
      continue
    }
    for (const kind of allKinds) {
      const [a, b] = [there.faces[kind] ?? '-', here.faces[kind] ?? '-']
      if (stems(a) !== stems(b)) found.push({ place, kind, real: a, ours: b })
      else if (a !== b) found.push({ place, kind: 'phase', real: a, ours: b })
    }
    if ((there.light ?? 255) !== (here.light ?? 255))
      found.push({ place, kind: 'light', real: `${there.light ?? 255}`, ours: `${here.light ?? 255}` })
  }
  return found
}

/** Names without what tells the pictures of one animation, or the parts of one picture, apart. */
function stems(names: string): string {
  return names
    .split(' ')
    .map((name) => name.replace(/\.\w+$/, ''))
    .sort()
    .join(' ')
}
