// The CPU time that twenty spectators add to a busy room. The same players stay in the same room, alternately without
// and with spectators.
import { setTimeout as delay } from 'node:timers/promises'
import { acknowledgeWithinMs, spectatorKeepalive as words } from '../../wire/link/spectator-frames.ts'
import { bigUpload, createRoom } from '../archipelago/multiworlds.ts'
import type { Bench, Samples } from '../bench.ts'
import { playerLoads } from '../cost/loads.ts'
import type { PlayerLoad } from '../cost/players/load.ts'
import { processorTime } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { figures } from './figures.ts'

const spectators = 20
const forMs = 6000
const restMs = 2000
/** The number of players by game. */
const crowds = { soaprun: 60, 'arcane-sector': 100, crossfire: 40, 'doom-2077': 16, archipelago: 100 }
/** Maximum interval of a load's repeated actions in milliseconds. Rarer actions would not make a room busy. */
const maxIntervalMs = 1000

export const spectatingBench: Bench = {
  name: 'spectating',
  description: 'CPU time of the Worker that 20 spectators add to a busy room',
  figures,
  run: (rounds, samples, onProgress) =>
    withTemporaryFolder((state) =>
      withSite(state, async (site) => {
        for (const [game, players] of Object.entries(crowds))
          await measure(site, game, players, rounds, samples, onProgress)
      }),
    ),
}

async function measure(
  site: Site,
  game: string,
  players: number,
  rounds: number,
  samples: Samples,
  onProgress: (line: string) => void,
): Promise<void> {
  if (game === 'archipelago') await createRoom(site, 'harbor', bigUpload)
  const room = `${game}/harbor`
  const load = playerLoads.get(game)!
  const crowd = Array.from({ length: players }, (_, n) => startPlayer(site, room, load, n))
  try {
    await delay(2 * restMs)
    let aloneBefore = await measureCpuShare(site, forMs)
    for (let round = 1; round <= rounds; round++) {
      const received = { bytes: 0, frames: 0 }
      const sockets = Array.from({ length: spectators }, () => connectSpectator(site, room, received))
      await delay(restMs)
      const before = { ...received }
      const watched = await measureCpuShare(site, forMs)
      const after = { ...received }
      for (const socket of sockets) socket.close()
      await delay(restMs)
      const aloneAfter = await measureCpuShare(site, forMs)
      // The baseline is the mean of the periods before and after, because other load on the machine changes over time.
      const alone = (aloneBefore + aloneAfter) / 2
      aloneBefore = aloneAfter
      samples.add(`${game}-alone`, alone)
      samples.add(`${game}-adds`, watched - alone)
      samples.add(`${game}-share`, (100 * (watched - alone)) / alone)
      samples.add(`${game}-frames`, (after.frames - before.frames) / spectators / (forMs / 1000))
      samples.add(`${game}-bytes`, (after.bytes - before.bytes) / spectators / (forMs / 1000) / 1000)
      onProgress(
        `${game}, round ${round} of ${rounds}: ${alone.toFixed(1)} ms/s alone, ${watched.toFixed(1)} watched`,
      )
    }
  } finally {
    for (const end of crowd) end()
  }
}

/** Measures the Worker's CPU time for `ms` milliseconds. Returns it in milliseconds per second. */
export async function measureCpuShare({ workerPid }: Site, ms: number): Promise<number> {
  const [began, before] = [performance.now(), processorTime(workerPid)]
  await delay(ms)
  return (processorTime(workerPid) - before) / (performance.now() - began)
}

const socketTo = (site: Site, path: string) => {
  const socket = new WebSocket(`${site.url.href.replace(/^http/, 'ws').replace(/\/$/, '')}/${path}`)
  socket.binaryType = 'arraybuffer'
  return socket
}

/** Returns a function that disconnects the player. */
export function startPlayer(site: Site, room: string, load: PlayerLoad, n: number): () => void {
  const socket = socketTo(site, room)
  const timers: ReturnType<typeof setInterval>[] = []
  socket.addEventListener('open', () => {
    const program = load.player(n, 'plays', {
      send: (frame) => socket.send(typeof frame === 'string' ? frame : new Uint8Array(frame)),
      every: (ms, act) => timers.push(setInterval(act, Math.min(ms, maxIntervalMs))),
      after: (ms, act) => timers.push(setTimeout(act, Math.min(ms, (n % 20) * (maxIntervalMs / 20)))),
    })
    socket.addEventListener('message', ({ data }) =>
      program.receive(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer)),
    )
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
    socket.close()
  }
}

/** Like a page, the spectator regularly confirms that it still reads. Adds to `received`. */
function connectSpectator(site: Site, room: string, received: { bytes: number; frames: number }): WebSocket {
  const socket = socketTo(site, `${room}/watch`)
  let isConfirming = false
  socket.addEventListener('message', ({ data }) => {
    if (data === words.pong) return
    received.frames++
    received.bytes += typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength
    if (isConfirming) return
    isConfirming = true
    setTimeout(() => {
      isConfirming = false
      if (socket.readyState === WebSocket.OPEN) socket.send(words.ping)
    }, acknowledgeWithinMs)
  })
  return socket
}
