// Every object of the site, by name, as its calls, and what its callers do where an object of the release before lacks one.
import type { Region } from '../wire/region.ts'
import { calling, type Fallbacks } from './calls.ts'
import type { Env } from './env.ts'
import type { DirectoryCalls, RoomCalls, UploadsCalls } from './rooms.ts'

/** A room that knows no parts is made whole by `found`, so that none of it is ever under way. */
export const roomFallbacks: Fallbacks<RoomCalls> = {
  begun: async () => undefined,
  goOn: async () => undefined,
}

export const directoryFallbacks: Fallbacks<DirectoryCalls> = {
  held: async () => undefined,
  hold: async () => {},
}

export const uploadsFallbacks: Fallbacks<UploadsCalls> = {}

/** `region`: where it is put, if it was never asked for before. */
export const roomStub = ({ ROOM }: Pick<Env, 'ROOM'>, name: string, region?: Region) =>
  calling<RoomCalls>(ROOM.getByName(name, region && { locationHint: region }), roomFallbacks)

export const directoryStub = ({ DIRECTORY }: Pick<Env, 'DIRECTORY'>) =>
  calling<DirectoryCalls>(DIRECTORY.getByName('directory'), directoryFallbacks)

export const uploadsStub = ({ UPLOADS }: Pick<Env, 'UPLOADS'>, name: string) =>
  calling<UploadsCalls>(UPLOADS.getByName(name), uploadsFallbacks)
