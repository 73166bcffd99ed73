import { WireError } from '../../../wire/index.ts'
import {
  type FromThinClient,
  maxScreenMessageBytes,
  streamSize,
  thinClientMessages,
} from '../packets/pixel-stream.ts'

/** [AS-17.3] Undefined for an unknown type. Throws a WireError for an invalid message. */
export function decodeClientMessage(message: Uint8Array): FromThinClient | undefined {
  if (message.length > maxScreenMessageBytes)
    throw new WireError(`a message of ${message.length} bytes is over ${maxScreenMessageBytes}`)
  if (message.length === 0) throw new WireError('an empty message')
  const isKnown = Object.values(thinClientMessages.shapes).some(({ id }) => id === message[0])
  return isKnown ? within(thinClientMessages.decode(message)) : undefined
}

/** A position outside the picture becomes the nearest one on its edge. */
function within(done: FromThinClient): FromThinClient {
  if (!('x' in done)) return done
  const { width, height } = streamSize
  return { ...done, x: Math.min(done.x, width - 1), y: Math.min(done.y, height - 1) }
}
