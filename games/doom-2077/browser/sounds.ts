// How loud what is heard is, and from which side, by where it happened.

/** [DM-9.21] Sounds at once, as many as the original's. */
export const mostVoices = 16
/** Map units within which it is as loud as can be, and beyond which it is not heard. */
const [near, farthest] = [64, 1024]
/** Of what is heard right beside one ear the other has a little, too. */
const widest = 0.9

interface Spot {
  readonly x: number
  readonly y: number
}

/** 0 to 1: how loud something is, so far away. */
export function loudness(far: number): number {
  return far <= near ? 1 : Math.max(0, 1 - (far - near) / (farthest - near)) ** 1.5
}

/** -1 left to 1 right, of who stands there and looks that way: degrees, clockwise from the east. */
export function panOf({ x, y, angle }: Spot & { readonly angle: number }, where: Spot): number {
  const radians = (angle * Math.PI) / 180
  const [dx, dy] = [where.x - x, where.y - y]
  const aside = dx * -Math.sin(radians) - dy * Math.cos(radians)
  // What is at one's own feet has no side.
  return (aside / Math.max(near, Math.hypot(dx, dy))) * widest
}
