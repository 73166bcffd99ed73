// Arcane Sector's packets, in the order and with the names of the design document of the game's authors. GRND and HLDI
// follow recordings of the original server, which contradict the document.
import {
  about,
  array,
  body,
  bool,
  byteLengthOf,
  bytes,
  type Condition,
  cachedEncoding,
  chars,
  count,
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
  type ValueOf,
  when,
} from '../../wire/index.ts'
import { maxPayloadBytes } from './framing.ts'

/** The header of every packet. The number is 0, except in SLCT and in the THIS that answers it [AS-1.4]. */
const header = { length: byteLengthOf(LE.u32, 'body'), id: chars(4), packetId: LE.u64, body } as const

const move = about(u8, '0 forward, 1 back, 2 left, 3 right')
const facing = about(u8, '0 north, 1 south, 2 west, 3 east')
const string = str(LE.u16)
const anything = about(rest, 'ignored')
const chosen = openEnumeration(u8, { item: 0, mob: 1, ground: 2, slot: 3 })

export const fromClient = packets(header, {
  ENTR: {
    rule: 'AS-2.1',
    about: 'The first packet: password and player id.',
    fields: { passwd: about(padded(32), 'the password; trailing NULs are ignored'), playerId: u8 },
  },
  MYPC: {
    rule: 'AS-2.3',
    about: 'Creates the character that NOPC asks for.',
    fields: {
      pcName: about(padded(32), 'the name; trailing NULs are ignored'),
      portrait: about(u8, 'number of the portrait; stored, but not sent to clients'),
    },
  },
  MOVE: { rule: 'AS-3.1', about: 'Moves one step without turning.', fields: { direction: move } },
  DIRE: { rule: 'AS-3.2', about: 'Turns.', fields: { direction: facing } },
  HOLD: { rule: 'AS-5.1', about: 'Picks up an item.', fields: { itemId: LE.u64 } },
  DROP: {
    rule: 'AS-5.2',
    about: 'Puts the held item down.',
    fields: { dst: about(u8, '0 to 7: a slot; 8: left hand; 9: right hand; other values: the ground') },
  },
  USEI: { rule: 'AS-5.3', about: 'Uses an item.', fields: { itemId: LE.u64 } },
  THIS: {
    rule: 'AS-8.2',
    about: 'Answers SLCT. The packetId is the packetId of the SLCT.',
    fields: { kind: chosen, selectedId: about(LE.u64, 'the id of an item or mob, or a slot from 0 to 9') },
  },
  CAST: {
    rule: 'AS-7.1',
    about: 'Casts a spell.',
    fields: { spell: about(bytes(8), 'one rune per byte; 0 is no rune') },
  },
  SAYS: { rule: 'AS-9.1', about: 'Says something.', fields: { text: text(latin1, maxPayloadBytes) } },
  GBYE: { rule: 'AS-1.9', about: 'Leaves.', fields: { payload: anything } },
  PASW: {
    rule: 'AS-2.12',
    about: 'Changes the password. The original protocol has no such packet.',
    fields: { passwd: about(padded(32), 'the new password; trailing NULs are ignored') },
  },
  PING: {
    rule: 'AS-1.8',
    about: 'Requests PONG. Clients send it every 30 s.',
    fields: { payload: anything },
  },
})
export type FromClient = PacketOf<typeof fromClient>

const noId = 2n ** 64n - 1n
/**
 * Offset of the ids of items and selections on the wire, where its bytes are the letters "tceSngrD". The world's ids
 * are at most 2^53, so no id on the wire has bit 63. The client sets bit 63 in the ids of mobs [AS-1.5].
 */
export const wireIdOffset = 0x4472676e53656374n

/** The protocol document shows this text instead of the 20 digits of the number. */
const named: Condition = { ...isNot(noId), doc: 'is not 2^64 - 1' }
const item = struct({
  id: about(LE.u64, 'id of the item; 2^64 - 1: no item'),
  movable: about(when('id', named, bool(u8)), 'whether players can pick the item up'),
  gfxId: about(when('id', named, string), 'name of the picture'),
  name: about(when('id', named, string), 'name of the item'),
})
export type WireItem = ValueOf<typeof item>
export const emptyWireItem: WireItem = { id: noId }

const mob = struct({
  type: about(padding(1), 'ignored'),
  visible: bool(u8),
  id: about(LE.u64, 'a player below 2^32, a monster below 2^33, else a townsperson'),
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
  NOPC: {
    rule: 'AS-2.2',
    about: 'The player id has no character yet. The client answers with MYPC.',
    fields: {},
  },
  GAME: { rule: 'AS-2.4', about: 'The game begins.', fields: {} },
  POSI: {
    rule: 'AS-4.1',
    about: 'The position and facing of the player.',
    fields: { x: LE.u16, y: LE.u16, direction: facing },
  },
  TEXT: {
    rule: 'AS-1.7',
    about: 'A message, with control bytes for colours and runes.',
    fields: { text: text(latin1, maxPayloadBytes) },
  },
  INFO: {
    rule: 'AS-4.4',
    about: 'The player’s health and mana.',
    fields: {
      hp: LE.u16,
      hpMax: LE.u16,
      mana: LE.u16,
      manaMax: LE.u16,
      name: about(string, 'name of the player; empty if it has not changed'),
    },
  },
  INVT: {
    rule: 'AS-5.4',
    about: 'The player’s inventory.',
    fields: { inventory: array(item, 8), equipment: about(array(item, 2), 'left hand, right hand') },
  },
  MOBS: {
    rule: 'AS-4.3',
    about: 'All visible mobs except the player. Replaces the previous list.',
    // At most 255 mobs, because a client reads only the low byte of the count. The encoding of a mob is reused for all
    // clients.
    fields: { mobs: list(cachedEncoding(mob), LE.u16, 255) },
  },
  ANIM: {
    rule: 'AS-1.10',
    about: 'The server never sends this packet, because the client would disconnect.',
    fields: { kind: enumeration(u8, { pc: 0, npc: 1 }), mobId: LE.u64, anim: u8 },
  },
  GRND: {
    rule: 'AS-4.2',
    about: 'All visible items. Replaces the previous list.',
    // The encoding of a pile is reused for all clients.
    fields: { lists: list(cachedEncoding(pile), u8) },
  },
  HLDI: {
    rule: 'AS-5.5',
    about: 'The item held at the mouse cursor.',
    fields: { item },
  },
  SLCT: {
    rule: 'AS-8.1',
    about: 'Requests a selection. The THIS that answers it has the same packetId.',
    fields: {},
  },
  PONG: { rule: 'AS-1.8', about: 'Answers PING.', fields: {} },
})
export type FromServer = PacketOf<typeof fromServer>
export type ServerPacket<T extends FromServer['type']> = Extract<FromServer, { readonly type: T }>
/** A packet without its number, which is 0 in most packets [AS-1.4]. */
export type Unnumbered<P> = P extends { readonly packetId: bigint } ? Omit<P, 'packetId'> : never
