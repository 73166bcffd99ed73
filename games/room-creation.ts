// The creation of a room: what its owner uploads, and what the game makes of it.
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
  /** One sentence that describes the expected file. */
  readonly description: string
  /** Accepted file name endings, such as `.zip`. */
  readonly extensions: readonly string[]
  /** No room can be created without this file. */
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
  /** The records of the room's stage `gathering`, which it leaves. The game must then create the room in one part. */
  readonly gathered?: Pick<RecordStore, 'get' | 'list'>
  /** With `gathered`: the fencing token of a lease of the room, without which the room must not be created. */
  readonly fence?: number
  /** `continuation` of the previous part; absent in the first part. */
  readonly continuation?: Json
}

/**
 * An uploaded file. It can be larger than memory, so read only the ranges that you need. Readable only until
 * `createRoom` or `previewUploads` has returned and its result is stored.
 * @example games/archipelago/import/upload-archive.ts
 */
export interface UploadedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** A copy of the bytes from `from` up to `to`, cut at the end of the file. */
  read(from: number, to: number): Uint8Array
}

/**
 * Generates a record's bytes in chunks of any length while they are stored, for records larger than memory. Each chunk
 * is valid until the next one is requested.
 * @example games/archipelago/create-room.ts
 */
export type ByteChunks = () => Iterable<Uint8Array>

/**
 * Summary of uploaded files, by human-readable field names. `warnings`, if present, are those that `createRoom` would
 * return; `options`, if present, are the public options that the files ask for: they apply unless the owner sets others.
 * @example games/soaprun/create-room.ts
 */
export type UploadPreview = { readonly [field: string]: Json }

/**
 * The options and records of a new room.
 * @example games/soaprun/create-room.ts
 */
export interface CreateRoomResult {
  readonly options: Options
  /** The Room stores each record before it requests the next, all in one transaction. */
  readonly records: Iterable<readonly [key: string, value: RecordValue | ByteChunks]>
  readonly warnings: readonly string[]
}

/**
 * One part of a room creation that takes several events. The Room stores its records before it requests the next part,
 * and deletes those of all parts if a later one refuses.
 * @example games/crossfire/create-room.ts
 */
export interface CreateRoomPart extends InProgress {
  readonly records: CreateRoomResult['records']
}

/**
 * The state that a copy of a room starts from.
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

// ---- In parts ------------------------------------------------------------------------------------------------------
// A creation or preview can exceed the CPU limit of one event (30 s, soon reached on a slow machine). Then it is split
// into parts, each in an event of its own.

/**
 * One part is done. The caller repeats its request with `continuation`, possibly to another instance.
 * @example games/crossfire/create-room.ts
 */
export interface InProgress {
  readonly inProgress: {
    /** Continuation state that only the game reads. Contains no secrets. */
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
