// Say Back: sends every line to all players.
import type { Game } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions, storedOptions } from '../shared/options/read.ts'
import { found } from './founding.ts'
import { framing, packetBytes } from './framing.ts'
import { optionTable } from './options.ts'
import { fromServer } from './packets.ts'
import { SayBackSession } from './session.ts'
import { SayBackWorld } from './world.ts'

/** [SB-1.6] Packets allowed in a burst. */
const messageBurst = 8
/** Connections, including those without HELO. */
const peers = 2048
const peersPerAddress = 64
/** [SB-1.7] */
const idleMs = 600_000

export const sayBack: Game<SayBackWorld> = {
  slug: 'say-back',
  title: 'Say Back',
  version: 1,
  options: optionTable,
  listen: [{ transport: 'tcp', port: 7007, framing }],
  limits: (options) => ({
    messagesPerSecond: storedOptions(optionTable, options).linesPerSecond,
    messageBurst,
    bytesPerSecond: 0,
    frameBytes: packetBytes,
    windowBytes: 65_536,
    peers,
    peersPerAddress,
    idleMs,
  }),
  found,
  open: (store, _host, options) => new SayBackWorld(store, storedOptions(optionTable, options)),
  greet: (world, _host, peer, note) => new SayBackSession(world, peer, note),
  turnAway: () => fromServer.encode({ type: 'FULL' }),
  view: (world) => world.view(),
  configure(world, options) {
    const changed = readOptions(optionTable, options)
    if (!isRefused(changed)) world.configure(changed)
    return changed
  },
}
