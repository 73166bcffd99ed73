// The CPU time that twenty spectators add to a busy room. The same players stay in the same room, alternately without
// and with spectators.
import { setTimeout as delay } from 'node:timers/promises'
import { readConfirmationMs, spectatorKeepalive as words } from '../../wire/link/spectator-frames.ts'
import { bigUpload, createRoom } from '../archipelago/multiworlds.ts'
import type { Bench, Samples } from '../bench.ts'
import { arcaneLoad } from '../cost/players/arcane-sector.ts'
import { archipelagoLoad } from '../cost/players/archipelago.ts'
import { crossfireLoad } from '../cost/players/crossfire.ts'
import { doomLoad } from '../cost/players/doom-2077.ts'
import type { PlayerLoad } from '../cost/players/load.ts'
import { soaprunLoad } from '../cost/players/soaprun.ts'
import { processorTime } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { figures } from './figures.ts'

const spectators = 20
const forMs = 6000
const restMs = 2000
const crowds: { readonly [game: string]: { readonly load: PlayerLoad; readonly players: number } } = {
  soaprun: { load: soaprunLoad, players: 60 },
  'arcane-sector': { load: arcaneLoad, players: 100 },
  crossfire: { load: crossfireLoad, players: 40 },
  'doom-2077': { load: doomLoad, players: 16 },
  archipelago: { load: archipelagoLoad, players: 100 },
}
/** Maximum interval of a load's repeated actions in milliseconds. Rarer actions would not make a room busy. */
const maxIntervalMs = 1000

export const spectatingBench: Bench = {
  name: 'spectating',
  description: 'CPU time of the Worker that 20 spectators add to a busy room',
  figures,
  run: (rounds, samples, onProgress) =>
    withTemporaryFolder((state) =>
      withSite(state, async (site) => {
        for (const game of Object.keys(crowds)) await measure(site, game, rounds, samples, onProgress)
      }),
    ),
}

async function measure(
  site: Site,
  game: string,
  rounds: number,
  samples: Samples,
  onProgress: (line: string) => void,
): Promise<void> {
  const room = game === 'archipelago' ? await archipelagoRoom(site) : `${game}/harbor`
  const { load, players } = crowds[game]!
  const crowd = Array.from({ length: players }, (_, n) => startPlayer(site, room, load, n))
  try {
    await delay(2 * restMs)
    let aloneBefore = await measureCpuShare(site, forMs)
    for (let round = 1; round <= rounds; round++) {
      const connections = Array.from({ length: spectators }, () => connectSpectator(site, room))
      await delay(restMs)
      const before = heardBy(connections)
      const watched = await measureCpuShare(site, forMs)
      const heard = heardBy(connections)
      for (const { socket } of connections) socket.close()
      await delay(restMs)
      const after = await measureCpuShare(site, forMs)
      // The baseline is the mean of the periods before and after, because other load on the machine changes over time.
      const alone = (aloneBefore + after) / 2
      aloneBefore = after
      samples.add(`${game}-alone`, alone)
      samples.add(`${game}-adds`, watched - alone)
      samples.add(`${game}-share`, (100 * (watched - alone)) / alone)
      samples.add(`${game}-frames`, (heard.frames - before.frames) / spectators / (forMs / 1000))
      samples.add(`${game}-bytes`, (heard.bytes - before.bytes) / spectators / (forMs / 1000) / 1000)
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

async function archipelagoRoom(site: Site): Promise<string> {
  await createRoom(site, 'watched', bigUpload)
  return 'archipelago/watched'
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

function heardBy(
  connections: readonly { readonly heard: { readonly bytes: number; readonly frames: number } }[],
) {
  const sum = { bytes: 0, frames: 0 }
  for (const { heard } of connections) {
    sum.bytes += heard.bytes
    sum.frames += heard.frames
  }
  return sum
}

/** Like a page, the spectator regularly confirms that it still reads. */
function connectSpectator(site: Site, room: string) {
  const socket = socketTo(site, `${room}/watch`)
  const heard = { bytes: 0, frames: 0 }
  let says = false
  socket.addEventListener('message', ({ data }) => {
    if (data === words.pong) return
    heard.frames++
    heard.bytes += typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength
    if (says) return
    says = true
    setTimeout(() => {
      says = false
      if (socket.readyState === WebSocket.OPEN) socket.send(words.ping)
    }, readConfirmationMs)
  })
  return { socket, heard }
}
