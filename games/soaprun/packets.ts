// The packets of Soaprun, in the order and with the names of the original's document. Here packets start with the four
// letters of their type. The length prefix belongs to the framing.
import {
  about,
  bytes,
  cachedEncoding,
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
} from '../../wire/index.ts'
import { roomSize } from './board/board.ts'
import { secretLength } from './players/player.ts'

/** A position in tiles of the whole map. */
const node = struct({ x: LE.i16, y: LE.i16 })
/** Has at most as many nodes as a client keeps. An empty list means no movement. */
const walk = about(
  list(node, u8, 8),
  'corners of the walk since the previous packet, beginning at the end of that packet',
)
const trail = about(list(node, u8, 8), 'oldest first')
const status = about(u8, '0 asleep, 1 alive, 2 dead, 3 at the goal, 4 ghost')
const items = about(u8, 'bits: 1 sword, 2 crown, 4 shield')
const color = about(u8, '0 green, 1 pink, 2 blue, 3 yellow')
const generation = about(u8, 'changes when the player or unit jumps instead of walking')

export const fromClient = packets(chars(4), {
  Prtc: {
    rule: 'SR-3.2',
    about: 'Requests the protocol version and joins the game.',
    fields: { version: about(LE.i16, "the client's version; the last version is 432") },
  },
  Test: { rule: 'SR-3.3', about: 'Measures the connection.', fields: { data: about(bytes(508), 'any') } },
  Dlog: {
    rule: 'SR-3.4',
    about: 'A log line.',
    // The text may be Shift-JIS, so the bytes are kept unchanged.
    fields: { message: str(LE.i32, latin1, { nul: true, limit: 120 }) },
  },
  mAtt: { rule: 'SR-3.5', about: 'Requests the attributes of all tiles.', fields: {} },
  Room: {
    rule: 'SR-3.6',
    about: 'Requests a room.',
    fields: { x: about(i8, 'column of rooms'), y: about(i8, 'row of rooms') },
  },
  myPo: { rule: 'SR-3.7', about: "Reports the player's walk.", fields: { nodes: walk } },
  ChCl: { rule: 'SR-3.9', about: 'Changes the player’s colour.', fields: { color, nodes: walk } },
  DrFl: {
    rule: 'SR-3.10',
    about: 'Paints a tile.',
    fields: { x: LE.i16, y: LE.i16, tile: about(u8, 'number of the new tile, 12 to 15'), nodes: walk },
  },
  HNPU: {
    rule: 'SR-3.11',
    about: 'Reports a touched unit.',
    fields: { unit: about(u8, 'index of the unit'), nodes: walk },
  },
  HVen: { rule: 'SR-3.12', about: 'Reports that an avenger caught the player.', fields: { nodes: walk } },
  mCrp: { rule: 'SR-3.13', about: 'Places the player’s corpse.', fields: { x: LE.i16, y: LE.i16 } },
  'Bye.': { rule: 'SR-3.14', about: 'Leaves the game after death or the goal.', fields: {} },
  Scrt: {
    rule: 'SR-3.16',
    about: 'Joins with a secret by which the player can return. The original has no such packet.',
    fields: { secret: about(bytes(secretLength), 'random, chosen by the client') },
  },
})
export type FromClient = PacketOf<typeof fromClient>

/** The maximum number of other players that a client can store. */
export const maxOtherPlayers = 62
const maxUnits = 64
const players = count('players', u8)
const units = count('units', u8)
const tiles = count('tiles', u8)

export const fromServer = packets(chars(4), {
  WLCM: { rule: 'SR-3.1', about: 'The greeting.', fields: {} },
  OVER: {
    rule: 'SR-3.1',
    about: 'The room is full or closed. The server then closes the connection.',
    fields: {},
  },
  Prtc: {
    rule: 'SR-3.2',
    about: 'The server’s protocol.',
    fields: { protocol: constant(chars(8), 'Soaprun'), version: constant(LE.i16, 64) },
  },
  Test: { rule: 'SR-3.3', about: 'Echoes the bytes.', fields: { data: bytes(508) } },
  Void: { rule: 'SR-3.4', about: 'Acknowledgement without data.', fields: {} },
  mAtt: {
    rule: 'SR-3.5',
    about: 'Access to cells by tile number: 0 all, 1 none, 2 no units or shields, 3 no players.',
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
    about: 'The player’s current view, which is the reply to every action.',
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
        maxOtherPlayers,
      ),
      units: list(
        cachedEncoding(
          struct({
            index: limited(u8, { max: 63 }),
            generation,
            status,
            type: about(u8, 'Goal Closer Sword Crawl Hummer Rounder Wuss Chase Gate Shield Cross Snail'),
            param: about(u8, 'phase of a gate or cross; starting angle of a hummer or rounder'),
            nodes: trail,
          }),
        ),
        units,
        maxUnits,
      ),
      tiles: list(
        struct({ x: LE.i16, y: LE.i16, tile: about(u8, 'the current tile'), _: padding(1) }),
        tiles,
      ),
    },
  },
  Scrt: {
    rule: 'SR-3.16',
    about: 'The player has joined or returned. The original has no such packet.',
    fields: {
      returned: about(limited(u8, { max: 1 }), '1 if the player has returned'),
      x: about(LE.i16, "x of the player's position"),
      y: LE.i16,
    },
  },
})
export type FromServer = PacketOf<typeof fromServer>

const answeredByVoid: ReadonlySet<string> = new Set(['Dlog', 'mCrp', 'Bye.'])
const answeredByTheirType: ReadonlySet<string> = new Set(['Prtc', 'Scrt', 'Test', 'mAtt', 'Room'])

/** [SR-3.5] Always 16x16 attributes, because a client keeps old values of attributes that it does not receive. */
export function attributesPacket(attributes: Uint8Array): FromServer {
  return { type: 'mAtt', width: 16, height: 16, attributes }
}

/** The type of the reply to a request. OVER can replace any reply to a login. */
export function replyTypeOf(request: FromClient['type']): string {
  if (answeredByVoid.has(request)) return 'Void'
  return answeredByTheirType.has(request) ? request : 'Flds'
}
