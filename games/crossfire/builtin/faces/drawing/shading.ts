// Shading of shapes. For all faces the light comes from the upper left and slightly from the front.
import type { Ramp } from './palette.ts'

/** A colour, or a function from points to colours. */
export type Paint = number | ((x: number, y: number) => number)

/** `light`: 0 for shadow to 1 for light. */
export function shade(ramp: Ramp, light: number): number {
  return ramp[Math.min(4, Math.max(0, Math.floor(light * 5)))]!
}

/** Shades like a ball or an egg. */
export function ball(ramp: Ramp, cx: number, cy: number, rx: number, ry = rx): Paint {
  return (x, y) => {
    const [nx, ny] = [(x - cx) / rx, (y - cy) / ry]
    const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))
    return shade(ramp, 0.42 - 0.42 * nx - 0.5 * ny + 0.28 * nz)
  }
}

/** A linear gradient from shadow at one point to light at the other. */
export function slope(ramp: Ramp, x1: number, y1: number, x2: number, y2: number): Paint {
  const length2 = (x2 - x1) ** 2 + (y2 - y1) ** 2
  return (x, y) => shade(ramp, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length2)
}

/** Shades like an upright pipe between two columns. */
export function tube(ramp: Ramp, left: number, right: number): Paint {
  return (x) => {
    const across = (x - left) / (right - left)
    return shade(ramp, 0.95 - 1.9 * Math.abs(across - 0.3) * (across > 0.3 ? 0.72 : 1.2))
  }
}

/** Soft patches of about `size` units that tile across faces: `size` divides 32. */
export function patches(ramp: Ramp, seed: number, size: number, low = 0, high = 1): Paint {
  const cells = 32 / size
  const corner = (cx: number, cy: number) => hashNoise(cx % cells, cy % cells, seed)
  return (x, y) => {
    const [cx, cy] = [Math.floor(x / size), Math.floor(y / size)]
    const [fx, fy] = [smooth(x / size - cx), smooth(y / size - cy)]
    const top = mixChance(corner(cx, cy), corner(cx + 1, cy), fx)
    const bottom = mixChance(corner(cx, cy + 1), corner(cx + 1, cy + 1), fx)
    return shade(ramp, low + (high - low) * mixChance(top, bottom, fy))
  }
}

/** A random shade for each unit. */
export function grain(ramp: Ramp, seed: number, low = 0, high = 1): Paint {
  return (x, y) => shade(ramp, low + (high - low) * hashNoise(Math.floor(x), Math.floor(y), seed))
}

/** Deterministic noise from 0 to below 1. */
export function hashNoise(x: number, y: number, seed: number): number {
  let hash =
    Math.imul(x + 0x9e37, 0x85ebca6b) ^ Math.imul(y + 0x79b9, 0xc2b2ae35) ^ Math.imul(seed, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000
}

function mixChance(one: number, two: number, part: number): number {
  return one + (two - one) * part
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part)
}
