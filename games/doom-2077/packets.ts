// The messages of DOOM-2077: command, length, payload, terminator. The server's commands are in the order of the
// original's document, which lacks the last four. Where the document and the recordings differ, this file follows the
// recordings.
import {
  about,
  array,
  BE,
  body,
  byteLengthOf,
  bytes,
  chars,
  count,
  i8,
  latin1,
  list,
  type PacketOf,
  packets,
  struct,
  u8,
  zstr,
} from '../../wire/index.ts'
import { cstr, i64, statesCodec, terminator, u64 } from './datagrams/field-codecs.ts'

const message = { id: chars(4), length: byteLengthOf(BE.u16, 'body'), body, terminator } as const

/** Maximum bytes of a name, a chat line or a map name. The original's buffers hold 128 with the NUL. */
export const maxTextBytes = 127
/** Maximum bytes of a server text or a kick reason. */
export const serverTextBytes = 255
/** [DM-2.15] */
const secretLength = 32
export const maxScoreRows = 10

const playerId = about(u64, 'id of the player')
const sourceId = about(u64, 'id of the attacker, or 0 for none')
const weapon = about(i8, 'the weapon: 0 fists, 1 pistol, 2 chaingun, 3 shotgun')
const damage = about(BE.i32, 'health points × 1000')
const place = {
  x: about(i64, 'map units × 1000'),
  y: about(i64, 'map units × 1000'),
  z: about(i64, 'height of the eyes, map units × 1000; the eyes are 41 units above the floor'),
  angle: about(i64, 'degrees × 1000, clockwise from the east (+x)'),
} as const
const doorId = about(u64, 'id of the door, from 0 in the order of DM-9.5')
const liftId = about(u64, 'id of the lift, from 0 in the order of DM-9.6')
/** PONG returns these bytes. */
export const pingBytes = 8
const ping = about(bytes(pingBytes), 'any')
const secondsToEnd = about(BE.i16, 'seconds left; 0: now')
const secondsToStart = about(BE.i16, 'seconds left; 0: now; -1: the room waits for players')

export const fromClient = packets(message, {
  JOIN: { rule: 'DM-2.1', about: 'Requests to join.', fields: { name: cstr(maxTextBytes) } },
  KATC: { rule: 'DM-2.4', about: 'Keep-alive.', fields: {} },
  PING: { rule: 'DM-2.6', about: 'Requests PONG.', fields: { data: ping } },
  QUIT: { rule: 'DM-2.3', about: 'Leaves the match.', fields: {} },
  MOVE: { rule: 'DM-3.1', about: 'The current position.', fields: place },
  CHAT: { rule: 'DM-7.1', about: 'Sends a chat line to all players.', fields: { msg: cstr(maxTextBytes) } },
  OPEN: { rule: 'DM-6.1', about: 'Requests to open a door.', fields: { doorId } },
  CLOS: { rule: 'DM-6.1', about: 'Requests to close a door.', fields: { doorId } },
  LASC: { rule: 'DM-6.2', about: 'Requests to raise a lift.', fields: { liftId } },
  LDSC: { rule: 'DM-6.2', about: 'Requests to lower a lift.', fields: { liftId } },
  FIRE: { rule: 'DM-4.1', about: 'The client fired a shot.', fields: { weapon } },
  DAMG: {
    rule: 'DM-4.2',
    about: 'The client hit a player. Clients decide what they hit.',
    fields: { playerId: about(u64, 'id of the player who is hit'), weapon, damage },
  },
  SCRT: {
    rule: 'DM-2.15',
    about: "The secret that reclaims the client's player. The original has no such message.",
    fields: { secret: about(chars(secretLength), 'random, chosen by the client') },
  },
})
export type FromClient = PacketOf<typeof fromClient>

const rows = count('names', BE.u16)

export const fromServer = packets(message, {
  ACPT: {
    rule: 'DM-2.1',
    about: 'Accepts JOIN. LMAP follows in the same datagram.',
    fields: { playerId: about(u64, "id of the client's player") },
  },
  JOIN: {
    rule: 'DM-2.2',
    about: 'Announces a player. A second JOIN with the same id crashes the client.',
    fields: { playerId, name: cstr(maxTextBytes) },
  },
  KICK: {
    rule: 'DM-2.5',
    about: 'The client has no player in the game.',
    fields: { reason: cstr(serverTextBytes) },
  },
  PONG: { rule: 'DM-2.6', about: 'Answers PING.', fields: { data: ping } },
  QUIT: { rule: 'DM-2.3', about: 'A player has left.', fields: { playerId } },
  MOVE: {
    rule: 'DM-3.2',
    about: "A player's position. A MOVE with the client's own id moves the client's player.",
    fields: { playerId, ...place },
  },
  CHAT: { rule: 'DM-7.1', about: 'A chat line of a player.', fields: { playerId, msg: cstr(maxTextBytes) } },
  TELL: {
    rule: 'DM-5.4',
    about: 'A server message.',
    fields: {
      flags: about(u8, 'bits: 1 sent to all players, 2 shown as a title'),
      msg: cstr(serverTextBytes),
    },
  },
  SCOR: {
    rule: 'DM-5.3',
    about: 'The scoreboard, most kills first.',
    fields: {
      count: rows,
      names: list(zstr(latin1, maxTextBytes), rows, maxScoreRows),
      deaths: list(BE.u16, rows, maxScoreRows),
      kills: list(BE.u16, rows, maxScoreRows),
    },
  },
  DAMG: {
    rule: 'DM-4.2',
    about: 'A player was hurt.',
    // The original states the length 20, as in its document, but sends 21 bytes [DM-1.8].
    acceptedLength: 20,
    fields: { playerId, sourceId, weapon, damage },
  },
  KILL: { rule: 'DM-4.3', about: 'A player died.', fields: { playerId, sourceId, weapon } },
  HEAL: {
    rule: 'DM-4.5',
    about: 'A player was healed.',
    fields: { playerId, gain: about(BE.i32, 'health points × 1000') },
  },
  HLTH: {
    rule: 'DM-4.4',
    about: "A player's health.",
    fields: {
      playerId,
      health: about(BE.i32, 'health points × 1000'),
      maxHealth: about(BE.i32, 'health points × 1000'),
    },
  },
  LMAP: {
    rule: 'DM-2.1',
    about: 'The map to load. A second LMAP makes the client forget all players.',
    fields: { mapName: about(cstr(maxTextBytes), "name of the map's marker in the WAD, for example MAP01") },
  },
  OPEN: { rule: 'DM-6.1', about: 'A door opens.', fields: { doorId } },
  CLOS: { rule: 'DM-6.1', about: 'A door closes.', fields: { doorId } },
  LASC: { rule: 'DM-6.2', about: 'A lift goes up.', fields: { liftId } },
  LDSC: { rule: 'DM-6.2', about: 'A lift goes down.', fields: { liftId } },
  DOST: {
    rule: 'DM-6.3',
    about: 'The states of all doors.',
    fields: { states: about(statesCodec, '1 open, 0 closed') },
  },
  L_ST: {
    rule: 'DM-6.3',
    about: 'The states of all lifts.',
    fields: { states: about(statesCodec, '1 high, 0 low') },
  },
  FIRE: { rule: 'DM-4.1', about: 'A player fired a shot.', fields: { playerId, weapon } },
  WEAP: {
    rule: 'DM-4.6',
    about: "The state of each of the client's weapons, 0 to 3.",
    fields: {
      weapons: array(
        struct({
          ammo: about(BE.i32, 'shots left; -2: unlimited'),
          magazine: about(BE.i32, 'maximum number of shots'),
          cooldown: about(BE.i32, '0 if the weapon is ready'),
        }),
        4,
      ),
    },
  },
  GSTR: { rule: 'DM-5.1', about: 'Seconds until the match begins.', fields: { seconds: secondsToStart } },
  GEND: { rule: 'DM-5.2', about: 'Seconds until the match ends.', fields: { seconds: secondsToEnd } },
})
export type FromServer = PacketOf<typeof fromServer>
