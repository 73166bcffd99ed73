/**
 * The peer broke the protocol. The message names the field: `fields.players[3].index: 1 byte expected, 0 left`.
 * @example if (packet.type !== 'move') throw new WireError(`move expected, found ${packet.type}`)
 */
export class WireError extends Error {
  override name = 'WireError'
}
