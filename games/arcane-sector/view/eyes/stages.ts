// [AS-16.3] What is drawn, in five stages: what a later one draws lies over what the ones before it drew. The table is
// that of the protocol's own document; how each shape is drawn is floors.ts and the files next to it.
import { tiles } from '../../land/terrain.ts'
import { type Drawing, flat } from './floors.ts'
import type { SeenTile } from './tiles-in-view.ts'

type Shape = (tile: SeenTile, drawing: Drawing) => void

export interface Stage {
  /** Floors lie over each other from far to near; what stands up is drawn from near to far, behind what is there. */
  readonly order: 'far to near' | 'near to far'
  readonly shapes: { readonly [kind: number]: readonly Shape[] }
}

export const stages: readonly Stage[] = [
  {
    order: 'far to near',
    shapes: { [tiles.water]: [flat('water', 1, (look) => look & 3)] },
  },
  {
    order: 'far to near',
    shapes: {
      [tiles.grass]: [flat('grass', 1.25, (look) => look & 3)],
      [tiles.forest]: [flat('forest', 1.25, (look) => (look >> 3) & 3)],
      [tiles.wood]: [flat('wood', 1, () => 0)],
    },
  },
  {
    order: 'far to near',
    shapes: {
      [tiles.sand]: [flat('sand', 1.25, (look) => look & 3)],
      [tiles.rocky]: [flat('rocky', 1.25, (look) => look & 3)],
    },
  },
  {
    order: 'far to near',
    shapes: { [tiles.dirt]: [flat('dirt', 1.35, (look) => look & 3)] },
  },
]
