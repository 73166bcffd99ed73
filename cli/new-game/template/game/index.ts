// Say Back: who is in says lines, and everybody hears them.
import type { Game, Options } from '../game.ts'
import { isRefused } from '../refused.ts'
import { found } from './founding.ts'
import { framing, packetBytes } from './framing.ts'
import { readOptions, type SayBackOptions } from './options.ts'
import { fromServer } from './packets.ts'
import { SayBackSession } from './session.ts'
import { SayBackWorld } from './world.ts'

/** [SB-1.6] Packets that may come at once. */
const messageBurst = 8
/** Connections, those included that have not said HELO. */
const peers = 2048
const peersPerAddress = 64
/** [SB-1.7] */
const idleMs = 600_000

export const sayBack: Game<SayBackWorld> = {
  slug: 'say-back',
  title: 'Say Back',
  version: 1,
  listen: [{ transport: 'tcp', port: 7007, framing }],
  limits: (options) => ({
    messagesPerSecond: checked(options).linesPerSecond,
    messageBurst,
    bytesPerSecond: 0,
    frameBytes: packetBytes,
    windowBytes: 65_536,
    peers,
    peersPerAddress,
    idleMs,
  }),
  found,
  open: (store, _host, options) => new SayBackWorld(store, checked(options)),
  greet: (world, _host, peer, note) => new SayBackSession(world, peer, note),
  turnAway: () => fromServer.encode({ type: 'FULL' }),
  view: (world) => world.view(),
  configure(world, options) {
    const read = readOptions(options)
    if (isRefused(read)) return read
    world.configure(read)
    return { ...read }
  },
}

/** Options that were stored have been read before. */
function checked(options: Options): SayBackOptions {
  const read = readOptions(options)
  if (isRefused(read)) throw new RangeError(read.refused.detail)
  return read
}
