// The deployed Worker: all games, and the classes of its Durable Objects.
import { createDirectory } from '../durable-objects/directory-object.ts'
import { createRoom } from '../durable-objects/room-object.ts'
import { createThin } from '../durable-objects/thin-object.ts'
import { createUploads } from '../durable-objects/uploads-object.ts'
import { games } from '../games/index.ts'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { withBodyDrain } from './unread.ts'

export const Room = createRoom(games)
export const Directory = createDirectory(games)
export const Uploads = createUploads(games)
export const Thin = createThin(games)
export default withBodyDrain(createApp({ games, version: manifest.version }))
