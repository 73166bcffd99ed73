// Honest players and attackers of all games except Archipelago. Honest players send usual requests; attackers send
// valid packets much too fast.
import { createSocket } from 'node:dgram'
import { fromClient as doomPackets } from '../../games/doom-2077/packets.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import { LoadClient as ArcaneClient } from '../arcane-sector/client.ts'
import { LoadClient as CrossfireClient } from '../crossfire/client.ts'
import { LoadClient as DoomClient } from '../doom-2077/client.ts'
import { LoadClient as SoaprunClient } from '../soaprun/client.ts'
import { connectTcp } from '../soaprun/load-sockets.ts'
import { arcaneMessage, crossfireMessage, doomMessages, soaprunMessage } from './attack-messages.ts'
import { honestPlayerCount } from './attacks.ts'
import { type ConnectPlayer, repeatEvery, type StartAttack } from './contest.ts'

const everyMs = 5
/** Number of packets that a stream client sends in each interval, which makes 10,000 per second. */
const atOnce = 50

/** Sends messages until the returned function is called, which also disconnects the client. */
function flood(client: { end(): void }, send: (nth: number) => void): () => void {
  let sent = 0
  const stop = repeatEvery(everyMs, () => {
    for (let i = 0; i < atOnce; i++) send(sent++)
  })
  return () => {
    stop()
    client.end()
  }
}

export const connectCrossfirePlayer: ConnectPlayer = async ({ port }, nth) => {
  const client = await CrossfireClient.connected(port)
  await client.enter(`honest${'abcd'[nth]}`)
  return { everyMs: 120, ask: () => client.command('say hello') }
}

export const startCrossfireAttack: StartAttack = async ({ port }, variant) => {
  const client = await CrossfireClient.connected(port)
  await client.enter('attacker')
  return flood(client, (nth) => client.send(crossfireMessage(variant, nth)))
}

export const connectSoaprunPlayer: ConnectPlayer = async ({ port }) => {
  const client = await SoaprunClient.welcomed(await connectTcp(port))
  await client.logIn()
  return { everyMs: 150, ask: () => client.walk() }
}

export const startSoaprunAttack: StartAttack = async ({ port }, variant) => {
  const wire = await connectTcp(port)
  const client = await SoaprunClient.welcomed(wire)
  await client.logIn()
  return flood(client, (nth) => wire.write(client.request(soaprunMessage(client.place, nth, variant)).bytes))
}

export const connectArcanePlayer: ConnectPlayer = async ({ port }, nth) => {
  const client = await ArcaneClient.entered(port, nth)
  let forward = false
  return {
    everyMs: 250,
    ask() {
      forward = !forward
      return client.walk(forward ? 'forward' : 'back', 1)
    },
  }
}

export const startArcaneAttack: StartAttack = async ({ port }, variant) => {
  const client = await ArcaneClient.entered(port, honestPlayerCount)
  return flood(client, (nth) => client.send(arcaneMessage(nth, variant)))
}

const doomPingMs = 100
const joinsWithinMs = 10_000
const doomPerTick = 20

export const connectDoomPlayer: ConnectPlayer = async ({ port }, nth) => {
  const client = new DoomClient(port, `honest${nth}`, 0)
  client.join()
  await entered(client)
  client.walk(30, () => {})
  client.ping(doomPingMs)
  return {
    everyMs: 0,
    ask: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no PONG')), joinsWithinMs)
        client.ponged = (ms) => {
          clearTimeout(late)
          resolve(ms)
        }
      }),
  }
}

async function entered(client: DoomClient): Promise<void> {
  for (const until = performance.now() + joinsWithinMs; client.id === 0; ) {
    if (performance.now() > until) throw new Error('a player could not join')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export const startDoomAttack: StartAttack = async ({ port }, variant) => {
  const player = new DoomClient(port, 'attacker', 0)
  player.join()
  await entered(player)
  // This socket does not join the room: the attack also sends datagrams from an unknown port, on which the room spends
  // CPU time too.
  const stranger = createSocket('udp4')
  let sent = 0
  const stop = repeatEvery(everyMs, () => {
    for (let i = 0; i < doomPerTick / 2; i++) {
      const messages = doomMessages(variant, sent++, player.position)
      const datagram = concatBytes(messages.map((message) => doomPackets.encode(message)))
      stranger.send(datagram, port, '127.0.0.1')
      player.flood(datagram)
    }
  })
  return () => {
    stop()
    player.end()
    stranger.close()
  }
}
