// Arcane Sector (2019, Dragon Sector): an island in the style of old dungeon games.
import type { Game } from '../game.ts'
import { isRefused } from '../refused.ts'
import { changeOptions, storedOptions } from '../shared/options/read.ts'
import { writeMapJson } from './export/map-json.ts'
import { drawTiles, tilesName, writeTiledMap } from './export/map-tiled.ts'
import { found, preview } from './founding.ts'
import { framing } from './framing.ts'
import { mapData } from './import/map-data.ts'
import { freedIds, optionTable, prepareOptions } from './options.ts'
import { pages } from './pages/index.ts'
import { ArcaneSession } from './session.ts'
import { Faces } from './talk/client-screen.ts'
import { Gate } from './talk/gate.ts'
import { knocks } from './talk/knock.ts'
import { ArcaneShow } from './talk/show.ts'
import { thin } from './thin/index.ts'
import { ArcaneWorld } from './world.ts'

/** [AS-13.9] Moves and speech have limits of their own; this one stops floods. */
const messagesPerSecond = 50
/** [AS-13.9] Steps. Walking among 256 players costs half of it. */
const work = { stepsPerSecond: 262_144, stepBurst: 262_144 } as const
/** 256 players fit; the rest are connections that have not logged in. */
const peers = 1024
const peersPerAddress = 16
/** [AS-1.8] */
const idleMs = 120_000

/** A world and the state that its sessions share. */
class ArcaneSector extends ArcaneWorld {
  readonly gate = new Gate()
  readonly faces = new Faces()
}

export const arcaneSector: Game<ArcaneSector> = {
  slug: 'arcane-sector',
  title: 'Arcane Sector',
  version: 1,
  options: optionTable,
  uploads: { file: { says: 'A world as map.json, or as a map of Tiled.', endings: ['.json', '.tmj'] } },
  listen: [{ transport: 'tcp', port: 31_337, framing }],
  limits: () => ({
    messagesPerSecond,
    messageBurst: 2 * messagesPerSecond,
    bytesPerSecond: 65_536,
    frameBytes: framing.max,
    windowBytes: 65_536,
    peers,
    work,
    peersPerAddress,
    idleMs,
  }),
  found,
  preview,
  open: (store, host, options) => new ArcaneSector(store, host, storedOptions(optionTable, options)),
  greet: (world, host, peer, note) => new ArcaneSession(world, host, peer, note),
  knocks,
  view: (world) => world.view(),
  watch: (world) => new ArcaneShow(world, world.faces),
  picture: (world) => world.picture(),
  pages,
  thin,
  prepare: prepareOptions,
  configure(world, options) {
    const changed = changeOptions(optionTable, options, world.options)
    if (isRefused(changed)) return changed
    world.configure(changed)
    for (const id of freedIds(options)) world.free(id)
    return changed
  },
  files: (world) => [
    {
      name: 'map.data',
      type: 'application/octet-stream',
      unchanging: true,
      body: () => mapData(world.terrain.tiles, world.variants),
    },
    // Secret, because they reveal where everything is.
    { name: 'map.json', type: 'application/json', secret: true, body: () => writeMapJson(world.map) },
    { name: 'map.tmj', type: 'application/json', secret: true, body: () => writeTiledMap(world.map) },
    { name: tilesName, type: 'image/png', unchanging: true, body: drawTiles },
  ],
}
