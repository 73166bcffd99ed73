// The RPC interface of Uploads, and its data types.
import type { InProgress, Json, Options, Refusal, UploadPreview } from '../../games/game.ts'
import type { UploadName } from './rpc-types.ts'
import type { VersionedRpc } from './versioned-calls.ts'

/** Files in Uploads for a game to preview. */
export interface PreviewUploadsCall {
  readonly game: string
  readonly options: Options
  /** `size` in bytes. */
  readonly files: readonly (UploadName & { readonly id: string; readonly size: number })[]
  /** The same as in `CreateRoomInput`. */
  readonly continuation?: Json
}

/** The RPC methods of Uploads, which stores files of forms. The Worker generates the id of each file. */
export interface UploadsRpc extends VersionedRpc {
  /** Stores a file. Resolves to its size in bytes when all of it is stored. */
  storeFile(id: string, body: ReadableStream<Uint8Array>): Promise<number>
  readFile(id: string): Promise<ReadableStream<Uint8Array>>
  /** The game's preview of these files. Creates no room. */
  preview(call: PreviewUploadsCall): Promise<UploadPreview | InProgress | Refusal>
  deleteFiles(ids: readonly string[]): Promise<void>
}
