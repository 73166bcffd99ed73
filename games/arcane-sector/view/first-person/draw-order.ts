// [AS-16.3] Later stages cover earlier ones.
import { tileKinds } from '../../terrain/terrain.ts'
import { drawMountainBlock, drawWallBlock } from './blocks.ts'
import type { DrawTile } from './draw-context.ts'
import { drawCeiling, drawFloor, drawWaterFloor } from './floors.ts'
import { drawItems, drawMobs } from './items-and-mobs.ts'
import { drawTrees } from './trees.ts'

export interface DrawStage {
  /**
   * Floors are drawn from far to near, over each other. Upright shapes are drawn from near to far, but not over nearer
   * pixels.
   */
  readonly order: 'far to near' | 'near to far'
  readonly shapes: { readonly [kind: number]: readonly DrawTile[] }
  readonly everywhere?: readonly DrawTile[]
}

const low = (look: number) => look & 3

export const drawStages: readonly DrawStage[] = [
  {
    order: 'far to near',
    shapes: { [tileKinds.water]: [drawWaterFloor] },
  },
  {
    order: 'far to near',
    shapes: {
      [tileKinds.grass]: [drawFloor('grass', 1.25, low)],
      [tileKinds.forest]: [drawFloor('forest', 1.25, (look) => (look >> 3) & 3)],
      [tileKinds.wood]: [drawFloor('wood', 1, low), drawCeiling('beams', 1, low)],
    },
  },
  {
    order: 'far to near',
    shapes: {
      [tileKinds.sand]: [drawFloor('sand', 1.25, low)],
      [tileKinds.rocky]: [
        drawFloor('rocky', 1.25, low),
        drawCeiling('rocky', 1.25, (look) => (look + 1) & 3),
      ],
    },
  },
  {
    order: 'far to near',
    shapes: { [tileKinds.dirt]: [drawFloor('dirt', 1.35, low)] },
  },
  {
    order: 'near to far',
    shapes: {
      [tileKinds.mountain]: [drawMountainBlock],
      [tileKinds.forest]: [drawTrees],
      [tileKinds.wall]: [drawWallBlock],
    },
    everywhere: [drawMobs, drawItems],
  },
]
