// A room's public data, without secrets.
import type { Game } from '../../../games/game.ts'
import { publicOptions } from '../../../games/shared/options/table.ts'
import { type Fault, reportedFault } from '../../model/backoff.ts'
import { publicIds } from '../../model/public-ids.ts'
import type { Availability } from '../../model/schedule.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import { joinModeOf } from '../context/admission.ts'
import { canReadVersion, type RoomMetadata } from '../context/room-metadata.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'

function statusOf(
  { status }: RoomMetadata,
  known: Game | undefined,
  damage: string | undefined,
  { isOpen }: Availability,
): Pick<RoomAnnouncement, 'status' | 'damage' | 'outsideHours'> {
  if (!known) return { status: 'needs-upgrade' }
  if (damage !== undefined) return { status: 'damaged', damage }
  return status === 'open' && !isOpen ? { status: 'closed', outsideHours: true } : { status }
}

function scheduleOf(
  { schedule }: RoomMetadata,
  { opensAt, closesAt }: Availability,
): Pick<RoomAnnouncement, 'schedule' | 'opensAt' | 'closesAt'> {
  return {
    ...(schedule && { schedule }),
    ...(opensAt !== undefined && { opensAt: new Date(opensAt).toISOString() }),
    ...(closesAt !== undefined && { closesAt: new Date(closesAt).toISOString() }),
  }
}

/** The room's page shows a message of the host for this many milliseconds. */
const messageShownMs = 10 * 60_000

function messageOf({ message }: RoomMetadata, now: number): Pick<RoomAnnouncement, 'message'> {
  return message && Math.abs(now - Date.parse(message.at)) < messageShownMs ? { message } : {}
}

/** Limits of a room's shared content; lengths in characters. */
const maxSharedEntries = 256
const maxSharedIdLength = 64
const maxSharedNameLength = 128

function sharedIds(
  known: Game | undefined,
  runtime: WorldRuntime | undefined,
): Pick<RoomAnnouncement, 'sharedIds'> {
  const shared = (runtime?.sharedContent ?? [])
    .slice(0, maxSharedEntries)
    .filter(({ id, name }) => id.length <= maxSharedIdLength && name.length <= maxSharedNameLength)
  if (!known?.sharedContent || shared.length === 0) return {}
  const ids = shared.map(({ id }) => id)
  return { sharedIds: { kind: known.sharedContent.kind, ids, names: shared.map(({ name }) => name) } }
}

function listEntry(
  known: Game | undefined,
  runtime: WorldRuntime | undefined,
  meta: RoomMetadata,
): Pick<RoomAnnouncement, 'listEntry'> {
  const fields = runtime?.listFields(meta)
  if (!known?.serverList || !fields) return {}
  return { listEntry: { fields, isAnnounced: known.serverList.isAnnounced(meta.options) } }
}

/**
 * `game` is undefined if this build does not have it. `runtime` is undefined if the world is not open. `damage`: why
 * the world cannot be opened. `fault`: a failure in the open world.
 */
export function buildAnnouncement(
  meta: RoomMetadata,
  game: Game | undefined,
  runtime: WorldRuntime | undefined,
  { damage, fault }: { readonly damage: string | undefined; readonly fault: Fault | undefined },
  { availability, now }: { readonly availability: Availability; readonly now: number },
): RoomAnnouncement {
  const { room, title, stage, comments, watching, createdAt, region, listen } = meta
  const known = game && canReadVersion(game, meta.version) ? game : undefined
  // Options of a version that this build does not know are not read: they may contain anything, secrets included.
  const limits = known?.limits(meta.options)
  const trouble = reportedFault(fault)
  const join = joinModeOf(meta, known)
  return {
    game: meta.game,
    room,
    generation: meta.generation,
    title,
    ...(stage && { stage }),
    ...statusOf(meta, known, damage, availability),
    ...scheduleOf(meta, availability),
    ...messageOf(meta, now),
    ...(trouble && { trouble }),
    comments,
    ...(watching && { watching }),
    ...(join !== 'open' && { join }),
    createdAt,
    ...(region && { region }),
    players: runtime?.players ?? 0,
    capacity: runtime?.capacity ?? 0,
    ...(known?.publicIds && { publicIds: publicIds(meta.seed, known.publicIds.names) }),
    ...sharedIds(known, runtime),
    ...listEntry(known, runtime, meta),
    options: known ? publicOptions(known.options, meta.options) : {},
    listen,
    limits: {
      windowBytes: limits?.windowBytes ?? 0,
      maxFrameBytes: limits?.maxFrameBytes ?? 0,
      maxSessionsPerAddress: limits?.maxSessionsPerAddress ?? 0,
      idleTimeoutMs: limits?.idleTimeoutMs ?? 0,
      ticks: (runtime?.tickMs ?? 0) > 0,
    },
  }
}
