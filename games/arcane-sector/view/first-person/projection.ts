// [AS-16.1] Projects points of the world to the picture. Metres: x to the right, y down, z away; the ground is y = 0.

/** Pixels of the whole picture. */
export const screen = { width: 428, height: 240 } as const
/** Side of a tile in metres. */
export const tileSize = 5
/** Height of the eye. */
const eyeHeight = 1.8
/** Distance of the eye behind the middle of its tile. */
export const eyeSetback = 0.5
/** The column straight ahead, and the row at eye level. */
export const [middle, horizon] = [214, 64]
/** Pixels per metre at a distance of one metre. */
export const pixelsPerMetre = (screen.width / 10) * 4

/** The column of a point, if `centre` is straight ahead. */
export function columnOf(x: number, z: number, centre: number = middle): number {
  return centre + (x * pixelsPerMetre) / z
}

export function rowOf(y: number, z: number): number {
  return horizon + ((y + eyeHeight) * pixelsPerMetre) / z
}

/** Distance of the floor (or of the ceiling, if y is above the eye) in a row. */
export function depthOfRow(row: number, y: number): number {
  return ((y + eyeHeight) * pixelsPerMetre) / (row - horizon)
}

/** Distance of a wall along the line of sight in a column. */
export function depthOfColumn(column: number, x: number, centre: number = middle): number {
  return (x * pixelsPerMetre) / (column - centre)
}
