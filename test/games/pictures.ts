import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decode, encode } from 'fast-png'
import { expect } from 'vitest'
import type { Picture } from '../../games/game.ts'
import { pictureSize } from '../../games/picture.ts'

export function colourAt({ width, rgb }: Picture, x: number, y: number): number {
  const at = (y * width + x) * 3
  return (rgb[at]! << 16) | (rgb[at + 1]! << 8) | rgb[at + 2]!
}

export function countOf(picture: Picture, colour: number): number {
  let count = 0
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) if (colourAt(picture, x, y) === colour) count++
  return count
}

/** Compares pictures as buffers, because a matcher takes seconds. */
export const isSame = (one: Picture, other: Picture) => Buffer.from(one.rgb).equals(other.rgb)

/** Expects that `draw` draws a whole picture, and the same picture each time. */
export function expectCompletePicture(draw: () => Picture): void {
  const { width, height, rgb } = draw()
  expect({ width, height }).toEqual(pictureSize)
  expect(rgb).toHaveLength(width * height * 3)
  expect(isSame(draw(), { width, height, rgb })).toBe(true)
}

/** Whether to replace the reference pictures. Look at each new picture before you commit it. */
export const shouldRenewPictures = process.env.PACKETBOAT_KEEP_PICTURES !== undefined

/** Compares a picture with `expected/NAME.png` of the test's folder. `tolerance`: pixels that may differ. */
export function expectReference(folder: string, name: string, picture: Picture, tolerance: number): void {
  const { width, height, rgb } = picture
  const file = resolve(folder, 'expected', `${name}.png`)
  if (shouldRenewPictures) {
    mkdirSync(resolve(folder, 'expected'), { recursive: true })
    writeFileSync(file, encode({ width, height, data: rgb, channels: 3, depth: 8 }))
  }
  const { data } = decode(readFileSync(file))
  let others = 0
  for (let at = 0; at < rgb.length; at += 3)
    if ([0, 1, 2].some((part) => rgb[at + part] !== data[at + part])) others++
  expect(others).toBeLessThanOrEqual(tolerance)
}
