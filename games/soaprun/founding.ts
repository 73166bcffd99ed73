// Founding a Soaprun room: from an uploaded map or from ours, with the host's options.
import type { Founded, Founding, Host, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { records } from './board/records.ts'
import { readArchive } from './import/archive.ts'
import type { Imported } from './import/map-fault.ts'
import { harbor } from './made/harbor.ts'
import { optionTable } from './options.ts'

/**
 * What is to be stored of a new room. The part `file` is a zip of a map (see import/archive.ts); without it the
 * room gets the harbor. Refused, naming the field: an option (`options.NAME`), the map (`file`), any other part.
 */
export async function found(input: Founding, _host: Host): Promise<Founded | Refused> {
  const options = readOptions(optionTable, input.options)
  if (isRefused(options)) return options
  for (const field of input.files.keys()) {
    if (field !== 'file')
      return { refused: { field, detail: `a soaprun room takes a map as file, and no ${field}` } }
  }
  const imported = readMap(input.files.get('file')?.bytes)
  if (isRefused(imported)) return imported
  return { options, records: records(imported.map), warnings: imported.warnings }
}

function readMap(zip: Uint8Array | undefined): Imported | Refused {
  return zip ? readArchive(zip) : { map: harbor(), warnings: [] }
}
