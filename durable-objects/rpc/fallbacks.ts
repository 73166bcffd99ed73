// Fallbacks for RPC methods that objects of the previous release lack. Delete an entry when no release without its
// method can be called any more.

import type { DirectoryRpc } from './directory-rpc.ts'
import type { RoomRpc } from './room-rpc.ts'
import type { UploadsRpc } from './uploads-rpc.ts'
import type { RpcFallbacks } from './versioned-calls.ts'

export const roomFallbacks: RpcFallbacks<RoomRpc> = {}

export const directoryFallbacks: RpcFallbacks<DirectoryRpc> = {}

export const uploadsFallbacks: RpcFallbacks<UploadsRpc> = {}
