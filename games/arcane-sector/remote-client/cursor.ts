// [AS-17.4] The cursor shows the held item, encoded for either dialect.
import { type ScreenDialect, toScreen } from '../packets/pixel-stream.ts'
import type { Image } from '../view/art/primitives/image.ts'

/** The cursor's hot spot is in the middle. */
export function encodeCursor({ width, height, pixels }: Image, dialect: ScreenDialect): Uint8Array {
  const cursor = { type: 'cursor', width, height, picture: Array.from(pixels) } as const
  const [hotX, hotY] = [width >> 1, height >> 1]
  return dialect === 'document'
    ? toScreen.document.encode({ ...cursor, hotX, hotY })
    : toScreen[2019].encode({ ...cursor, hotX: hotX + bias, hotY: hotY + bias })
}

/** The cursor while nothing is held. */
export function defaultCursor(dialect: ScreenDialect): Uint8Array {
  return dialect === 'document'
    ? toScreen.document.encode({ type: 'cursor', width: 0, height: 0, hotX: 0, hotY: 0, picture: [] })
    : toScreen[2019].encode({ type: 'usualCursor' })
}

/** The page of 2019 sends coordinates as unsigned numbers. */
const bias = 0x8000
