// How loud what is heard is, by where it happened.
/** Map units within which it is as loud as can be, and beyond which it is not heard. */
const [near, farthest] = [64, 1024]

/** 0 to 1: how loud something is, so far away. */
export function loudness(far: number): number {
  return far <= near ? 1 : Math.max(0, 1 - (far - near) / (farthest - near)) ** 1.5
}
