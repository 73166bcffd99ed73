// [AS-16.6] Draws items and mobs on nearby tiles.
import { tileKinds } from '../../terrain/terrain.ts'
import type { Fixture } from '../art/art.ts'
import type { DrawContext, DrawTile } from './draw-context.ts'
import { eyeSetback, tileSize } from './projection.ts'
import type { VisibleItem } from './view-input.ts'
import type { VisibleTile } from './visible-tiles.ts'

/** Rows of tiles, from the viewer's own on, on which items and mobs are visible. */
const nearRows = 4
/** Metres by which items and mobs on the viewer's tile are moved away. Otherwise they would be below the picture. */
const own = 2.2
/**
 * The y of the lower edge of items and mobs, in metres downwards. A little above the ground, so that they do not
 * flicker.
 */
const raised = -0.01
/** Metres for each pixel of a figure. */
const perPixel = 0.015
/** Metres by which mobs stand behind the items at their feet. */
const stepBack = 0.1
/** Width and height of items that players can carry, in metres. */
const small = 0.25
/** Sizes of the items that players cannot carry, in metres. */
const standing: { readonly [thing in Fixture]: { readonly width: number; readonly height: number } } = {
  sign: { width: 1, height: 1.8 },
  lamppost: { width: 0.5, height: 1.5 },
  switch: { width: 0.5, height: 1.5 },
  switch_on: { width: 0.5, height: 1.5 },
  blocker: { width: tileSize, height: 3 },
  blocker_open: { width: tileSize, height: 3 },
}

export const drawMobs: DrawTile = (tile, { raster, art, things }) => {
  if (tile.row >= nearRows) return
  const mobs = things.mobsAt(tile.place)
  const room = mobs.length > 4 ? 4.5 : 3
  for (const [n, mob] of mobs.entries()) {
    const figure = art.figure(mob)
    const half = (figure.image.width * perPixel) / 2
    const middle = tile.x - room / 2 + ((n + 0.5) * room) / mobs.length
    raster.front(
      {
        left: middle - half,
        right: middle + half,
        top: raised - figure.image.height * perPixel,
        bottom: raised,
        z: depthOf(tile) + stepBack,
      },
      figure,
      { owner: things.addDrawn('mob', mob) },
    )
  }
}

export const drawItems: DrawTile = (tile, drawing) => {
  if (tile.row >= nearRows) return
  const here = drawing.things.itemsAt(tile.place)
  // The item `door` on a wall is part of the picture of the wall.
  const all = tile.kind === tileKinds.wall ? here.filter(({ gfxId }) => gfxId !== 'door') : here
  const [room, first] = all.length > 6 ? [4, -2] : [2, -1]
  const step = Math.min(0.3, room / all.length)
  for (const [n, item] of all.entries()) {
    const thing = standingAs(item)
    if (thing) stand(tile, drawing, item, thing)
    else lie(tile, drawing, item, tile.x + first + n * step)
  }
}

/** A door that is not in a wall is drawn as an open passage. */
function standingAs({ gfxId }: VisibleItem): Fixture | undefined {
  if (gfxId === 'door') return 'blocker_open'
  return Object.hasOwn(standing, gfxId) ? (gfxId as Fixture) : undefined
}

function stand(
  tile: VisibleTile,
  { raster, art, things }: DrawContext,
  item: VisibleItem,
  thing: Fixture,
): void {
  const { width, height } = standing[thing]
  const z = thing.startsWith('blocker') ? tile.z : depthOf(tile)
  raster.front(
    { left: tile.x - width / 2, right: tile.x + width / 2, top: raised - height, bottom: raised, z },
    art.standing[thing],
    { owner: things.addDrawn('item', item) },
  )
}

function lie(tile: VisibleTile, { raster, art, things }: DrawContext, item: VisibleItem, left: number): void {
  raster.front(
    { left, right: left + small, top: raised - small, bottom: raised, z: depthOf(tile) },
    art.item(item.gfxId),
    { owner: things.addDrawn('item', item) },
  )
}

/** The contents of a tile move away from the viewer who steps onto the tile. */
function depthOf({ x, z }: VisibleTile): number {
  const away = Math.max(Math.abs(x), Math.abs(z - eyeSetback)) / tileSize
  return z + own * Math.max(0, 1 - away)
}
