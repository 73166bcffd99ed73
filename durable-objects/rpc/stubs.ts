// All code gets the stubs of Durable Objects from this file.
import type { Region } from '../../wire/net/region.ts'
import type { Env } from '../env.ts'
import type { DirectoryRpc } from './directory-rpc.ts'
import { directoryFallbacks, roomFallbacks, uploadsFallbacks } from './fallbacks.ts'
import { inJurisdiction } from './jurisdiction.ts'
import type { RoomRpc } from './room-rpc.ts'
import type { UploadsRpc } from './uploads-rpc.ts'
import { versionedStub } from './versioned-calls.ts'

type SiteObjects<Binding extends keyof Env> = Pick<Env, Binding | 'JURISDICTION'>

/** `region`: where the object is placed when it is created. */
export const roomStub = (env: SiteObjects<'ROOM'>, name: string, region?: Region) =>
  versionedStub<RoomRpc>(
    inJurisdiction(env.ROOM, env).getByName(name, region && { locationHint: region }),
    roomFallbacks,
  )

export const directoryStub = (env: SiteObjects<'DIRECTORY'>) =>
  versionedStub<DirectoryRpc>(inJurisdiction(env.DIRECTORY, env).getByName('directory'), directoryFallbacks)

export const uploadsStub = (env: SiteObjects<'UPLOADS'>, name: string) =>
  versionedStub<UploadsRpc>(inJurisdiction(env.UPLOADS, env).getByName(name), uploadsFallbacks)

/** The object accepts only upgrades. */
export const remoteClientStub = (env: SiteObjects<'REMOTE_CLIENT'>, name: string) =>
  inJurisdiction(env.REMOTE_CLIENT, env).getByName(name)
