import type { Json, Options, RecordStore, RecordValue } from './game-context.ts'

/**
 * Names of upload fields. Most games take a `file`; `arch` and `maps` are the two archives of one Crossfire world.
 * @example games/crossfire/index.ts
 */
export type UploadField = 'file' | 'save' | 'arch' | 'maps'

/**
 * One upload field of a new room.
 * @example games/archipelago/index.ts
 */
export interface UploadSpec {
  readonly description: string
  /** Accepted file name endings, such as `.zip`. */
  readonly extensions: readonly string[]
  /** Set if no room can be created without this file. */
  readonly required?: true
}

/**
 * Input of `Game.createRoom` and `Game.previewUploads`.
 * @example games/archipelago/create-room.ts
 */
export interface CreateRoomInput {
  readonly options: Options
  /** The uploaded files by `UploadField`. */
  readonly files: ReadonlyMap<string, UploadedFile>
  /** The records of the stage `gathering`, if the room was in it. The game must then create the world in one part. */
  readonly gathered?: Pick<RecordStore, 'get' | 'list'>
  /** Only with `gathered`: the fencing token of a lease. The world must be created only while the lease is valid. */
  readonly fence?: number
  /** The `continuation` of the previous part. Absent in the first part. */
  readonly continuation?: Json
}

/**
 * An uploaded file. It can be larger than memory, so read only the ranges that you need. Readable only until
 * `createRoom` or `previewUploads` has returned and its result is stored.
 * @example games/archipelago/import/upload-archive.ts
 */
export interface UploadedFile {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /** A copy of the bytes from `from` to before `to`, or to the end of the file. */
  read(from: number, to: number): Uint8Array
}

/**
 * The value of a record that is larger than memory. It generates the bytes in chunks of any length while the Room
 * stores them. Each chunk is valid until the next one is requested.
 * @example games/archipelago/create-room.ts
 */
export type ByteChunks = () => Iterable<Uint8Array>

/**
 * A summary of uploaded files, by human-readable field names. `warnings`, if present: the warnings that `createRoom`
 * would return. `options`, if present: the public options that the files request, which apply unless the owner sets
 * others.
 * @example games/soaprun/create-room.ts
 */
export type UploadPreview = { readonly [field: string]: Json }

/**
 * The options and records of a new room.
 * @example games/soaprun/create-room.ts
 */
export interface CreateRoomResult {
  readonly options: Options
  /** The Room stores each record before it requests the next one, and all of them in one transaction. */
  readonly records: Iterable<readonly [key: string, value: RecordValue | ByteChunks]>
  readonly warnings: readonly string[]
}

/**
 * The result of one part of a creation that takes several events. The Room stores its records before it requests the
 * next part. If a later part refuses, the Room deletes the records of all parts.
 * @example games/crossfire/create-room.ts
 */
export interface CreateRoomPart extends InProgress {
  readonly records: CreateRoomResult['records']
}

/**
 * The state from which a copy of a room starts.
 * @example games/archipelago/index.ts
 */
export type ForkOrigin = 'initial' | 'current'

/**
 * The input for a copy of a room, in the form of `CreateRoomInput`.
 * @example games/archipelago/index.ts
 */
export interface ForkInput {
  readonly options: Options
  readonly files: readonly { readonly field: string; readonly name: string; readonly bytes: Uint8Array }[]
}

/**
 * A creation or preview that would exceed the CPU limit of one event (30 s) is split into parts. This is the result of
 * each part but the last. The caller repeats its request with `continuation` in another event, possibly to another
 * instance.
 * @example games/crossfire/create-room.ts
 */
export interface InProgress {
  readonly inProgress: {
    /** The state for the next part. Only the game reads it. It contains no secrets. */
    readonly continuation: Json
    /** Progress from 0 to 1. */
    readonly progress: number
  }
}

export function isInProgress<T extends object>(
  answer: T,
): answer is Extract<T, { readonly inProgress: object }> {
  return 'inProgress' in answer
}
