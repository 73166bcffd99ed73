import { type ExportHead, ExportWriter, type IncrementalDigest } from '../../../wire/export/room-export.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import type { EarlierState } from '../../storage/record-history.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { RoomMetadata } from '../context/room-metadata.ts'
import { type SnapshotReader, snapshotBeforeChanges } from './snapshots.ts'
import type { SnapshottingTable } from './snapshotting-table.ts'

/** The file is generated piece by piece, on demand. */
export interface ExportStream {
  /** Stays the same until the room changes. */
  readonly etag: string
  readonly title: string
  next(): Uint8Array | undefined
  end(): void
}

/**
 * The caller must first write all buffered records to the table. `knownEtag`: the ETag of the caller's file; returns
 * `unchanged` if that file is current. Returns `busy` if too many exports are being read, and undefined if the room
 * does not exist.
 */
export function exportRoom(
  { meta, platform, now }: RoomContext,
  table: SnapshottingTable,
  knownEtag: string | undefined,
): ExportStream | 'unchanged' | 'busy' | undefined {
  if (!meta) return undefined
  const etag = table.etag(() => platform.secrets.newToken())
  if (etag === knownEtag) return 'unchanged'
  const snapshot = table.openSnapshot()
  if (!snapshot) return 'busy'
  return {
    etag,
    title: meta.title,
    ...exportFile(platform.secrets.newSha256(), exportHead(meta, now), snapshot),
  }
}

/** Like `exportRoom`, with an earlier world. Bans, log and history are left out: they do not belong to that time. */
export function exportEarlierState(
  { meta, platform, now }: RoomContext,
  table: SnapshottingTable,
  { changes, version }: EarlierState,
): ExportStream | 'busy' | undefined {
  if (!meta) return undefined
  const snapshot = table.openSnapshot(['game/'])
  if (!snapshot) return 'busy'
  const head = exportHead({ ...meta, version }, now)
  const file = exportFile(platform.secrets.newSha256(), head, snapshotBeforeChanges(snapshot, changes))
  return { etag: platform.secrets.newToken(), title: meta.title, ...file }
}

function exportFile(
  digest: IncrementalDigest,
  head: ExportHead,
  snapshot: SnapshotReader,
): Pick<ExportStream, 'next' | 'end'> {
  const writer = new ExportWriter(digest)
  let waiting: Uint8Array | undefined = writer.head(head)
  let isDone = false
  return {
    next() {
      if (isDone) return undefined
      const lines = snapshot.next().map((part) => writer.part(part))
      isDone = lines.length === 0
      if (isDone) lines.push(writer.end())
      if (waiting) lines.unshift(waiting)
      waiting = undefined
      return concatBytes(lines)
    },
    end: () => snapshot.close(),
  }
}

/** [EXPORT-3] Leaves out the token and the fields that apply only to this site or this moment. */
function exportHead(
  { tokenDigest, generation, erasing, message, removing, deletedAt, ...meta }: RoomMetadata,
  now: number,
): ExportHead {
  return { ...meta, exportedAt: new Date(now).toISOString() }
}
