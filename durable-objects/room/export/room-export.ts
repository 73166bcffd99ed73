// Exports a room as a snapshot of all its state in one file (wire/EXPORT.md), while the room keeps running.
import { sha256 } from '@noble/hashes/sha2.js'
import { type ExportHead, ExportWriter, type IncrementalDigest } from '../../../wire/export/room-export.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RoomLifecycle } from '../lifecycle/room-lifecycle.ts'
import type { RoomMetadata } from '../lifecycle/room-metadata.ts'
import type { RoomWorld } from '../world/room-world.ts'
import type { Snapshot } from './snapshots.ts'
import type { SnapshottingTable } from './snapshotting-table.ts'

/** An export: its file in pieces, generated on demand. */
export interface ExportStream {
  /** ETag: unchanged as long as the room is. */
  readonly etag: string
  readonly title: string
  next(): Uint8Array | undefined
  /** Ends the export early. */
  end(): void
}

export interface ExportSettings {
  readonly platform: Platform
  readonly lifecycle: RoomLifecycle
  readonly world: RoomWorld
  readonly table: SnapshottingTable
  /** Writes packed and buffered data to its own records; throws if that fails. */
  flushBuffers(): void
}

/**
 * Undefined if the room does not exist. `knownEtag`: the ETag of the caller's file; `unchanged` if it is current.
 * `busy`: too many exports are being read.
 */
export function exportRoom(
  { platform, lifecycle, world, table, flushBuffers }: ExportSettings,
  knownEtag: string | undefined,
): ExportStream | 'unchanged' | 'busy' | undefined {
  const { meta } = lifecycle
  if (!meta || lifecycle.phase !== 'active') return undefined
  world.runtime?.save()
  flushBuffers()
  const etag = table.etag(() => platform.secrets.newToken())
  if (etag === knownEtag) return 'unchanged'
  const snapshot = table.openSnapshot()
  if (!snapshot) return 'busy'
  return { etag, title: meta.title, ...exportFile(exportHead(meta, platform.clock.now()), snapshot) }
}

function exportFile(head: ExportHead, snapshot: Snapshot): Pick<ExportStream, 'next' | 'end'> {
  const writer = new ExportWriter(newSha256())
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

/** Leaves out the token and what is specific to this site. [EXPORT-3] */
function exportHead(
  { token, generation, removing, deletedAt, ...meta }: RoomMetadata,
  now: number,
): ExportHead {
  return { ...meta, exportedAt: new Date(now).toISOString() }
}

/** Incremental SHA-256, for which the platforms have no common API. */
export function newSha256(): IncrementalDigest {
  const hash = sha256.create()
  return {
    update: (bytes) => hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}
