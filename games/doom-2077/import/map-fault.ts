/** An uploaded WAD cannot be played: a sentence for its author, that names the map, the lump and the record in it. */
export class MapFault extends Error {
  override name = 'MapFault'
  /** The bytes are no WAD at all. */
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}
