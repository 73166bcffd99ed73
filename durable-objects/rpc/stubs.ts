// Typed stubs of all objects by name. Create stubs nowhere else.
import type { Region } from '../../wire/net/region.ts'
import type { Env } from '../env.ts'
import { directoryFallbacks, roomFallbacks, uploadsFallbacks } from './fallbacks.ts'
import type { DirectoryRpc, RoomRpc, UploadsRpc } from './rpc-types.ts'
import { versionedStub } from './versioned-calls.ts'

/** `region`: where a new object is placed. */
export const roomStub = ({ ROOM }: Pick<Env, 'ROOM'>, name: string, region?: Region) =>
  versionedStub<RoomRpc>(ROOM.getByName(name, region && { locationHint: region }), roomFallbacks)

export const directoryStub = ({ DIRECTORY }: Pick<Env, 'DIRECTORY'>) =>
  versionedStub<DirectoryRpc>(DIRECTORY.getByName('directory'), directoryFallbacks)

export const uploadsStub = ({ UPLOADS }: Pick<Env, 'UPLOADS'>, name: string) =>
  versionedStub<UploadsRpc>(UPLOADS.getByName(name), uploadsFallbacks)
