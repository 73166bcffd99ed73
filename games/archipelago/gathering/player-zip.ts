// [AP-16.5] The generator sorts the files by name, without regard to case.
import { zipSync } from 'fflate'
import type { GameFile, RecordStore } from '../../game.ts'
import { zipTimestamp } from '../import/patch-file.ts'
import { playerFilesFileName } from '../import/upload-archive.ts'
import { formatFileId, readFileRecords, readFileText } from './file-records.ts'

/** Requires the room's token. Empty if the room has no files. */
export function playerFilesDownload(store: Pick<RecordStore, 'get' | 'list'>): GameFile[] {
  if (readFileRecords(store).size === 0) return []
  return [
    { name: playerFilesFileName, type: 'application/zip', secret: true, body: () => playerFilesZip(store) },
  ]
}

function playerFilesZip(store: Pick<RecordStore, 'get' | 'list'>): Uint8Array {
  const entries: { [name: string]: Uint8Array } = {}
  for (const [id, { called, name }] of readFileRecords(store))
    entries[`${formatFileId(id)}-${fileNamePart(called || name)}.yaml`] = readFileText(store, id)
  return zipSync(entries, { level: 6, mtime: zipTimestamp })
}

function fileNamePart(name: string): string {
  return (
    name
      .replace(/\.ya?ml$/i, '')
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .slice(0, 40) || 'player'
  )
}
