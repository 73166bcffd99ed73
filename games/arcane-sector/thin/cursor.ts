// [AS-17.4] The cursor shows the held item, encoded for either dialect.
import { type Dialect, toThin } from '../packets/thin.ts'
import type { Image } from '../view/art/image.ts'

/** Its hot spot is in the middle. */
export function cursorOf({ width, height, pixels }: Image, dialect: Dialect): Uint8Array {
  const cursor = { type: 'cursor', width, height, picture: Array.from(pixels) } as const
  const [hotX, hotY] = [width >> 1, height >> 1]
  return dialect === 'document'
    ? toThin.document.encode({ ...cursor, hotX, hotY })
    : toThin[2019].encode({ ...cursor, hotX: hotX + bias, hotY: hotY + bias })
}

/** The cursor while nothing is held. */
export function usualCursor(dialect: Dialect): Uint8Array {
  return dialect === 'document'
    ? toThin.document.encode({ type: 'cursor', width: 0, height: 0, hotX: 0, hotY: 0, picture: [] })
    : toThin[2019].encode({ type: 'usualCursor' })
}

/** The page of 2019 sends coordinates as unsigned numbers. */
const bias = 0x8000
