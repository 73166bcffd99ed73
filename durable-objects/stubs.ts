// Every object of the site, by name, as its calls: the one place that makes stubs.
import type { Region } from '../wire/region.ts'
import { calling } from './calls.ts'
import type { Env } from './env.ts'
import { directoryFallbacks, roomFallbacks, uploadsFallbacks } from './fallbacks.ts'
import type { DirectoryCalls, RoomCalls, UploadsCalls } from './rooms.ts'

/** `region`: where it is put, if it was never asked for before. */
export const roomStub = ({ ROOM }: Pick<Env, 'ROOM'>, name: string, region?: Region) =>
  calling<RoomCalls>(ROOM.getByName(name, region && { locationHint: region }), roomFallbacks)

export const directoryStub = ({ DIRECTORY }: Pick<Env, 'DIRECTORY'>) =>
  calling<DirectoryCalls>(DIRECTORY.getByName('directory'), directoryFallbacks)

export const uploadsStub = ({ UPLOADS }: Pick<Env, 'UPLOADS'>, name: string) =>
  calling<UploadsCalls>(UPLOADS.getByName(name), uploadsFallbacks)
