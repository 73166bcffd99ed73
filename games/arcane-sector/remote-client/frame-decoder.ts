// [AS-17.1]

import { WireError } from '../../../wire/index.ts'
import { bytesPerRow, pictureBytes, type ScreenDialect, screenMessages } from '../packets/pixel-stream.ts'

/** Draws the pixels of a message on `picture`, or returns its cursor. Throws WireError if the message is invalid. */
export function applyScreenMessage(
  message: Uint8Array,
  picture: Uint8Array | Uint8ClampedArray,
  dialect: ScreenDialect = 2019,
) {
  if (message.length > 0 && (message[0]! & 1) === 0) {
    if (message.length !== pictureBytes)
      throw new WireError(`a key frame must have ${pictureBytes} bytes, not ${message.length}`)
    picture.set(message)
    return undefined
  }
  const packet = screenMessages[dialect].decode(message)
  if (packet.type !== 'diff') return packet
  for (const { row, pixels } of packet.rows) picture.set(pixels, row * bytesPerRow)
  return undefined
}
