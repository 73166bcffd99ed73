// [AS-17]
import { WireError } from '../../../wire/util/wire-error.ts'
import type { RemoteClientContext, RemoteClientFactory, RemoteClientRequest } from '../../remote-client.ts'
import { parseMapFile } from '../client/map-file.ts'
import type { ScreenDialect } from '../packets/pixel-stream.ts'
import { type Art, drawArt } from '../view/art/art.ts'
import { credentialsFromCookies } from './credentials.ts'
import { ArcaneRemoteClient } from './remote-client.ts'

/** [AS-17.8] Each remote client uses a large part of a CPU core. */
const most = 8

export const remoteClients: RemoteClientFactory = {
  subprotocol: 'game',
  maxClients: (options) => (options.thin === true ? most : 0),
  fileName: 'map.data',
  createClient: createRemoteClient,
}

/** `art`: draws all pictures of the game on first use. */
export function createRemoteClient(
  asked: RemoteClientRequest,
  file: Uint8Array,
  around: RemoteClientContext,
  art: () => Art = drawArt,
): ArcaneRemoteClient {
  return new ArcaneRemoteClient(around, parseMapFile(file), {
    dialect: dialectOf(asked),
    credentials: credentialsFromCookies(asked),
    art,
  })
}

/** [AS-17.4] */
function dialectOf({ query: { dialect = '2019' } }: RemoteClientRequest): ScreenDialect {
  if (dialect === 'document') return 'document'
  if (dialect === '2019') return 2019
  throw new WireError('dialect: must be 2019 or document')
}
