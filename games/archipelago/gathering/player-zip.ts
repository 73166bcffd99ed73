// [AP-16.5] All players' files as a zip for the generator, which sorts them by name without regard to case.
import { zipSync } from 'fflate'
import type { GameFile, RecordStore } from '../../game.ts'
import { zipTimestamp } from '../import/patch-file.ts'
import { paddedId, readFileRecords, readFileText } from './file-records.ts'

/** The download, for the host. None without files. */
export function playerFilesDownload(store: Pick<RecordStore, 'get' | 'list'>): GameFile[] {
  if (readFileRecords(store).size === 0) return []
  return [{ name: 'yamls.zip', type: 'application/zip', secret: true, body: () => playerFilesZip(store) }]
}

function playerFilesZip(store: Pick<RecordStore, 'get' | 'list'>): Uint8Array {
  const entries: { [name: string]: Uint8Array } = {}
  for (const [id, { called, name }] of readFileRecords(store))
    entries[`${paddedId(id)}-${fileNamePart(called || name)}.yaml`] = readFileText(store, id)
  return zipSync(entries, { level: 6, mtime: zipTimestamp })
}

/** The part of a name that every file system accepts. */
function fileNamePart(name: string): string {
  return (
    name
      .replace(/\.ya?ml$/i, '')
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .slice(0, 40) || 'player'
  )
}
