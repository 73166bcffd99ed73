// Connects the players of bench/cost to a running site by WebSocket.
import { onTestFinished } from 'vitest'
import { arcaneLoad } from '../../bench/cost/players/arcane-sector.ts'
import { crossfireLoad } from '../../bench/cost/players/crossfire.ts'
import { doomLoad } from '../../bench/cost/players/doom-2077.ts'
import type { PlayerLoad } from '../../bench/cost/players/load.ts'

const usualName = (n: number) => `Usual ${n}`
/** Crossfire names contain only letters. */
const lettersName = (n: number) => `Usual${'ab'[n]}a`

/**
 * The games with named players. `nameOf`: returns the name of player `n`. `pageText`: returns the page's text about
 * that player. `colour`: a colour of the picture that only players have.
 */
export const usualPlayers = [
  {
    game: 'arcane-sector',
    load: arcaneLoad,
    nameOf: usualName,
    pageText: (n: number) => `Players: ${usualName(n)}.`,
    colour: [0xff, 0xb5, 0x2e],
  },
  {
    game: 'crossfire',
    load: crossfireLoad,
    nameOf: lettersName,
    pageText: (n: number) => `Players in view: ${lettersName(n)}.`,
    colour: [0xfb, 0xc0, 0x43],
  },
  { game: 'doom-2077', load: doomLoad, nameOf: usualName, pageText: usualName, colour: [0xff, 0x4f, 0x5e] },
] as const

/** The player does not move. The end of the test disconnects the player. */
export function connectUsualPlayer(websocket: string, load: PlayerLoad, n = 0): WebSocket {
  const socket = new WebSocket(websocket)
  onTestFinished(() => socket.close())
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', () => {
    const program = load.player(n, 'idle', {
      send: (frame) => socket.send(typeof frame === 'string' ? frame : new Uint8Array(frame)),
      every() {},
      after() {},
    })
    socket.addEventListener('message', ({ data }) =>
      program.receive(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer)),
    )
  })
  return socket
}
