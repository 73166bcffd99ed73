// The error for an invalid uploaded map. map-json.ts turns it into a refusal.

/** The message names the path of the invalid field. `unparseable`: whether the file is not JSON. */
export class MapError extends Error {
  override name = 'MapError'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}
