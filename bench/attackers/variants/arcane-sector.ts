import { type FromClient, type Unnumbered, wireIdOffset } from '../../../games/arcane-sector/packets.ts'
import { type AttackVariant, type AttackVariants, cyclePackets } from './variant.ts'

type Messages = AttackVariant<FromClient>['messages']
const withPacketId = (packet: Unnumbered<FromClient>, packetId = 0n) =>
  ({ ...packet, packetId }) as FromClient
const all =
  (...packets: readonly Unnumbered<FromClient>[]): Messages =>
  (nth) =>
    cyclePackets(...packets.map((packet) => withPacketId(packet)))(nth)
/** The id of a thing that may lie on the ground or belong to a player. */
const item = (nth: number) => wireIdOffset + BigInt(nth % 3000)
const runes = (...some: readonly number[]) => Uint8Array.from([...some, 0, 0, 0, 0, 0, 0, 0, 0].slice(0, 8))
const talk = (text: string): Unnumbered<FromClient> => ({ type: 'SAYS', text })
const long = 'a word '.repeat(9000)

export const arcaneVariants: AttackVariants<FromClient> = {
  steps: {
    description: 'MOVE forward and back',
    messages: all({ type: 'MOVE', direction: 0 }, { type: 'MOVE', direction: 1 }),
  },
  'steps aside': {
    description: 'MOVE left and right',
    messages: all({ type: 'MOVE', direction: 2 }, { type: 'MOVE', direction: 3 }),
  },
  'no steps': {
    description: 'MOVE in invalid directions',
    messages: (nth) => [withPacketId({ type: 'MOVE', direction: 4 + (nth % 252) })],
  },
  turns: {
    description: 'DIRE, after which everything in view is sent again',
    messages: (nth) => [withPacketId({ type: 'DIRE', direction: nth % 4 })],
  },
  'no turns': {
    description: 'DIRE in invalid directions',
    messages: (nth) => [withPacketId({ type: 'DIRE', direction: 4 + (nth % 252) })],
  },
  'turns and steps': {
    description: 'a turn and a step',
    messages: (nth) => [withPacketId({ type: nth % 2 ? 'MOVE' : 'DIRE', direction: nth % 4 })],
  },
  talk: { description: 'SAYS of 256 letters', messages: all(talk('word '.repeat(52))) },
  'long talk': { description: 'SAYS of 63,000 letters', messages: all(talk(long)) },
  'dark talk': { description: 'SAYS of non-letters', messages: all(talk('\x00\x01\x7f\xff'.repeat(200))) },
  'no talk': { description: 'empty SAYS', messages: all(talk('')) },
  townsfolk: {
    description: 'SAYS that townspeople answer',
    messages: all(talk('work'), talk('rest'), talk('recipes'), talk('rank')),
  },
  holds: {
    description: 'HOLD of the first 3,000 ids',
    messages: (nth) => [withPacketId({ type: 'HOLD', itemId: item(nth) })],
  },
  drops: {
    description: 'DROP to every place',
    messages: (nth) => [withPacketId({ type: 'DROP', dst: nth % 12 })],
  },
  'holds and drops': {
    description: 'HOLD and DROP to the ground in turn',
    messages: (nth) => [
      nth % 2
        ? withPacketId({ type: 'DROP', dst: 255 })
        : withPacketId({ type: 'HOLD', itemId: item(nth >> 1) }),
    ],
  },
  uses: {
    description: 'USEI of the first 3,000 ids',
    messages: (nth) => [withPacketId({ type: 'USEI', itemId: item(nth) })],
  },
  'uses of nothing': {
    description: 'USEI of no item',
    messages: (nth) => [withPacketId({ type: 'USEI', itemId: 2n ** 64n - 1n - BigInt(nth % 2) })],
  },
  bolts: { description: 'CAST of the bolt', messages: all({ type: 'CAST', spell: runes(0x4a, 0x5a) }) },
  rams: {
    description: 'CAST of the ram, and THIS at a player',
    messages: (nth) => [
      nth % 2
        ? withPacketId(
            { type: 'THIS', kind: 'mob', selectedId: BigInt(nth % 256) },
            wireIdOffset + BigInt(nth),
          )
        : withPacketId({ type: 'CAST', spell: runes(0x51, 0x51, 0x51) }),
    ],
  },
  rings: {
    description: 'CAST of the ring, and THIS at a thing',
    messages: (nth) => [
      nth % 2
        ? withPacketId({ type: 'THIS', kind: 'item', selectedId: item(nth) }, wireIdOffset + BigInt(nth))
        : withPacketId({ type: 'CAST', spell: runes(0x76, 0x77, 0x78, 0x79) }),
    ],
  },
  'no spells': {
    description: 'CAST of eight runes that form no spell',
    messages: (nth) => [withPacketId({ type: 'CAST', spell: runes(1, 2, 3, 4, 5, 6, 7, 1 + (nth % 255)) })],
  },
  selections: {
    description: 'THIS with unexpected kinds and slots',
    messages: (nth) => [withPacketId({ type: 'THIS', kind: 'slot', selectedId: BigInt(nth) }, BigInt(nth))],
  },
  pings: { description: 'PING', messages: all({ type: 'PING', payload: new Uint8Array(0) }) },
  'long pings': {
    description: 'PING with 60,000 bytes',
    messages: all({ type: 'PING', payload: new Uint8Array(60_000) }),
  },
  everything: {
    description: 'a turn, talk, HOLD, DROP, CAST and PING',
    messages: all(
      { type: 'DIRE', direction: 1 },
      talk('all of it'),
      { type: 'HOLD', itemId: wireIdOffset },
      { type: 'DROP', dst: 200 },
      { type: 'CAST', spell: runes(9) },
      { type: 'PING', payload: new Uint8Array(0) },
    ),
  },
}
