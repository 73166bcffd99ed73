// [AS-16.3] Later stages cover earlier ones.
import { tiles } from '../../terrain/terrain.ts'
import { drawMountain, wall } from './blocks.ts'
import type { DrawTile } from './draw-context.ts'
import { ceiling, floor, waterFloor } from './floors.ts'
import { drawItems, drawMobs } from './items-and-mobs.ts'
import { drawTrees } from './trees.ts'

export interface DrawStage {
  /**
   * Floors are drawn from far to near over each other. Upright shapes are drawn from near to far, where nothing is
   * nearer.
   */
  readonly order: 'far to near' | 'near to far'
  readonly shapes: { readonly [kind: number]: readonly DrawTile[] }
  readonly everywhere?: readonly DrawTile[]
}

const low = (look: number) => look & 3

export const drawStages: readonly DrawStage[] = [
  {
    order: 'far to near',
    shapes: { [tiles.water]: [waterFloor('water', 1, low)] },
  },
  {
    order: 'far to near',
    shapes: {
      [tiles.grass]: [floor('grass', 1.25, low)],
      [tiles.forest]: [floor('forest', 1.25, (look) => (look >> 3) & 3)],
      [tiles.wood]: [floor('wood', 1, low), ceiling('beams', 1, low)],
    },
  },
  {
    order: 'far to near',
    shapes: {
      [tiles.sand]: [floor('sand', 1.25, low)],
      [tiles.rocky]: [floor('rocky', 1.25, low), ceiling('rocky', 1.25, (look) => (look + 1) & 3)],
    },
  },
  {
    order: 'far to near',
    shapes: { [tiles.dirt]: [floor('dirt', 1.35, low)] },
  },
  {
    order: 'near to far',
    shapes: { [tiles.mountain]: [drawMountain], [tiles.forest]: [drawTrees], [tiles.wall]: [wall] },
    everywhere: [drawMobs, drawItems],
  },
]
