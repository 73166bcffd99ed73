/**
 * The peer broke the protocol. The message names the field: `fields.players[3].index: 1 byte wanted, 0 left`.
 * @example if (!isMove(packet)) throw new WireError('a move is expected here')
 */
export class WireError extends Error {
  override name = 'WireError'
}
