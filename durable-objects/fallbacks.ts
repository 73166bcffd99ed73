// Fallbacks for methods that objects of the previous release lack. Delete an entry once no such release is called.
import type { Fallbacks } from './calls.ts'
import type { DirectoryCalls, RoomCalls, UploadsCalls } from './rooms.ts'

/** A room without creation in parts completes it in `found`, so it is never in progress. */
export const roomFallbacks: Fallbacks<RoomCalls> = {
  begun: async () => undefined,
  goOn: async () => undefined,
}

export const directoryFallbacks: Fallbacks<DirectoryCalls> = {
  held: async () => undefined,
  hold: async () => {},
  // A Directory without these limits admits every webhook.
  admitHook: async () => 0,
  // A Directory without a guess limiter has no waits.
  wrongToken: async () => 0,
}

export const uploadsFallbacks: Fallbacks<UploadsCalls> = {}
