// The Worker under test: the real app and Directory over the test games.
import { env } from 'cloudflare:workers'
import { directoryClass } from '../../durable-objects/directory/directory-object.ts'
import { GuessLimiter } from '../../durable-objects/limits/guess-limiter.ts'
import { systemClock } from '../../durable-objects/platform/clock.ts'
import { type RoomStub, remoteClientClass } from '../../durable-objects/remote-client/remote-client-object.ts'
import { roomClass } from '../../durable-objects/room/room-object.ts'
import type { PostMessage } from '../../durable-objects/room/webhooks/webhooks.ts'
import { uploadsClass } from '../../durable-objects/uploads/uploads-object.ts'
import { arcaneSector } from '../../games/arcane-sector/index.ts'
import { archipelago } from '../../games/archipelago/index.ts'
import type { Game } from '../../games/game.ts'
import { createApp } from '../../workers/app.ts'
import { withBodyDrain } from '../../workers/http/request/drain-body.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { directoryClock } from './fixtures/directory-clock.ts'
import { games } from './fixtures/echo-game.ts'
import { faultyGame } from './fixtures/faulty-game.ts'
import { roomClock } from './fixtures/room-clock.ts'

/** Accepts webhook messages without sending them. */
const post: PostMessage = async () => ({ status: 204, retryAfter: null })

export const Room = roomClass(games, systemClock, post)
const timedGames: readonly Game[] = [tally as Game, faultyGame as Game, archipelago, arcaneSector as Game]
/** Rooms with a clock that tests control. */
export const TimedRoom = roomClass(timedGames, roomClock, post)
/** The remote clients of all rooms use the system clock. */
export const RemoteClient = remoteClientClass([...games, ...timedGames], (_, name) => {
  if (timedGames.some(({ slug }) => name.startsWith(`${slug}/`)))
    return env.TIMED.getByName(name) as unknown as RoomStub
  return env.ROOM.getByName(name) as unknown as RoomStub
})
export const Uploads = uploadsClass(games)
export const Directory = directoryClass([...games, ...timedGames], directoryClock)
/** Limits guesses in the one Worker that all tests share. test/workers/fresh-guesses.ts resets it. */
export const guessLimiter = new GuessLimiter({ clock: systemClock })

export const app = createApp({ games, version: '1.2.3', listedMs: 0, guessLimiter })
export default withBodyDrain(app)
