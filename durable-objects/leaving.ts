// Exports a room: a snapshot of all its state in one file (wire/EXPORT.md), while the room keeps running.
import { sha256 } from '@noble/hashes/sha2.js'
import { type IncrementalDigest, type ExportHead, ExportWriter } from '../wire/exported.ts'
import { concatBytes } from '../wire/joined-bytes.ts'
import type { LeavingTable } from './leaving-table.ts'
import type { Life } from './life.ts'
import type { Meta } from './meta.ts'
import type { Platform } from './platform.ts'
import type { RoomWorld } from './room-world.ts'
import type { Snapshot } from './snapshots.ts'

/** An export: its file in pieces, generated on demand. */
export interface Leaving {
  /** ETag: unchanged as long as the room is. */
  readonly mark: string
  readonly title: string
  next(): Uint8Array | undefined
  /** Ends the export early. */
  end(): void
}

export interface LeavingSettings {
  readonly platform: Platform
  readonly life: Life
  readonly world: RoomWorld
  readonly table: LeavingTable
  /** Writes packed and buffered data to its own records; throws if that fails. */
  settle(): void
}

/**
 * Undefined: there is no room. `known`: the mark of the caller's file; `unchanged` if it is current. `busy`: too many
 * exports are being read.
 */
export function leave(
  { platform, life, world, table, settle }: LeavingSettings,
  known: string | undefined,
): Leaving | 'unchanged' | 'busy' | undefined {
  const { meta } = life
  if (!meta || life.phase !== 'open') return undefined
  world.host?.save()
  settle()
  const mark = table.mark(() => platform.secrets.newToken())
  if (mark === known) return 'unchanged'
  const snapshot = table.read()
  if (!snapshot) return 'busy'
  return { mark, title: meta.title, ...written(headOf(meta, platform.clock.now()), snapshot) }
}

function written(head: ExportHead, snapshot: Snapshot): Pick<Leaving, 'next' | 'end'> {
  const writer = new ExportWriter(digesting())
  let waiting: Uint8Array | undefined = writer.head(head)
  let isOver = false
  return {
    next() {
      if (isOver) return undefined
      const lines = snapshot.next().map((part) => writer.part(part))
      isOver = lines.length === 0
      if (isOver) lines.push(writer.end())
      if (waiting) lines.unshift(waiting)
      waiting = undefined
      return concatBytes(lines)
    },
    end: () => snapshot.end(),
  }
}

/** Leaves out the token and what is specific to this site. [EXPORT-3] */
function headOf({ token, generation, removing, ...meta }: Meta, now: number): ExportHead {
  return { ...meta, exportedAt: new Date(now).toISOString() }
}

/** Incremental SHA-256, for which the platforms have no common API. */
export function digesting(): IncrementalDigest {
  const hash = sha256.create()
  return {
    update: (bytes) => hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}
