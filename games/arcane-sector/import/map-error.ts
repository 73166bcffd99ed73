/**
 * The message names the path of the invalid field. `unparseable`: whether the file is not JSON. map-json.ts turns the
 * error into a refusal.
 */
export class MapError extends Error {
  override name = 'MapError'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}
