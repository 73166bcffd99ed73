// What a caller does where an object of the release before lacks a method. An entry may go once no such release is called.
import type { Fallbacks } from './calls.ts'
import type { DirectoryCalls, RoomCalls, UploadsCalls } from './rooms.ts'

/** A room that knows no parts is made whole by `found`, so that none of it is ever under way. */
export const roomFallbacks: Fallbacks<RoomCalls> = {
  begun: async () => undefined,
  goOn: async () => undefined,
}

export const directoryFallbacks: Fallbacks<DirectoryCalls> = {
  held: async () => undefined,
  hold: async () => {},
  // A Directory without these limits admits every webhook.
  admitHook: async () => 0,
  // A Directory that counts no guesses knows of no wait.
  wrongToken: async () => 0,
}

export const uploadsFallbacks: Fallbacks<UploadsCalls> = {}
