// Soaprun (2010, Studio Pixel): one shared field of soap that all players run on and paint.
import type { Game } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions, storedOptions } from '../shared/options/read.ts'
import { found, preview } from './founding.ts'
import { framing, requestBytes } from './framing.ts'
import { writtenArchive } from './import/written.ts'
import { optionTable } from './options.ts'
import { fromServer } from './packets.ts'
import { pages } from './pages/index.ts'
import { SoaprunSession } from './session.ts'
import { dispatch } from './talk/dispatch.ts'
import { knocks } from './talk/knock.ts'
import { SoaprunShow } from './talk/show.ts'
import { openWorld, type SoaprunWorld } from './world.ts'

/** [SR-2.9] Work steps, about ten times a player's cost in a crowd. No limit if packets are unlimited. */
const work = { stepsPerSecond: 32_768, stepBurst: 65_536 } as const
/** Connections that have not logged in take no seat and only a few bytes. */
const peers = 4096
/** [SR-2.3] The original disconnects a client after this silence. */
const idleMs = 60_000

export const soaprun: Game<SoaprunWorld> = {
  slug: 'soaprun',
  title: 'Soaprun',
  version: 1,
  options: optionTable,
  uploads: {
    file: {
      says: "A map: the original server's folder as a zip, or one of soapdispenser's.",
      endings: ['.zip'],
    },
  },
  listen: [
    { transport: 'tcp', port: 1002, localPort: 10_020, framing },
    { transport: 'dispatch', port: 80, localPort: 10_080, unchangeable: true, document: 'server.cgi' },
  ],
  documents: { 'server.cgi': dispatch },
  limits(options) {
    const { maxPacketsPerSecond, packetBurst, maxPeersPerAddress } = storedOptions(optionTable, options)
    return {
      messagesPerSecond: maxPacketsPerSecond,
      messageBurst: packetBurst,
      bytesPerSecond: maxPacketsPerSecond * requestBytes,
      frameBytes: requestBytes,
      windowBytes: 65_536,
      peers,
      ...(maxPacketsPerSecond && { work }),
      peersPerAddress: maxPeersPerAddress,
      idleMs,
    }
  },
  found,
  preview,
  open: (store, host, options) => openWorld(store, host, storedOptions(optionTable, options)),
  greet: (world, host, peer, note) => new SoaprunSession(world, host, peer, note),
  // [SR-2.8] Only a new client waits for an answer that OVER can be.
  turnAway: (why) => (why === 'kicked' ? undefined : fromServer.encode({ type: 'OVER' })),
  namesArePlaces: true,
  knocks,
  view: (world) => world.view(),
  watch: (world) => new SoaprunShow(world),
  pages,
  files: (world) => [
    { name: 'map.zip', type: 'application/zip', secret: true, body: () => writtenArchive(world.map) },
  ],
  picture: (world) => world.picture(),
  configure(world, options) {
    const changed = readOptions(optionTable, options)
    if (!isRefused(changed)) world.configure(changed)
    return changed
  },
}
