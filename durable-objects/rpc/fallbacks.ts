// Fallbacks for methods that objects of the previous release lack. Delete an entry once no such release is called.

import type { DirectoryRpc } from './directory-rpc.ts'
import type { RoomRpc, UploadsRpc } from './rpc-types.ts'
import type { RpcFallbacks } from './versioned-calls.ts'

/** A room of a release without creation in parts creates everything in `createRoom`, so it is never in progress. */
export const roomFallbacks: RpcFallbacks<RoomRpc> = {
  creationProgress: async () => undefined,
  continueCreation: async () => undefined,
  // A room of the previous release deletes at once.
  undelete: async () => undefined,
  async kickAsOwner(room, id, { token, address }) {
    const accepted = await room.checkToken(token, address)
    return accepted === true ? room.kick(id) : { wrongToken: true, waitMs: accepted ? accepted.waitMs : 0 }
  },
  // A room of the previous release cannot mute anybody.
  mute: async () => undefined,
  listMutes: async () => [],
  liftMutes: async () => 0,
  // A room of the previous release cannot show messages.
  broadcast: async () => undefined,
  // A room of the previous release has no stages.
  startRoom: async () => 'not-gathering',
  // A room of a release without actions has no action of this name.
  runAction: async () => undefined,
}

export const directoryFallbacks: RpcFallbacks<DirectoryRpc> = {
  reservedGeneration: async () => undefined,
  extendReservation: async () => {},
  listSharedContent: async () => [],
  // A Directory of the previous release forgets a sidecar after a week.
  forgetSidecar: async () => false,
  // A Directory without these limits admits every webhook.
  admitWebhook: async () => 0,
  // A Directory without a guess limiter has no waits.
  countWrongToken: async () => 0,
}

export const uploadsFallbacks: RpcFallbacks<UploadsRpc> = {}
