// Every kind of room that a site can create: its input, how a player joins it, and which features of a game it covers.
import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { toMapJson } from '../../../games/arcane-sector/export/map-json.ts'
import { toTiledMap } from '../../../games/arcane-sector/export/map-tiled.ts'
import { readMapJson } from '../../../games/arcane-sector/import/map-json.ts'
import * as arcane from '../../../games/arcane-sector/packets.ts'
import { builtinCharacterRules } from '../../../games/crossfire/builtin/characters/index.ts'
import * as crossfire from '../../../games/crossfire/protocol/packets/index.ts'
import * as doom from '../../../games/doom-2077/packets.ts'
import type { ForkOrigin, Frame, Game, Options } from '../../../games/game.ts'
import { games } from '../../../games/index.ts'
import * as lan from '../../../games/lan/packets.ts'
import * as retroarch from '../../../games/retroarch/packets.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { playerSpawn } from '../../../games/soaprun/board/board.ts'
import * as soaprun from '../../../games/soaprun/packets.ts'
import { packedFolderEndings } from '../../../wire/util/packed-folders.ts'
import { worldFile } from '../../games/arcane-sector/transcripts.ts'
import { readFixture } from '../../games/archipelago/sample-multiworlds.ts'
import { archFolder, mapsFolder } from '../../games/crossfire/import/harness/imported-world.ts'
import { pong } from '../../games/lan/lan-room.ts'
import { worldA, zipFiles } from '../../games/soaprun/fixture-world.ts'

export interface RoomFixture {
  readonly title: string
  readonly game: string
  readonly options?: Options
  readonly sent?: { readonly [field: string]: Uint8Array }
  /** Description of the room of which this room is a fork. */
  readonly forked?: ForkOrigin
  /** The features of a game (`kindsOf`) that this kind of room covers. */
  readonly covers: readonly string[]
}

/** All features that a game declares: each file type, each upload, and each way to fork a room. */
export function kindsOf({ uploads = {}, fork }: Game): string[] {
  const files = Object.entries(uploads).flatMap(([field, { extensions }]) =>
    extensions.map((ending) => `${field} ${ending}`),
  )
  const isNeeded = Object.values(uploads).some(({ required }) => required)
  const forks = fork ? ['fork from the beginning', 'fork from now'] : []
  return [...(isNeeded ? [] : ['no upload']), ...files, ...forks]
}

const island = worldFile()
const islandMap = () => {
  const read = readMapJson(uploadedFile('file', island))
  if ('refused' in read) throw new Error(read.refused.detail)
  return read.map
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const wad = () =>
  new Uint8Array(
    readFileSync(new URL('../../games/doom-2077/fixtures/maps/recorded-arena.wad', import.meta.url)),
  )
/** The password of the multiworld with a save. All other rooms accept any password. */
const multiworldPassword = 'hunter2'
const multiworld = { file: readFixture('links-6p.archipelago'), save: readFixture('links-6p.apsave') }

export const kinds: readonly RoomFixture[] = [
  { title: 'the harbor', game: 'soaprun', covers: ['no upload'] },
  {
    title: "a map in the original server's format",
    game: 'soaprun',
    sent: { file: zipFiles(worldA('original-format')) },
    covers: ['file .zip'],
  },
  {
    title: "a map in soapdispenser's format",
    game: 'soaprun',
    sent: { file: zipFiles(worldA('soapdispenser-format')) },
    covers: ['file .zip'],
  },
  {
    title: 'a multidata',
    game: 'archipelago',
    sent: { file: readFixture('tiny-2p.archipelago') },
    covers: ['file .archipelago'],
  },
  {
    title: 'a multidata with its patches',
    game: 'archipelago',
    sent: { file: readFixture('mixed-8p.zip') },
    covers: ['file .zip'],
  },
  { title: 'a multidata and its save', game: 'archipelago', sent: multiworld, covers: ['save .apsave'] },
  {
    title: 'a multidata of version 0.3.8',
    game: 'archipelago',
    sent: { file: readFixture('old-ap038-3p.archipelago') },
    covers: ['file .archipelago'],
  },
  {
    title: 'a fork from the beginning',
    game: 'archipelago',
    sent: multiworld,
    forked: 'initial',
    covers: ['fork from the beginning'],
  },
  {
    title: 'a fork from now',
    game: 'archipelago',
    sent: multiworld,
    forked: 'current',
    covers: ['fork from now'],
  },
  { title: 'an island of a seed', game: 'arcane-sector', covers: ['no upload'] },
  {
    title: 'a map.json',
    game: 'arcane-sector',
    get sent() {
      return { file: utf8(toMapJson(islandMap())) }
    },
    covers: ['file .json'],
  },
  {
    title: 'a map of Tiled',
    game: 'arcane-sector',
    get sent() {
      return { file: utf8(toTiledMap(islandMap())) }
    },
    covers: ['file .tmj'],
  },
  { title: 'the arena', game: 'doom-2077', covers: ['no upload'] },
  { title: 'a WAD', game: 'doom-2077', sent: { file: wad() }, covers: ['file .wad'] },
  { title: "the game's own world", game: 'crossfire', covers: ['no upload'] },
  {
    title: "a host's archives",
    game: 'crossfire',
    get sent() {
      return { arch: zipSync({ ...archFolder }), maps: zipSync({ ...mapsFolder }) }
    },
    // Other archives are converted to zips by the form and the command before they are sent.
    covers: ['arch', 'maps'].flatMap((field) =>
      ['.zip', ...packedFolderEndings].map((ending) => `${field} ${ending}`),
    ),
  },
  { title: 'a LAN', game: 'lan', covers: ['no upload'] },
  { title: 'a relay', game: 'retroarch', covers: ['no upload'] },
]

export function gameOf({ game }: RoomFixture): Game {
  return games.find(({ slug }) => slug === game)!
}

const password = 'secret'
const numbered = { packetId: 0n } as const

/**
 * Frames that a player sends, or a function that computes them from all frames received so far. The test expects the
 * room to answer the frames of an array, but not the frames of a function.
 */
type Round = readonly Frame[] | ((received: readonly Frame[]) => readonly Frame[])

/** A player. Some games ask for the name, and some for the number. */
export interface Person {
  readonly name: string
  readonly number: number
}
export const ann: Person = { name: 'Ann', number: 7 }

/**
 * The frames with which a player joins, in rounds: each round is sent after the answers to the previous one. `view`:
 * the room's public state.
 */
export function joinFrames(
  { game }: RoomFixture,
  view: unknown,
  { name, number }: Person = ann,
): readonly Round[] {
  switch (game) {
    case 'soaprun':
      return [
        [soaprun.fromClient.encode({ type: 'Prtc', version: 432 })],
        [soaprun.fromClient.encode({ type: 'myPo', nodes: [playerSpawn] })],
      ]
    case 'archipelago':
      return [[JSON.stringify([connectAs(view, name)])]]
    case 'arcane-sector':
      return [
        [arcane.fromClient.encode({ type: 'ENTR', ...numbered, passwd: password, playerId: number })],
        [arcane.fromClient.encode({ type: 'MYPC', ...numbered, pcName: name, portrait: 0 })],
      ]
    case 'doom-2077':
      return [[doom.fromClient.encode({ type: 'JOIN', name })]]
    case 'crossfire':
      return [
        [
          crossfire.fromClient.encode({ type: 'version', cs: 1023, sc: 1029, info: 'test' }),
          crossfire.fromClient.encode({ type: 'setup', settings: [{ key: 'loginmethod', value: '2' }] }),
          crossfire.fromClient.encode({ type: 'accountnew', name: `of ${name}`, password }),
        ],
        [
          crossfire.fromClient.encode({
            ...{ type: 'createplayer', name, password },
            choices: [`class ${builtinCharacterRules.classes[0]!.id}`],
          }),
        ],
      ]
    case 'lan':
      return [[lan.fromClient.encode(lan.registration)], ([registered]) => [answerToPing(registered!)]]
    case 'retroarch':
      return [[retroarch.fromClient.encode({ type: 'RATS', session: new Uint8Array(12) })]]
    default:
      throw new Error(`how a player of ${game} joins is not said here: add it`)
  }
}

/**
 * The answer to the PING that follows REGISTERED. It proves that the client has received its node address (LAN-4.2).
 */
function answerToPing(registered: Frame): Frame {
  const packet = lan.fromServer.decode(registered as Uint8Array)
  if (packet.type !== 'REGISTERED') throw new Error(`${packet.type} does not answer a registration`)
  return lan.fromClient.encode(pong(packet.destination))
}

/** Joins as the slot of this name, or without a name as the first slot. */
function connectAs(view: unknown, wanted: string): object {
  const { slots } = view as { readonly slots: readonly { readonly name: string; readonly game: string }[] }
  const { name, game } = slots.find((slot) => slot.name === wanted) ?? slots[0]!
  return {
    ...{ cmd: 'Connect', password: multiworldPassword, uuid: 'uuid', name, game, tags: ['AP'] },
    ...{ version: { major: 0, minor: 6, build: 7, class: 'Version' }, items_handling: 7, slot_data: false },
  }
}
