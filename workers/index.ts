import { directoryClass } from '../durable-objects/directory/directory-object.ts'
import { remoteClientClass } from '../durable-objects/remote-client/remote-client-object.ts'
import { roomClass } from '../durable-objects/room/room-object.ts'
import { uploadsClass } from '../durable-objects/uploads/uploads-object.ts'
import { games } from '../games/index.ts'
import { version } from '../package.json'
import { createApp } from './app.ts'
import { withBodyDrain } from './http/request/drain-body.ts'
import { withTcpListeners } from './tcp/tcp-listeners.ts'

export const Room = roomClass(games)
export const Directory = directoryClass(games)
export const Uploads = uploadsClass(games)
export const RemoteClient = remoteClientClass(games)
export default withTcpListeners(withBodyDrain(createApp({ games, version })), games)
