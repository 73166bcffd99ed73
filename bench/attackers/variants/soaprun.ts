import type { FromClient } from '../../../games/soaprun/packets.ts'
import { type AttackerPosition, type AttackVariant, type AttackVariants, cyclePackets } from './variant.ts'

type Messages = AttackVariant<FromClient>['messages']
/** A path of eight nodes that alternate between the player's position and a place `tiles` tiles to the right of it. */
const shuttle = ({ x, y }: AttackerPosition, tiles: number) =>
  Array.from({ length: 8 }, (_, n) => ({ x: x + (n % 2) * tiles, y }))
const walked =
  (tiles: number): Messages =>
  (_nth, at) => [{ type: 'myPo', nodes: shuttle(at, tiles) }]
const drawn =
  (tile: (nth: number) => number, dx = 0): Messages =>
  (nth, { x, y }) => [{ type: 'DrFl', x: x + dx, y, tile: tile(nth), nodes: [{ x, y }] }]
const here = ({ x, y }: AttackerPosition) => [{ x, y }]

export const soaprunVariants: AttackVariants<FromClient> = {
  'colours of a tile': {
    description: 'DrFl of one tile, each time in another colour',
    messages: drawn((nth) => 12 + (nth % 4)),
  },
  'no colours': { description: 'DrFl of tiles that cannot be drawn', messages: drawn((nth) => nth % 256) },
  'tiles elsewhere': {
    description: 'DrFl where the player is not',
    messages: drawn((nth) => 12 + (nth % 4), 5),
  },
  'tiles outside': { description: 'DrFl far outside of the map', messages: drawn(() => 13, 20_000) },
  'drawn walks': {
    description: 'DrFl with a walk of eight nodes',
    messages: (nth, at) => [{ type: 'DrFl', ...at, tile: 12 + (nth % 4), nodes: shuttle(at, 1) }],
  },
  stands: {
    description: 'myPo of the current position',
    messages: (_nth, at) => [{ type: 'myPo', nodes: here(at) }],
  },
  'no walks': { description: 'myPo without a node', messages: cyclePackets({ type: 'myPo', nodes: [] }) },
  'short walks': { description: 'myPo of eight nodes, one tile apart', messages: walked(1) },
  'long walks': { description: 'myPo of eight nodes through half the map', messages: walked(60) },
  'walks outside': { description: 'myPo of eight nodes far outside of the map', messages: walked(20_000) },
  'walks from elsewhere': {
    description: 'myPo that does not start at the player',
    messages: (nth) => [{ type: 'myPo', nodes: [{ x: nth % 100, y: 1 }] }],
  },
  dyes: {
    description: 'ChCl, each time of another colour',
    messages: (nth, at) => [{ type: 'ChCl', color: nth % 4, nodes: here(at) }],
  },
  'no dyes': {
    description: 'ChCl of invalid colours',
    messages: (nth, at) => [{ type: 'ChCl', color: 4 + (nth % 250), nodes: here(at) }],
  },
  touches: {
    description: 'HNPU of every unit',
    messages: (nth, at) => [{ type: 'HNPU', unit: nth % 64, nodes: here(at) }],
  },
  'no touches': {
    description: 'HNPU of missing units',
    messages: (nth, at) => [{ type: 'HNPU', unit: 64 + (nth % 190), nodes: here(at) }],
  },
  'touches on walks': {
    description: 'HNPU with a walk of eight nodes',
    messages: (nth, at) => [{ type: 'HNPU', unit: nth % 64, nodes: shuttle(at, 1) }],
  },
  ghosts: {
    description: 'HVen of a player who is no avenger',
    messages: (_nth, at) => [{ type: 'HVen', nodes: here(at) }],
  },
  corpses: { description: 'mCrp of a living player', messages: (_nth, { x, y }) => [{ type: 'mCrp', x, y }] },
  'corpses outside': {
    description: 'mCrp far outside of the map',
    messages: cyclePackets({ type: 'mCrp', x: -32_768, y: 32_767 }),
  },
  rooms: {
    description: 'Room of every room',
    messages: (nth) => [{ type: 'Room', x: nth % 6, y: (nth >> 3) % 6 }],
  },
  'rooms outside': {
    description: 'Room of missing rooms',
    messages: cyclePackets({ type: 'Room', x: -128, y: 127 }),
  },
  attributes: { description: 'mAtt', messages: cyclePackets({ type: 'mAtt' }) },
  logs: {
    description: 'Dlog of 100 bytes',
    messages: cyclePackets({ type: 'Dlog', message: 'x'.repeat(100) }),
  },
  'strange logs': {
    description: 'Dlog of invalid Shift-JIS',
    messages: cyclePackets({ type: 'Dlog', message: '\x81\xff\xfd'.repeat(33) }),
  },
  everything: {
    description: 'a walk, a dye, a drawing, a touch, a room and the attributes',
    messages: (nth, at) => [
      (
        [
          { type: 'myPo', nodes: here(at) },
          { type: 'ChCl', color: nth % 4, nodes: [] },
          { type: 'DrFl', ...at, tile: 12 + (nth % 4), nodes: [] },
          { type: 'HNPU', unit: nth % 64, nodes: [] },
          { type: 'Room', x: 1, y: 1 },
          { type: 'mAtt' },
        ] as const
      )[nth % 6]!,
    ],
  },
}
