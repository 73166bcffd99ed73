// The watching bench: what twenty who only look on add to the processor time of a busy room, side by side: the same
// players in the same room, by turns without watchers and with them.
import { setTimeout as delay } from 'node:timers/promises'
import { sayReadMs, watching as words } from '../../wire/watched.ts'
import { big, foundRoom } from '../archipelago/multiworlds.ts'
import type { Bench, Samples } from '../bench.ts'
import { arcaneLoad } from '../cost/players/arcane-sector.ts'
import { archipelagoLoad } from '../cost/players/archipelago.ts'
import { crossfireLoad } from '../cost/players/crossfire.ts'
import { doomLoad } from '../cost/players/doom-2077.ts'
import type { Load } from '../cost/players/load.ts'
import { soaprunLoad } from '../cost/players/soaprun.ts'
import { processorTime } from '../processes.ts'
import { Site, temporaryFolder } from '../site.ts'
import { figures } from './figures.ts'

const watchers = 20
const forMs = 6000
const restMs = 2000
/** Of each game, so many players as make a room busy. */
const crowds: { readonly [game: string]: { readonly load: Load; readonly players: number } } = {
  soaprun: { load: soaprunLoad, players: 60 },
  'arcane-sector': { load: arcaneLoad, players: 100 },
  crossfire: { load: crossfireLoad, players: 40 },
  'doom-2077': { load: doomLoad, players: 16 },
  archipelago: { load: archipelagoLoad, players: 100 },
}
/** What a player of a load does seldom is done so often: a room where little happens is not busy. */
const mostEveryMs = 1000

export const watching: Bench = {
  name: 'watching',
  about: 'what 20 watchers add to a busy room of each game, in processor time of the Worker',
  figures,
  async run(rounds, samples, tell) {
    const folder = temporaryFolder()
    const site = await Site.start(folder.path)
    try {
      for (const game of Object.keys(crowds)) await measure(site, game, rounds, samples, tell)
    } finally {
      await site.stop()
      folder.remove()
    }
  },
}

async function measure(
  site: Site,
  game: string,
  rounds: number,
  samples: Samples,
  tell: (line: string) => void,
): Promise<void> {
  const room = game === 'archipelago' ? await archipelagoRoom(site) : `${game}/harbor`
  const { load, players } = crowds[game]!
  const crowd = Array.from({ length: players }, (_, n) => player(site, room, load, n))
  try {
    await delay(2 * restMs)
    let before = await worker(site)
    for (let round = 1; round <= rounds; round++) {
      const onlookers = Array.from({ length: watchers }, () => watcher(site, room))
      await delay(restMs)
      const heardBefore = onlookers.reduce((sum, { heard }) => sum + heard.bytes, 0)
      const watched = await worker(site)
      const bytes = onlookers.reduce((sum, { heard }) => sum + heard.bytes, 0) - heardBefore
      for (const { socket } of onlookers) socket.close()
      await delay(restMs)
      const after = await worker(site)
      // What else the machine does changes what a frame costs: the time before and the time after count alike.
      const alone = (before + after) / 2
      before = after
      samples.add(`${game}-alone`, alone)
      samples.add(`${game}-adds`, watched - alone)
      samples.add(`${game}-share`, (100 * (watched - alone)) / alone)
      samples.add(`${game}-bytes`, bytes / watchers / (forMs / 1000) / 1000)
      tell(
        `${game}, round ${round} of ${rounds}: ${alone.toFixed(1)} ms/s alone, ${watched.toFixed(1)} watched`,
      )
    }
  } finally {
    for (const end of crowd) end()
  }
}

/** Milliseconds of the Worker's processor time in a second. */
async function worker({ workerPid }: Site): Promise<number> {
  const [began, before] = [performance.now(), processorTime(workerPid)]
  await delay(forMs)
  return (processorTime(workerPid) - before) / (performance.now() - began)
}

async function archipelagoRoom(site: Site): Promise<string> {
  await foundRoom(site, 'watched', big)
  return 'archipelago/watched'
}

const socketTo = (site: Site, path: string) => {
  const socket = new WebSocket(`${site.url.href.replace(/^http/, 'ws').replace(/\/$/, '')}/${path}`)
  socket.binaryType = 'arraybuffer'
  return socket
}

/** Somebody who plays, by a WebSocket of his own; ends with what is returned. */
export function player(site: Site, room: string, load: Load, n: number): () => void {
  const socket = socketTo(site, room)
  const timers: ReturnType<typeof setInterval>[] = []
  socket.addEventListener('open', () => {
    const program = load.player(n, 'plays', {
      say: (frame) => socket.send(typeof frame === 'string' ? frame : new Uint8Array(frame)),
      every: (ms, act) => timers.push(setInterval(act, Math.min(ms, mostEveryMs))),
      after: (ms, act) => timers.push(setTimeout(act, Math.min(ms, (n % 20) * (mostEveryMs / 20)))),
    })
    socket.addEventListener('message', ({ data }) =>
      program.hears(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer)),
    )
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
    socket.close()
  }
}

/** One who looks on as a page does: he says now and then that he reads. */
function watcher(site: Site, room: string) {
  const socket = socketTo(site, `${room}/watch`)
  const heard = { bytes: 0 }
  let says = false
  socket.addEventListener('message', ({ data }) => {
    if (data === words.pong) return
    heard.bytes += typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength
    if (says) return
    says = true
    setTimeout(() => {
      says = false
      if (socket.readyState === WebSocket.OPEN) socket.send(words.ping)
    }, sayReadMs)
  })
  return { socket, heard }
}
