// Volume and stereo position of sounds, by their position on the map.

/** [DM-9.21] Maximum number of simultaneous sounds, as in the original client. */
export const maxVoices = 16
/** A sound has full volume within the first distance, and is silent beyond the second, in map units. */
const [fullVolumeDistance, silentDistance] = [64, 1024]
/** Maximum pan. It is less than 1, so that a sound beside one ear also reaches the other. */
const maxPan = 0.9

interface MapPoint {
  readonly x: number
  readonly y: number
}

/** Volume from 0 to 1 at this distance. */
export function volumeAt(distance: number): number {
  return distance <= fullVolumeDistance
    ? 1
    : Math.max(0, 1 - (distance - fullVolumeDistance) / (silentDistance - fullVolumeDistance)) ** 1.5
}

/**
 * Pan for this listener: negative to the left, positive to the right, at most `maxPan`. Angle in degrees, clockwise
 * from the east.
 */
export function panOf({ x, y, angle }: MapPoint & { readonly angle: number }, where: MapPoint): number {
  const radians = (angle * Math.PI) / 180
  const [dx, dy] = [where.x - x, where.y - y]
  const aside = dx * -Math.sin(radians) - dy * Math.cos(radians)
  // Sounds at the listener's feet stay centred.
  return (aside / Math.max(fullVolumeDistance, Math.hypot(dx, dy))) * maxPan
}
