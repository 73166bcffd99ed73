/** An uploaded WAD cannot be played. The message, for its author, names the map, the lump and the record. */
export class MapFault extends Error {
  override name = 'MapFault'
  /** The bytes are not a WAD at all. */
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}
