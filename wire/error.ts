/** The peer broke the protocol. Its message names the field: `fields.players[3].index: 1 byte wanted, 0 left`. */
export class WireError extends Error {
  override name = 'WireError'
}
