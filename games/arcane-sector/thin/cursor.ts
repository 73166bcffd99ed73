// [AS-17.4] What is held is at the mouse: the cursor is its picture, in the words of either dialect.
import { type Dialect, toThin } from '../packets/thin.ts'
import type { Image } from '../view/art/image.ts'

/** Its middle points. */
export function cursorOf({ width, height, pixels }: Image, dialect: Dialect): Uint8Array {
  const cursor = { type: 'cursor', width, height, picture: Array.from(pixels) } as const
  const [hotX, hotY] = [width >> 1, height >> 1]
  return dialect === 'document'
    ? toThin.document.encode({ ...cursor, hotX, hotY })
    : toThin[2019].encode({ ...cursor, hotX: hotX + bias, hotY: hotY + bias })
}

/** Of who holds nothing. */
export function usualCursor(dialect: Dialect): Uint8Array {
  return dialect === 'document'
    ? toThin.document.encode({ type: 'cursor', width: 0, height: 0, hotX: 0, hotY: 0, picture: [] })
    : toThin[2019].encode({ type: 'usualCursor' })
}

/** Of the page of 2019: its points are numbers without a sign. */
const bias = 0x8000
