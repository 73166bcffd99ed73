// [AS-16.1] Projects points of the world to the picture. Coordinates are metres: x to the right, y down, z away from
// the viewer. The ground is at y = 0.

/** Size of the whole picture in pixels. */
export const screen = { width: 428, height: 240 } as const
/** Width and depth of a tile in metres. */
export const tileSize = 5
/** Height of the eye above the ground, in metres. */
const eyeHeight = 1.8
/** Distance of the eye behind the middle of its tile, in metres. */
export const eyeSetback = 0.5
/** The column straight ahead, and the row at eye level. */
export const [middle, horizon] = [214, 64]
/** Pixels per metre at a distance of one metre. */
export const pixelsPerMetre = (screen.width / 10) * 4

/** Returns the column of a point. `centre`: the column straight ahead. */
export function columnOf(x: number, z: number, centre: number = middle): number {
  return centre + (x * pixelsPerMetre) / z
}

export function rowOf(y: number, z: number): number {
  return horizon + ((y + eyeHeight) * pixelsPerMetre) / z
}

/** Returns the distance of the floor or ceiling at the height `y` in a row of pixels. */
export function depthOfRow(row: number, y: number): number {
  return ((y + eyeHeight) * pixelsPerMetre) / (row - horizon)
}

/** Returns the distance in a column of pixels of a side face, which is `x` metres to the right of the viewer. */
export function depthOfColumn(column: number, x: number, centre: number = middle): number {
  return (x * pixelsPerMetre) / (column - centre)
}
