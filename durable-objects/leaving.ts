// A room leaves: everything it is goes into one file (wire/EXPORT.md), as it is at this instant, while it goes on.
import { sha256 } from '@noble/hashes/sha2.js'
import { type Digesting, type ExportHead, ExportWriter } from '../wire/exported.ts'
import { joinedBytes } from '../wire/joined-bytes.ts'
import type { LeavingTable } from './leaving-table.ts'
import type { Life } from './life.ts'
import type { Meta } from './meta.ts'
import type { Platform } from './platform.ts'
import type { RoomWorld } from './room-world.ts'
import type { Snapshot } from './snapshots.ts'

/** A room on its way: its file in pieces, each when it is asked for. */
export interface Leaving {
  /** What it is known by again: as long as it is this one, nothing of it has changed. */
  readonly mark: string
  readonly title: string
  next(): Uint8Array | undefined
  /** Nobody reads on. */
  end(): void
}

export interface LeavingSettings {
  readonly platform: Platform
  readonly life: Life
  readonly world: RoomWorld
  readonly table: LeavingTable
  /** Puts what lies elsewhere into records of its own; throws if that fails. */
  settle(): void
}

/**
 * Undefined: there is no room. `known`: the mark of the file that somebody has; if it is that still, he is told so. `busy`: too
 * many read it already.
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
      return joinedBytes(lines)
    },
    end: () => snapshot.end(),
  }
}

/** Its token and its place on this site stay: elsewhere it has others. [EXPORT-3] */
function headOf({ token, generation, removing, ...meta }: Meta, now: number): ExportHead {
  return { ...meta, exportedAt: new Date(now).toISOString() }
}

/** SHA-256, which neither platform gives to all alike as bytes come. */
export function digesting(): Digesting {
  const hash = sha256.create()
  return {
    update: (bytes) => hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}
