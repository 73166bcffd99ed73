// The Worker under test: the real app and Directory over the test games.
import { env } from 'cloudflare:workers'
import { systemClock } from '../../durable-objects/clock.ts'
import { createDirectory } from '../../durable-objects/directory-object.ts'
import type { Post } from '../../durable-objects/hooks.ts'
import { createRoom } from '../../durable-objects/room-object.ts'
import { createThin, type RoomStub } from '../../durable-objects/thin-object.ts'
import { createUploads } from '../../durable-objects/uploads-object.ts'
import { arcaneSector } from '../../games/arcane-sector/index.ts'
import { archipelago } from '../../games/archipelago/index.ts'
import type { Game } from '../../games/game.ts'
import { createApp } from '../../workers/app.ts'
import { withBodyDrain } from '../../workers/unread.ts'
import { tally } from '../tally/index.ts'
import { faultyGame } from './brittle.ts'
import { directoryClock } from './clock.ts'
import { games } from './games.ts'
import { roomClock } from './room-clock.ts'

/** Webhooks of tests leave no machine. */
const post: Post = async () => ({ status: 204, retryAfter: null })

export const Room = createRoom(games, systemClock, post)
const timedGames: readonly Game[] = [tally as Game, faultyGame as Game, archipelago, arcaneSector as Game]
/** Rooms whose time a test lets pass. */
export const TimedRoom = createRoom(timedGames, roomClock, post)
/** Of all rooms; its own time goes on by itself. */
export const Thin = createThin([...games, ...timedGames], (_, name) => {
  if (timedGames.some(({ slug }) => name.startsWith(`${slug}/`)))
    return env.TIMED.getByName(name) as unknown as RoomStub
  return env.ROOM.getByName(name) as unknown as RoomStub
})
export const Uploads = createUploads(games)
export const Directory = createDirectory([...games, ...timedGames], directoryClock)
export const app = createApp({ games, version: '1.2.3', listedMs: 0 })
export default withBodyDrain(app)
