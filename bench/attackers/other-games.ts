// The other games: honest players with usual requests, and attackers who send valid packets much too fast.
import { createSocket } from 'node:dgram'
import { fromClient as doomPackets } from '../../games/doom-2077/packets.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import { LoadClient as ArcaneClient } from '../arcane-sector/client.ts'
import { LoadClient as CrossfireClient } from '../crossfire/client.ts'
import { LoadClient as DoomClient } from '../doom-2077/client.ts'
import { LoadClient as SoaprunClient } from '../soaprun/client.ts'
import { overTcp } from '../soaprun/wires.ts'
import { arcaneMessage, crossfireMessage, doomMessages, soaprunMessage } from './attack-messages.ts'
import { type Attackers, type Player, repeatEvery } from './contest.ts'
import { honestPlayers } from './crowd-process.ts'

const everyMs = 5
/** Packets per client and interval, for stream games: 10,000 per second. */
const atOnce = 50

// ---- Crossfire -------------------------------------------------------------------------------------------------------

export const crossfirePlayer: Player = async ({ port }, nth) => {
  const client = await CrossfireClient.connected(port)
  await client.enter(`honest${'abcd'[nth]}`)
  return { everyMs: 120, ask: () => client.command('say hello') }
}

export const crossfireAttackers: Attackers = async ({ port }, how, count) => {
  const clients: CrossfireClient[] = []
  for (let i = 0; i < count; i++) {
    const client = await CrossfireClient.connected(port)
    await client.enter(`attacker${'abcd'[i]}`)
    clients.push(client)
  }
  let sent = 0
  const stop = repeatEvery(everyMs, () => {
    for (const client of clients) for (let i = 0; i < atOnce; i++) client.say(crossfireMessage(how, sent++))
  })
  return () => {
    stop()
    for (const client of clients) client.end()
  }
}

// ---- Soaprun ---------------------------------------------------------------------------------------------------------

export const soaprunPlayer: Player = async ({ port }) => {
  const client = await SoaprunClient.welcomed(await overTcp(port))
  await client.logIn()
  return { everyMs: 150, ask: () => client.walk() }
}

export const soaprunAttackers: Attackers = async ({ port }, how, count) => {
  const ends: (() => void)[] = []
  const draws: (() => void)[] = []
  for (let i = 0; i < count; i++) {
    const wire = await overTcp(port)
    const client = await SoaprunClient.welcomed(wire)
    await client.logIn()
    let sent = 0
    draws.push(() => wire.write(client.request(soaprunMessage(client.place, sent++, how)).bytes))
    ends.push(() => client.end())
  }
  const stop = repeatEvery(everyMs, () => {
    for (const draw of draws) for (let i = 0; i < atOnce; i++) draw()
  })
  return () => {
    stop()
    for (const end of ends) end()
  }
}

// ---- Arcane Sector ---------------------------------------------------------------------------------------------------

export const arcanePlayer: Player = async ({ port }, nth) => {
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

export const arcaneAttackers: Attackers = async ({ port }, how, count) => {
  const clients: ArcaneClient[] = []
  for (let i = 0; i < count; i++) clients.push(await ArcaneClient.entered(port, honestPlayers + i))
  let sent = 0
  const stop = repeatEvery(everyMs, () => {
    for (const client of clients) for (let i = 0; i < atOnce; i++) client.say(arcaneMessage(sent++, how))
  })
  return () => {
    stop()
    for (const client of clients) client.end()
  }
}

// ---- DOOM-2077 -------------------------------------------------------------------------------------------------------

const doomPingMs = 100
const joinsWithinMs = 10_000
const doomPerTick = 20

export const doomPlayer: Player = async ({ port }, nth) => {
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

export const doomAttackers: Attackers = async ({ port }, how, count) => {
  const players: DoomClient[] = []
  const ends: (() => void)[] = []
  const floods: (() => void)[] = []
  for (let i = 0; i < count; i++) {
    const player = new DoomClient(port, `attacker${i}`, 0)
    player.join()
    await entered(player)
    players.push(player)
    // A second port, unknown to the server: its datagrams cost the room work, too.
    const socket = createSocket('udp4')
    let sent = 0
    floods.push(() => {
      const messages = doomMessages(how, sent++, player.position)
      const datagram = concatBytes(messages.map((message) => doomPackets.encode(message)))
      socket.send(datagram, port, '127.0.0.1')
      player.flood(datagram)
    })
    ends.push(() => {
      player.end()
      socket.close()
    })
  }
  const stop = repeatEvery(everyMs, () => {
    for (const flood of floods) for (let i = 0; i < doomPerTick / 2; i++) flood()
  })
  return () => {
    stop()
    for (const end of ends) end()
  }
}
