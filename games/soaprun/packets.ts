// Soaprun's packets, protocol 64, in the order and with the names of the original's document. The length prefix is
// framing; packets here start with the four letters.
import {
  about,
  bytes,
  chars,
  constant,
  count,
  i8,
  LE,
  latin1,
  limited,
  list,
  type PacketOf,
  packets,
  padding,
  product,
  str,
  struct,
  u8,
  cachedEncoding,
} from '../../wire/index.ts'
import { roomSize } from './board/board.ts'

/** Global tile coordinates. */
const node = struct({ x: LE.i16, y: LE.i16 })
/** A client's history holds eight; an empty list means no movement. */
const walk = about(
  list(node, u8, 8),
  'where it went since its last packet; the first is where that one ended',
)
const trail = about(list(node, u8, 8), 'oldest first')
const status = about(u8, '0 asleep, 1 alive, 2 dead, 3 at the goal, 4 ghost')
const items = about(u8, 'bits: 1 sword, 2 crown, 4 shield')
const color = about(u8, '0 green, 1 pink, 2 blue, 3 yellow')
const generation = about(u8, 'another than before: it has jumped')

export const fromClient = packets(chars(4), {
  Prtc: {
    rule: 'SR-3.2',
    about: 'Asks for the protocol; takes a seat.',
    fields: { version: about(LE.i16, 'of the client; 432 is the last') },
  },
  Test: { rule: 'SR-3.3', about: 'Measures the connection.', fields: { data: about(bytes(508), 'any') } },
  Dlog: {
    rule: 'SR-3.4',
    about: 'A line for the log.',
    // May be Shift-JIS, so the bytes are kept unchanged.
    fields: { message: str(LE.i32, latin1, { nul: true, limit: 120 }) },
  },
  mAtt: { rule: 'SR-3.5', about: 'Asks for the attributes of tiles.', fields: {} },
  Room: {
    rule: 'SR-3.6',
    about: 'Asks for a room.',
    fields: { x: about(i8, 'column of rooms'), y: about(i8, 'row of rooms') },
  },
  myPo: { rule: 'SR-3.7', about: 'Where it is.', fields: { nodes: walk } },
  ChCl: { rule: 'SR-3.9', about: 'Changes its colour.', fields: { color, nodes: walk } },
  DrFl: {
    rule: 'SR-3.10',
    about: 'Paints a tile.',
    fields: { x: LE.i16, y: LE.i16, tile: about(u8, 'to be: 12 to 15'), nodes: walk },
  },
  HNPU: { rule: 'SR-3.11', about: 'Met a unit.', fields: { unit: about(u8, 'its index'), nodes: walk } },
  HVen: { rule: 'SR-3.12', about: 'Was caught by an avenger.', fields: { nodes: walk } },
  mCrp: { rule: 'SR-3.13', about: 'Leaves its corpse.', fields: { x: LE.i16, y: LE.i16 } },
  'Bye.': { rule: 'SR-3.14', about: 'Leaves after death or goal.', fields: {} },
})
export type FromClient = PacketOf<typeof fromClient>

/** Other players that a client has room for. */
export const mostPlayers = 62
const mostUnits = 64
const players = count('players', u8)
const units = count('units', u8)
const tiles = count('tiles', u8)

export const fromServer = packets(chars(4), {
  WLCM: { rule: 'SR-3.1', about: 'The first thing said.', fields: {} },
  OVER: {
    rule: 'SR-3.1',
    about: 'No seat is free, or the room is closed; then the connection is.',
    fields: {},
  },
  Prtc: {
    rule: 'SR-3.2',
    about: 'The protocol spoken here.',
    fields: { protocol: constant(chars(8), 'Soaprun'), version: constant(LE.i16, 64) },
  },
  Test: { rule: 'SR-3.3', about: 'The same bytes back.', fields: { data: bytes(508) } },
  Void: { rule: 'SR-3.4', about: 'Taken note of.', fields: {} },
  mAtt: {
    rule: 'SR-3.5',
    about: 'What may stand on each tile: 0 all, 1 nobody, 2 no units, 3 no players.',
    fields: {
      width: limited(LE.i16, { min: 1, max: 16 }),
      height: limited(LE.i16, { min: 1, max: 16 }),
      attributes: bytes(product('width', 'height'), 256),
    },
  },
  Room: {
    rule: 'SR-3.6',
    about: 'The tiles of a room, row by row.',
    fields: { x: i8, y: i8, tiles: bytes(roomSize.width * roomSize.height) },
  },
  Flds: {
    rule: 'SR-3.8',
    about: 'What the player sees now; the answer to everything in play.',
    fields: {
      status,
      color,
      items,
      playerCount: players,
      unitCount: units,
      tileCount: tiles,
      weather: about(u8, '1: rain'),
      players: list(
        cachedEncoding(
          struct({
            index: limited(u8, { max: 62 }),
            generation,
            status,
            color,
            items,
            nodes: trail,
          }),
        ),
        players,
        mostPlayers,
      ),
      units: list(
        cachedEncoding(
          struct({
            index: limited(u8, { max: 63 }),
            generation,
            status,
            type: about(u8, 'Goal Closer Sword Crawl Hummer Rounder Wuss Chase Gate Shield Cross Snail'),
            param: about(u8, 'phase of a gate or cross, starting angle of a flame'),
            nodes: trail,
          }),
        ),
        units,
        mostUnits,
      ),
      tiles: list(struct({ x: LE.i16, y: LE.i16, tile: about(u8, 'as it is now'), _: padding(1) }), tiles),
    },
  },
})
export type FromServer = PacketOf<typeof fromServer>
