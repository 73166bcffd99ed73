/** [DM-9.21] The original client has the same limit. */
export const maxVoices = 16
/** Map units up to which a sound has full volume, and beyond which it is silent. */
const [fullVolumeDistance, silentDistance] = [64, 1024]
/** Less than 1, so that a sound beside one ear also reaches the other. */
const maxPan = 0.9

interface MapPoint {
  readonly x: number
  readonly y: number
}

/** Returns the volume of a sound, 0 to 1. */
export function volumeAt(distance: number): number {
  return distance <= fullVolumeDistance
    ? 1
    : Math.max(0, 1 - (distance - fullVolumeDistance) / (silentDistance - fullVolumeDistance)) ** 1.5
}

/** Negative to the left, positive to the right, at most `maxPan`. Angle in degrees, clockwise from the east. */
export function panOf({ x, y, angle }: MapPoint & { readonly angle: number }, where: MapPoint): number {
  const radians = (angle * Math.PI) / 180
  const [dx, dy] = [where.x - x, where.y - y]
  const aside = dx * -Math.sin(radians) - dy * Math.cos(radians)
  // Sounds at the listener's feet stay centred.
  return (aside / Math.max(fullVolumeDistance, Math.hypot(dx, dy))) * maxPan
}
