/** An uploaded WAD cannot be played. The message for the author of the WAD names the map, the lump and the record. */
export class MapError extends Error {
  override name = 'MapError'
  /** Whether the bytes are not a WAD at all. */
  readonly isUnparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.isUnparseable = unparseable
  }
}
