// An entry of a public server list consists of fields in order. The sidecar that sends the entry fills in some values.

/** Values of an entry that the sidecar fills in. Bytes and seconds are counted since the listener was opened. */
export type EntryMeasure = 'host' | 'port' | 'bytesFromClients' | 'bytesToClients' | 'uptimeSeconds'

export interface EntryField {
  readonly name: string
  /** One line of text, or the name of the value to fill in. */
  readonly value: string | { readonly measure: EntryMeasure }
}

export function fillServerListEntry(
  fields: readonly EntryField[],
  measures: { readonly [measure in EntryMeasure]: string | number },
): readonly (readonly [name: string, value: string])[] {
  return fields.map(({ name, value }) => [
    name,
    typeof value === 'string' ? value : String(measures[value.measure]),
  ])
}
