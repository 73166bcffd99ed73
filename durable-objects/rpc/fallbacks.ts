// Fallbacks for RPC methods that the previous release lacks. Delete one when no callable release lacks its method.

import type { DirectoryRpc } from './directory-rpc.ts'
import type { RoomRpc } from './room-rpc.ts'
import type { UploadsRpc } from './uploads-rpc.ts'
import type { RpcFallbacks } from './versioned-calls.ts'

export const roomFallbacks: RpcFallbacks<RoomRpc> = {}

export const directoryFallbacks: RpcFallbacks<DirectoryRpc> = {}

export const uploadsFallbacks: RpcFallbacks<UploadsRpc> = {}
