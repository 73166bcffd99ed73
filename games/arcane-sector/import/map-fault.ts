// How the readers of an uploaded map say that it will not do. map-json.ts turns it into a refusal.

/** The message names the place in the map. `unparseable`: it is not even JSON. */
export class MapFault extends Error {
  override name = 'MapFault'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}
