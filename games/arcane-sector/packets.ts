// Arcane Sector's packets, in the order and with the names of the protocol document. Where a recording contradicts the
// document (GRND, HLDI), the recording is right.
import {
  about,
  array,
  body,
  bool,
  bytes,
  chars,
  count,
  byteLengthOf,
  enumeration,
  isNot,
  LE,
  latin1,
  list,
  openEnumeration,
  type PacketOf,
  packets,
  padded,
  padding,
  rest,
  str,
  struct,
  text,
  u8,
  cachedEncoding,
  type ValueOf,
  when,
} from '../../wire/index.ts'
import { payloadBytes } from './framing.ts'

/** Surrounds every packet. The number is 0 except in SLCT and in the THIS that answers it [AS-1.4]. */
const header = { length: byteLengthOf(LE.u32, 'body'), id: chars(4), packetId: LE.u64, body } as const

const turn = about(u8, '0 forward, 1 back, 2 left, 3 right')
const facing = about(u8, '0 north, 1 south, 2 west, 3 east')
const string = str(LE.u16)
const anything = about(rest, 'any, not looked at')
const chosen = openEnumeration(u8, { item: 0, mob: 1, ground: 2, slot: 3 })

export const fromClient = packets(header, {
  ENTR: {
    rule: 'AS-2.1',
    about: 'The first packet of all: a password and whose it is.',
    fields: { passwd: about(padded(32), 'NULs at its end do not count'), playerId: u8 },
  },
  MYPC: {
    rule: 'AS-2.3',
    about: 'Makes the character that NOPC asked for.',
    fields: {
      pcName: about(padded(32), 'NULs at its end do not count'),
      portrait: about(u8, 'kept, shown nowhere'),
    },
  },
  MOVE: { rule: 'AS-3.1', about: 'One step, without a turn.', fields: { direction: turn } },
  DIRE: { rule: 'AS-3.2', about: 'Turns.', fields: { direction: facing } },
  HOLD: { rule: 'AS-5.1', about: 'Takes an item in hand.', fields: { itemId: LE.u64 } },
  DROP: {
    rule: 'AS-5.2',
    about: 'Lays down what is held.',
    fields: { dst: about(u8, '0 to 7 inventory, 8 left hand, 9 right hand, others the ground') },
  },
  USEI: { rule: 'AS-5.3', about: 'Uses an item.', fields: { itemId: LE.u64 } },
  THIS: {
    rule: 'AS-8.2',
    about: 'What was selected; its number is that of the SLCT.',
    fields: { kind: chosen, selectedId: about(LE.u64, 'an item, a mob, a slot from 0 to 9') },
  },
  CAST: { rule: 'AS-7.1', about: 'Casts a spell.', fields: { spell: about(bytes(8), 'runes; 0: none') } },
  SAYS: { rule: 'AS-9.1', about: 'Says something.', fields: { text: text(latin1, payloadBytes) } },
  GBYE: { rule: 'AS-1.9', about: 'Leaves.', fields: { payload: anything } },
  PING: { rule: 'AS-1.8', about: 'Asks for PONG, every 30 s.', fields: { payload: anything } },
})
export type FromClient = PacketOf<typeof fromClient>

const noId = 2n ** 64n - 1n
/**
 * Offset of item and selection numbers on the wire: "tceSngrD". The world's numbers are at most 2^53, so none on the
 * wire has bit 63, which the client sets to recognize mobs [AS-1.5].
 */
export const firstId = 0x4472676e53656374n

const named = isNot(noId)
const item = struct({
  id: about(LE.u64, '18446744073709551615: no item, and nothing follows'),
  movable: when('id', named, about(bool(u8), 'can be taken')),
  gfxId: when('id', named, string),
  name: when('id', named, string),
})
export type WireItem = ValueOf<typeof item>
/** An empty slot or hand. */
export const noItem: WireItem = { id: noId }

const mob = struct({
  type: about(padding(1), 'ignored'),
  visible: bool(u8),
  id: about(LE.u64, 'a player, from 2^32 on a monster, from 2^33 on one of the town'),
  x: when('visible', LE.u16),
  y: when('visible', LE.u16),
  gfxId: when('visible', string),
  name: when('visible', string),
})
export type WireMob = ValueOf<typeof mob>

const lying = count('items', u8)
const pile = struct({ count: lying, x: LE.u16, y: LE.u16, items: list(item, lying) })
export type WirePile = ValueOf<typeof pile>

export const fromServer = packets(header, {
  NOPC: { rule: 'AS-2.2', about: 'There is no such character yet: MYPC is wanted.', fields: {} },
  GAME: { rule: 'AS-2.4', about: 'The game begins.', fields: {} },
  POSI: {
    rule: 'AS-4.1',
    about: 'Where the player is.',
    fields: { x: LE.u16, y: LE.u16, direction: facing },
  },
  TEXT: {
    rule: 'AS-1.7',
    about: 'A line to read, with bytes for colours and runes.',
    fields: { text: text(latin1, payloadBytes) },
  },
  INFO: {
    rule: 'AS-4.4',
    about: 'How the player is.',
    fields: {
      hp: LE.u16,
      hpMax: LE.u16,
      mana: LE.u16,
      manaMax: LE.u16,
      name: about(string, 'empty: as before'),
    },
  },
  INVT: {
    rule: 'AS-5.4',
    about: 'What the player carries.',
    fields: { inventory: array(item, 8), equipment: about(array(item, 2), 'left hand, right hand') },
  },
  MOBS: {
    rule: 'AS-4.3',
    about: 'Everybody in sight but the player; who is not in it is gone.',
    // A client reads only the low byte of the count. A mob is sent to many clients, so its encoding is reused.
    fields: { mobs: list(cachedEncoding(mob), LE.u16, 255) },
  },
  ANIM: {
    rule: 'AS-1.10',
    about: 'Never sent: a client hangs up on it.',
    fields: { kind: enumeration(u8, { pc: 0, npc: 1 }), mobId: LE.u64, anim: u8 },
  },
  GRND: {
    rule: 'AS-4.2',
    about: 'All that lies in sight; what is not in it is gone.',
    // A pile is sent to many clients, so its encoding is reused.
    fields: { lists: list(cachedEncoding(pile), u8) },
  },
  HLDI: {
    rule: 'AS-5.5',
    about: 'What the player holds, at the mouse.',
    fields: { item },
  },
  SLCT: { rule: 'AS-8.1', about: 'Asks for a selection; its number is to come back.', fields: {} },
  PONG: { rule: 'AS-1.8', about: 'Answers PING.', fields: {} },
})
export type FromServer = PacketOf<typeof fromServer>
