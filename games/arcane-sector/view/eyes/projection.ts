// [AS-16.1] Where in the picture a point of the world is. Metres: x to the right, y down, z away; the ground is y = 0.

/** Pixels of the whole picture. */
export const screen = { width: 428, height: 240 } as const
/** Metres. */
export const tileSize = 5
/** How high the eye is. */
export const eyeHeight = 1.8
/** How far the eye stands behind the middle of its tile. */
export const behind = 0.5
/** The column straight ahead, and the row of all that is as high as the eye. */
export const [middle, horizon] = [214, 64]
/** Pixels of a metre, a metre away: 428 of ten metres, and four times as much nearer. */
export const perMetre = (screen.width / 10) * 4

/** The column of a point, if `centre` is straight ahead. */
export function columnOf(x: number, z: number, centre: number = middle): number {
  return centre + (x * perMetre) / z
}

export function rowOf(y: number, z: number): number {
  return horizon + ((y + eyeHeight) * perMetre) / z
}

/** How far away a floor is where a row shows it, or a ceiling where y is above the eye. */
export function depthOfRow(row: number, y: number): number {
  return ((y + eyeHeight) * perMetre) / (row - horizon)
}

/** How far away a wall along the line of sight is where a column shows it. */
export function depthOfColumn(column: number, x: number, centre: number = middle): number {
  return (x * perMetre) / (column - centre)
}
