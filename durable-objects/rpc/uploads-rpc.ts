import type { InProgress, Json, Options, Refusal, UploadPreview } from '../../games/game.ts'
import type { UploadFieldAndName } from './rpc-types.ts'
import type { VersionedRpc } from './versioned-calls.ts'

export interface PreviewUploadsCall {
  readonly game: string
  readonly options: Options
  /** `size` in bytes. */
  readonly files: readonly (UploadFieldAndName & { readonly id: string; readonly size: number })[]
  /** The same as in `CreateRoomInput`. */
  readonly continuation?: Json
}

/** The Worker generates the id of each file. */
export interface UploadsRpc extends VersionedRpc {
  /** Resolves to the size in bytes when all of the file is stored. */
  storeFile(id: string, body: ReadableStream<Uint8Array>): Promise<number>
  readFile(id: string): Promise<ReadableStream<Uint8Array>>
  /** Describes the room that the files would create, without creating it. */
  preview(call: PreviewUploadsCall): Promise<UploadPreview | InProgress | Refusal>
  deleteFiles(ids: readonly string[]): Promise<void>
}
