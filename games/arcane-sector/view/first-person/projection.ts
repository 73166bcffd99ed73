// [AS-16.1] Coordinates are metres: x to the right, y down, z away from the viewer. The ground is at y = 0.

/** Size of the picture in pixels. */
export const screenSize = { width: 428, height: 240 } as const
/** Width and depth of a tile in metres. */
export const tileSize = 5
/** Height of the viewer's eye above the ground, in metres. */
const eyeHeight = 1.8
/** Distance of the viewer's eye behind the middle of its tile, in metres. */
export const eyeSetback = 0.5
/** The column straight ahead, and the row at eye level. */
export const [middle, horizon] = [214, 64]
/** Width in pixels of an object that is one metre wide and one metre away. */
export const pixelsPerMetre = (screenSize.width / 10) * 4

/** `centre`: the column straight ahead. */
export function columnOf(x: number, z: number, centre: number = middle): number {
  return centre + (x * pixelsPerMetre) / z
}

export function rowOf(y: number, z: number): number {
  return horizon + ((y + eyeHeight) * pixelsPerMetre) / z
}

/** `y`: the height of the floor or ceiling. */
export function depthOfRow(row: number, y: number): number {
  return ((y + eyeHeight) * pixelsPerMetre) / (row - horizon)
}

/** `x`: metres from the viewer to the side face on the right. */
export function depthOfColumn(column: number, x: number, centre: number = middle): number {
  return (x * pixelsPerMetre) / (column - centre)
}
