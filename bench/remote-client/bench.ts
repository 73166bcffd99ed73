// The Worker's CPU time for an Arcane Sector remote client and the bytes sent to it, while its player walks on the
// green and while the player stands still. The client acknowledges each picture at once, so it gets the maximum rate.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { thinClientMessages } from '../../games/arcane-sector/packets/pixel-stream.ts'
import { keyCodes } from '../../games/arcane-sector/remote-client/key-map.ts'
import type { Bench, Samples } from '../bench.ts'
import { processorTime } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { figures } from './figures.ts'

const room = 'arcane-sector/harbor'
/**
 * Milliseconds before the measurement. The welcome lines fade within eleven seconds. Until then, the picture changes
 * even if the player stands still.
 */
const restMs = 13_000
/** Milliseconds of a measurement, and of each walk in one direction. */
const [forMs, legMs] = [8000, 2000]

export const remoteClientBench: Bench = {
  name: 'remote-client',
  description: 'CPU time and bytes of an Arcane Sector client that the site runs',
  figures,
  run: (rounds, samples, onProgress) =>
    withTemporaryFolder((state) =>
      withSite(state, async (site) => {
        await site.api.updateRoom(room, { options: { thin: true } })
        for (let round = 1; round <= rounds; round++) {
          await measure(site, samples, round)
          onProgress(`round ${round} of ${rounds}`)
        }
      }),
    ),
}

class Screen {
  readonly #socket: WebSocket
  pictures = 0

  constructor(site: Site, first: string) {
    this.#socket = new WebSocket(new URL(`${room}/thin`, site.url), 'game')
    this.#socket.on('open', () => this.#socket.send(first))
    this.#socket.on('message', (message: Buffer) => {
      if ((message[0]! & 1) === 1 && message[0] !== 1) return
      this.pictures++
      this.#say({ type: 'shown' })
    })
  }

  async picture(): Promise<void> {
    while (this.pictures === 0) await once(this.#socket, 'message')
  }

  get bytes(): number {
    return (this.#socket as unknown as { readonly _socket: Socket })._socket.bytesRead
  }

  key(key: number, type: 'keyDown' | 'keyUp'): void {
    this.#say({ type, key })
  }

  async close(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #say(done: Parameters<typeof thinClientMessages.encode>[0]): void {
    this.#socket.send(thinClientMessages.encode(done))
  }
}

async function measure(site: Site, samples: Samples, round: number): Promise<void> {
  const before = processorTime(site.workerPid)
  const screen = new Screen(site, JSON.stringify({ id: round, password: 'of the bench', name: 'Ann' }))
  await screen.picture()
  samples.add('first-work', (processorTime(site.workerPid) - before) / 1000)
  samples.add('first-wire', screen.bytes / 1000)
  await delay(restMs)
  const still = await during(site, screen, () => delay(forMs))
  samples.add('still-share', still.share)
  samples.add('still-wire', still.wire)
  const walk = await during(site, screen, () => walks(screen))
  samples.add('walk-share', walk.share)
  samples.add('walk-wire', walk.wire)
  samples.add('walk-pictures', walk.pictures)
  await screen.close()
}

async function walks(screen: Screen): Promise<void> {
  for (let ms = 0; ms < forMs; ms += legMs) {
    const key = ms % (2 * legMs) === 0 ? keyCodes.up : keyCodes.down
    screen.key(key, 'keyDown')
    await delay(legMs)
    screen.key(key, 'keyUp')
  }
}

/**
 * `share`: the Worker's CPU time in percent of one core. `wire`: kilobytes per second. `pictures`: pictures per second.
 */
async function during(site: Site, screen: Screen, act: () => Promise<unknown>) {
  const [began, work, bytes, pictures] = [
    performance.now(),
    processorTime(site.workerPid),
    screen.bytes,
    screen.pictures,
  ]
  await act()
  const ms = performance.now() - began
  return {
    share: (processorTime(site.workerPid) - work) / ms / 10,
    wire: (screen.bytes - bytes) / ms,
    pictures: ((screen.pictures - pictures) * 1000) / ms,
  }
}
