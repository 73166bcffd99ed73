// Netplay sessions of a host and one guest, with three connections per session. Host and guest each send an input of 24
// bytes for each of 60 frames a second.
import type { Game } from '../../../games/game.ts'
import { retroarch } from '../../../games/retroarch/index.ts'
import { fromClient, fromServer } from '../../../games/retroarch/packets.ts'
import type { ClientProgram, LoadClient } from '../simulated-room.ts'
import type { PlayerLoad } from './load.ts'

const frameMs = 1000 / 60
const input = new Uint8Array(24).fill(1)
const noSession = new Uint8Array(12)
/** How often a connection checks whether the server has sent its id, in milliseconds. */
const pollMs = 100
const playersPerSession = 2
const connectionsPerSession = 3

interface Ids {
  session?: Uint8Array
  guest?: Uint8Array
}

class Sessions {
  readonly #ids = new Map<number, Ids>()

  /** The ids of the nth connection's session. The first connection of a run clears the ids of earlier runs. */
  of(n: number): Ids {
    if (n === 0) this.#ids.clear()
    const session = Math.floor(n / connectionsPerSession)
    const known = this.#ids.get(session) ?? {}
    this.#ids.set(session, known)
    return known
  }
}

const sessions = new Sessions()

export const retroarchLoad: PlayerLoad = {
  setup: { game: retroarch as Game },
  transport: 'tcp',
  connections: (players, behaviour) =>
    behaviour === 'plays' ? (players / playersPerSession) * connectionsPerSession : players,
  player(n, behaviour, client) {
    const ids = sessions.of(n)
    switch (behaviour === 'idle' ? 0 : n % connectionsPerSession) {
      case 0:
        return host(ids, client)
      case 1:
        return peer(client, () => ids.session && fromClient.encode({ type: 'RATS', session: ids.session }))
      default:
        return peer(client, () => ids.guest && fromClient.encode({ type: 'RATL', client: ids.guest }))
    }
  },
}

function host(ids: Ids, client: LoadClient): ClientProgram {
  client.send(fromClient.encode({ type: 'RATS', session: noSession }))
  return {
    receive(frame) {
      const message = fromServer.decode(frame as Uint8Array)
      if (message.type === 'RATS') ids.session = message.session
      else if (message.type === 'RATL') ids.guest = message.client
      else if (message.type === 'RATP') client.send(fromClient.encode({ type: 'RATP' }))
    },
  }
}

/**
 * A guest's connection, or the host's second connection for that guest. The connection begins when `first` returns the
 * first message.
 */
function peer(client: LoadClient, first: () => Uint8Array | undefined): ClientProgram {
  let hasBegun = false
  client.every(pollMs, () => {
    const message = hasBegun ? undefined : first()
    if (!message) return
    hasBegun = true
    client.send(message)
    client.every(frameMs, () => client.send(input))
  })
  return { receive() {} }
}
