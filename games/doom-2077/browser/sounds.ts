// Volume and stereo position of sounds, by where they happen.

/** [DM-9.21] Simultaneous sounds, as many as in the original. */
export const mostVoices = 16
/** Map units within which a sound has full volume, and beyond which it is silent. */
const [near, farthest] = [64, 1024]
/** Maximum pan: a sound right beside one ear still reaches the other. */
const widest = 0.9

interface Spot {
  readonly x: number
  readonly y: number
}

/** Volume from 0 to 1 at this distance. */
export function loudness(far: number): number {
  return far <= near ? 1 : Math.max(0, 1 - (far - near) / (farthest - near)) ** 1.5
}

/** Pan from -1 (left) to 1 (right) for this listener. Angle in degrees, clockwise from the east. */
export function panOf({ x, y, angle }: Spot & { readonly angle: number }, where: Spot): number {
  const radians = (angle * Math.PI) / 180
  const [dx, dy] = [where.x - x, where.y - y]
  const aside = dx * -Math.sin(radians) - dy * Math.cos(radians)
  // Sounds at the listener's feet stay centred.
  return (aside / Math.max(near, Math.hypot(dx, dy))) * widest
}
