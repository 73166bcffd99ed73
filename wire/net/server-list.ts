// The entry of a room in a public list of servers: its fields in order. Only the end that sends it can fill in some of them.

/** Filled in by the end that sends the entry. Bytes and seconds count since the listener was opened. */
export type EntryMeasure = 'host' | 'port' | 'bytesFromClients' | 'bytesToClients' | 'uptimeSeconds'

export interface EntryField {
  readonly name: string
  /** One line of text, or the measure to fill in. */
  readonly value: string | { readonly measure: EntryMeasure }
}

/** The fields with the measures filled in, in the same order. */
export function fillEntry(
  fields: readonly EntryField[],
  measures: { readonly [measure in EntryMeasure]: string | number },
): readonly (readonly [name: string, value: string])[] {
  return fields.map(({ name, value }) => [
    name,
    typeof value === 'string' ? value : String(measures[value.measure]),
  ])
}
