// Typed stubs of all objects by name. Create stubs nowhere else.
import type { Region } from '../wire/region.ts'
import { calling } from './calls.ts'
import type { Env } from './env.ts'
import { directoryFallbacks, roomFallbacks, uploadsFallbacks } from './fallbacks.ts'
import type { DirectoryCalls, RoomCalls, UploadsCalls } from './rooms.ts'

/** `region`: where a new object is placed. */
export const roomStub = ({ ROOM }: Pick<Env, 'ROOM'>, name: string, region?: Region) =>
  calling<RoomCalls>(ROOM.getByName(name, region && { locationHint: region }), roomFallbacks)

export const directoryStub = ({ DIRECTORY }: Pick<Env, 'DIRECTORY'>) =>
  calling<DirectoryCalls>(DIRECTORY.getByName('directory'), directoryFallbacks)

export const uploadsStub = ({ UPLOADS }: Pick<Env, 'UPLOADS'>, name: string) =>
  calling<UploadsCalls>(UPLOADS.getByName(name), uploadsFallbacks)
