// A room's own record, which is separate from the records of its world.
import type { Game } from '../../../games/game.ts'
import type { HostMessage, NewRoom, RoomPatch, RoomProperties } from '../../rpc/rpc-types.ts'
import type { Records, StoredValue } from '../../storage/records.ts'

export interface AdmissionSettings {
  readonly mode: 'password' | 'invited'
  /** The hash of the password. */
  readonly password?: string
  /** A random value. A new epoch revokes all admissions and the invite link. */
  readonly epoch: string
}

export interface RoomMetadata extends Omit<RoomProperties, 'join'> {
  /** How clients are admitted; absent: everybody may join. */
  readonly admission?: AdmissionSettings
  readonly version: number
  /** SHA-256 of the room's token, base64url. */
  readonly tokenDigest: string
  /** A random value. Together with a random value of each instance, it seeds the world's random numbers. */
  readonly seed: string
  /** Number of rewinds; absent: none. Resume states from before the last rewind are not accepted. */
  readonly rewinds?: number
  /** Names of erased players, each with its pseudonym, while the erasure in the world or the film is unfinished. */
  readonly erasing?: readonly (readonly [name: string, becomes: string])[]
  /** The host's last message to the players of a game without chat. */
  readonly message?: HostMessage
  /** Deletion has started, and any instance may finish it. `retain`: the data is kept for `retentionMs`. */
  readonly removing?: true | 'retain'
  /** When the room was deleted (ISO 8601, UTC). Its data is kept for `retentionMs` from then on. */
  readonly deletedAt?: string
}

/** Milliseconds for which a deleted room can be restored. */
export const retentionMs = 7 * 24 * 60 * 60 * 1000

const metadataKey = 'room'

/** Fields that only a newer Worker sends are not stored. */
export function newRoomMetadata(
  { game, room, generation, title, stage, region, listen }: NewRoom,
  own: Pick<RoomMetadata, 'options' | 'version' | 'tokenDigest' | 'seed'>,
  /** Milliseconds since 1970. */
  now: number,
): RoomMetadata {
  return {
    ...{
      game,
      room,
      generation,
      title,
      status: 'open',
      comments: [],
      createdAt: new Date(now).toISOString(),
    },
    ...(stage && { stage }),
    ...(region && { region }),
    ...own,
    listen,
  }
}

/** Reads the room's own record; undefined if there is none. Throws if the record is unreadable. */
export function readRoomMetadata(records: Records): RoomMetadata | undefined {
  const stored = records.get(metadataKey)
  return stored === undefined ? undefined : (JSON.parse(String(stored)) as RoomMetadata)
}

export function addRoomMetadata(changes: Map<string, StoredValue | undefined>, meta: RoomMetadata): void {
  changes.set(metadataKey, JSON.stringify(meta))
}

export function roomMetadataChange(meta: RoomMetadata): ReadonlyMap<string, StoredValue | undefined> {
  return new Map([[metadataKey, JSON.stringify(meta)]])
}

/** Applies a patch except its options, which the game applies. */
export function applyRoomPatch(
  meta: RoomMetadata,
  { status, comments, title, watching, schedule, listen }: RoomPatch,
  /** Null: everybody may join. Absent: no change. */
  newAdmission?: AdmissionSettings | null,
): RoomMetadata {
  const { watching: before, schedule: scheduleBefore, admission: admissionBefore, ...rest } = meta
  const admission = newAdmission === undefined ? admissionBefore : newAdmission
  const isOff = (watching ?? before) === 'off'
  const hours = schedule === undefined ? scheduleBefore : schedule
  return {
    ...rest,
    ...(isOff && { watching: 'off' }),
    ...(admission && { admission }),
    ...(hours && { schedule: hours }),
    status: status ?? meta.status,
    comments: comments ?? meta.comments,
    title: title ?? meta.title,
    listen: listen ?? meta.listen,
  }
}

/** The text about a patch for the room's log. Values are left out, because some are secret. */
export function describePatch({ options = {}, ...rest }: RoomPatch): string {
  const { status, ...others } = rest
  const names = [...Object.keys(others), ...Object.keys(options).map((option) => `option ${option}`)]
  return [...(status === undefined ? [] : [`it is ${status}`]), ...names].join(', ') || 'nothing'
}

export function canReadVersion(game: Game, version: number): boolean {
  return version === game.version || (game.readableVersions ?? []).includes(version)
}
