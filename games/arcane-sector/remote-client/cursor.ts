// [AS-17.4]
import { type ScreenDialect, screenMessages } from '../packets/pixel-stream.ts'
import type { Image } from '../view/art/primitives/image.ts'

/** The middle of the picture is the hot spot. */
export function encodeCursor({ width, height, pixels }: Image, dialect: ScreenDialect): Uint8Array {
  const cursor = { type: 'cursor', width, height, picture: Array.from(pixels) } as const
  const [hotX, hotY] = [width >> 1, height >> 1]
  return dialect === 'document'
    ? screenMessages.document.encode({ ...cursor, hotX, hotY })
    : screenMessages[2019].encode({ ...cursor, hotX: hotX + bias, hotY: hotY + bias })
}

/** The cursor of a player who holds nothing. */
export function defaultCursor(dialect: ScreenDialect): Uint8Array {
  return dialect === 'document'
    ? screenMessages.document.encode({ type: 'cursor', width: 0, height: 0, hotX: 0, hotY: 0, picture: [] })
    : screenMessages[2019].encode({ type: 'usualCursor' })
}

/** Coordinates in the dialect of 2019 are unsigned, so hot spots have this offset. */
const bias = 0x8000
