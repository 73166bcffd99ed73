// LAN: a network for DOS games, which relays IPX packets between DOSBox, IPXWrapper and browsers.
import { broadcastLine } from '../broadcast.ts'
import type { Game } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions, parseStoredOptions } from '../shared/options/parse.ts'
import { createRoom } from './create-room.ts'
import { nodesResponse } from './endpoints/nodes.ts'
import { framing } from './framing.ts'
import { optionTable } from './options.ts'
import { about } from './pages/about.ts'
import { pages } from './pages/index.ts'
import { dosboxConf } from './protocol/dosbox-conf.ts'
import { probes } from './protocol/probes.ts'
import { LanSpectatorFeed } from './protocol/spectator-feed.ts'
import { LanSession } from './session.ts'
import { maxPacketBytes } from './traffic/ipx-packet.ts'
import { LanWorld } from './world.ts'

/**
 * This limit includes connections without a node. The limit is higher than the number of unvalidated addresses that two
 * sidecars accept.
 */
const maxSessions = 1024
/** [LAN-4.4] A whole LAN party can be behind one address. */
const maxSessionsPerAddress = 64
/** [LAN-1.8] Milliseconds of silence after which a node is removed. */
const idleTimeoutMs = 120_000
/** [LAN-1.7] Sixteen nodes that each broadcast 250 packets of 100 bytes a second use half of this limit. */
const workLimits = { stepsPerSecond: 65_536, stepBurst: 65_536 } as const

export const lan: Game<LanWorld> = {
  slug: 'lan',
  title: 'LAN (IPX)',
  about,
  version: 1,
  options: optionTable,
  // The default port is above 1023, because ports below 1024 need privileges.
  listeners: [{ transport: 'udp', port: 213, localPort: 2130, framing }],
  documents: { 'dosbox.conf': { type: 'text/plain; charset=utf-8', aliases: [], render: dosboxConf } },
  limits(options) {
    const { packetsPerSecond } = parseStoredOptions(optionTable, options)
    return {
      messagesPerSecond: packetsPerSecond,
      messageBurst: packetsPerSecond,
      bytesPerSecond: 0,
      maxFrameBytes: maxPacketBytes,
      windowBytes: 65_536,
      maxSessions,
      maxSessionsPerAddress,
      work: workLimits,
      idleTimeoutMs,
    }
  },
  createRoom,
  openWorld: (store, context, options) =>
    new LanWorld(store, context, parseStoredOptions(optionTable, options)),
  openSession: (world, context, peer, resumeState) => new LanSession(world, context, peer, resumeState),
  probes,
  // A node is named by its address, which the room assigns.
  namesIdentifySlots: true,
  publicState: nodesResponse,
  endpoints: {
    nodes: {
      description: 'The nodes, what they send, and which game they seem to play.',
      path: 'nodes',
      maxAgeSeconds: 2,
      respond: (world) => JSON.stringify(nodesResponse(world)),
    },
  },
  pages,
  notify: (world, text) => world.notify(broadcastLine(text)),
  drawPicture: (world) => world.drawPicture(),
  createSpectatorFeed: (world) => new LanSpectatorFeed(world),
  applyOptions(world, options) {
    const changed = parseOptions(optionTable, options)
    if (!isRefusal(changed)) world.applyOptions(changed)
    return changed
  },
}
