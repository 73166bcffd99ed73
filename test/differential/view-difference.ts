// The visible cells of one server by face names, and the differences between two views.
import { type ServerUnderTest, viewCells } from './server-under-test.ts'

/** For each server, the kind of content in each of the ten layers. The servers differ in layer 3. */
const layerKinds = {
  real: ['floor', 'fixture', 'fixture', 'lying', 'lying', 'lying', 'living', 'living', 'flying', 'flying'],
  ours: ['floor', 'fixture', 'fixture', 'fixture', 'lying', 'lying', 'living', 'living', 'flying', 'flying'],
} as const
type LayerKind = (typeof layerKinds)['real'][number]
const allKinds = [...new Set(layerKinds.real)]

export interface CellView {
  readonly faces: { readonly [kind in LayerKind]?: string }
  /** Brightness from 0 (dark) to 255 (bright). */
  readonly light: number | undefined
}

/** Reads all visible cells from a client, by `x,y` relative to the player. */
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
      const kind = layerKinds[server][layer]!
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

/** Compares cell by cell. A cell that only one server shows counts as one difference. */
export function diffViews(real: Map<string, CellView>, ours: Map<string, CellView>): ViewDifference[] {
  const found: ViewDifference[] = []
  for (const place of new Set([...real.keys(), ...ours.keys()])) {
    const [there, here] = [real.get(place), ours.get(place)]
    if (!there || !here) {
      const describe = (cell: CellView | undefined) =>
        cell ? Object.values(cell.faces).join(' ') : 'nothing'
      found.push({ place, kind: 'sight', real: describe(there), ours: describe(here) })
      continue
    }
    for (const kind of allKinds) {
      const [a, b] = [there.faces[kind] ?? '-', here.faces[kind] ?? '-']
      if (baseNames(a) !== baseNames(b)) found.push({ place, kind, real: a, ours: b })
      else if (a !== b) found.push({ place, kind: 'phase', real: a, ours: b })
    }
    if ((there.light ?? 255) !== (here.light ?? 255))
      found.push({ place, kind: 'light', real: `${there.light ?? 255}`, ours: `${here.light ?? 255}` })
  }
  return found
}

/** Face names without the suffixes that distinguish pictures of one animation or parts of one picture. */
function baseNames(names: string): string {
  return names
    .split(' ')
    .map((name) => name.replace(/\.\w+$/, ''))
    .sort()
    .join(' ')
}
