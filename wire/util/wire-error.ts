/**
 * Thrown if the peer broke the protocol. The message names the field: `fields.players[3].index: 1 byte expected, 0
 * left`.
 * @example if (packet.type !== 'move') throw new WireError(`move expected, found ${packet.type}`)
 */
export class WireError extends Error {
  override name = 'WireError'
}

/**
 * The result of a function that reads untrusted bytes or text, or undefined if it throws a WireError. Other errors are
 * thrown.
 * @example const checkpoint = undefinedIfMalformed(() => decode(layout, record))
 */
export function undefinedIfMalformed<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
