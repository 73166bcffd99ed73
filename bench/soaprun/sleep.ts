// Measures how long a room stays awake after its last client has left, if a sidecar's link is still open. A request
// wakes a sleeping room. Therefore the bench asks several rooms, each only once and at a different time, whether the
// same instance still runs. If a room sends a message on the idle link without a request, something has woken it.
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { decodeLinkMessage, encodeHello, LinkWriter, recordTypes } from '../../wire/link/link-codec.ts'
import type { Samples } from '../bench.ts'
import { processorTime } from '../processes.ts'
import type { Site } from '../site.ts'
import { LoadClient } from './client.ts'
import { connectTcp } from './load-sockets.ts'

/** Times of the requests, each to a different room, in seconds after the last client has left. */
const askedAt = [9, 10, 10.5, 11, 11.5, 12, 16] as const
/**
 * The start and end of a period in which all rooms should sleep and no request is made, in seconds after the last
 * client has left.
 */
const quiet = [13, 15.5] as const
const listenerTimeoutMs = 10_000

export async function measureSleep(site: Site, samples: Samples): Promise<void> {
  const rooms = await Promise.all(askedAt.map((at) => SleepyRoom.create(site, `sleep-${at * 10}`)))
  await Promise.all(rooms.map((room) => room.visit()))
  const left = performance.now()
  const after = (seconds: number) => delay(left + seconds * 1000 - performance.now())
  const answers = rooms.map(async (room, index) => {
    await after(askedAt[index]!)
    return room.slept()
  })
  await after(quiet[0])
  const before = processorTime(site.workerPid)
  await after(quiet[1])
  const used = processorTime(site.workerPid) - before
  const slept = await Promise.all(answers)
  const last = slept.lastIndexOf(false)
  samples.add('asleep', askedAt[last + 1] ?? Number.MAX_SAFE_INTEGER)
  samples.add('asleep-stirring', rooms.filter((room) => room.stirred).length)
  samples.add('asleep-worker', used / 1000 / (quiet[1] - quiet[0]))
  for (const room of rooms) room.end()
}

class SleepyRoom {
  /** Whether the room has sent a message without a request. */
  stirred = false
  readonly #site: Site
  readonly #name: string
  #link: ObserverLink
  #asked = false

  private constructor(site: Site, name: string, link: ObserverLink) {
    this.#site = site
    this.#name = name
    this.#link = link
    link.received = () => {
      this.stirred ||= !this.#asked
    }
  }

  static async create(site: Site, room: string): Promise<SleepyRoom> {
    const parts = new FormData()
    parts.set('game', 'soaprun')
    parts.set('room', room)
    parts.set('listen', JSON.stringify([{ transport: 'tcp', port: 0 }]))
    await site.api.createRoom(parts)
    const name = `soaprun/${room}`
    return new SleepyRoom(site, name, await ObserverLink.dial(site, name, 'observer'))
  }

  /** The sidecar's link stays open for a minute. */
  async visit(): Promise<void> {
    const client = await LoadClient.welcomed(await connectTcp(await this.#port()))
    await client.logIn()
    client.end()
  }

  /**
   * Whether the room has slept: whether a new instance answers, and not the one that answered the observer. The request
   * wakes the room.
   */
  async slept(): Promise<boolean> {
    this.#asked = true
    const asking = await ObserverLink.dial(this.#site, this.#name, 'asking')
    asking.end()
    return asking.epoch !== this.#link.epoch
  }

  end(): void {
    this.#link.end()
  }

  async #port(): Promise<number> {
    for (const until = performance.now() + listenerTimeoutMs; performance.now() < until; await delay(50)) {
      const { addresses } = await this.#site.api.room(this.#name)
      const listener = addresses.find(({ transport, error }) => transport === 'tcp' && !error)
      if (listener) return listener.port
    }
    throw new Error(`${this.#name} has no listener`)
  }
}

/** The observer exchanges hellos with the room and then only listens. */
class ObserverLink {
  epoch = 0
  received: () => void = () => {}
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static dial(site: Site, name: string, sidecar: string): Promise<ObserverLink> {
    const url = new URL(`/${name}/link`, site.url)
    url.protocol = 'ws:'
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${site.sidecarToken}` },
      perMessageDeflate: false,
    })
    const link = new ObserverLink(socket)
    const writer = new LinkWriter(false, (message) => socket.send(message))
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', (code) => reject(new Error(`${name} closed its link: ${code}`)))
      socket.on('open', () => {
        writer.record(recordTypes.hello, 0, 0, encodeHello({ sidecar, process: String(process.pid) }))
        writer.flush()
      })
      socket.on('message', (data: Buffer) => {
        if (link.epoch !== 0) return link.received()
        link.epoch = decodeLinkMessage(data).epoch
        resolve(link)
      })
    })
  }

  end(): void {
    this.#socket.terminate()
  }
}
