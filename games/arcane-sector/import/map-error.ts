// The error for an invalid uploaded map. map-json.ts turns it into a refusal.

/** The message names the position in the map. `unparseable`: whether the file is not JSON. */
export class MapError extends Error {
  override name = 'MapError'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}
