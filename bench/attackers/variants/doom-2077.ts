// The packets that `messages` returns are sent in one datagram.
import type { FromClient } from '../../../games/doom-2077/packets.ts'
import type { AttackerPosition, AttackVariant, AttackVariants } from './variant.ts'

type Messages = AttackVariant<FromClient>['messages']
/** The number of messages in a full datagram. */
const full = 32
const eyes = 41_000
const many =
  (count: number, make: (n: number, at: AttackerPosition, nth: number) => FromClient): Messages =>
  (nth, at) =>
    Array.from({ length: count }, (_, n) => make(n, at, nth))
const always =
  (...packets: readonly FromClient[]): Messages =>
  () =>
    packets
const moved = (x: number, y: number, z = eyes, angle = 0): FromClient => ({ type: 'MOVE', x, y, z, angle })
const hit = (playerId: number, weapon = 1, damage = 15_000): FromClient => ({
  type: 'DAMG',
  playerId,
  weapon,
  damage,
})
const far = 2 ** 50

export const doomVariants: AttackVariants<FromClient> = {
  moves: {
    description: 'steps forward and back, one per datagram',
    messages: (nth, { x, y }) => [moved(x + 3000 * (nth % 2), y)],
  },
  'many moves': {
    description: '17 MOVEs of one step each',
    messages: many(17, (n, { x, y }) => moved(x + 2000 * (n % 2), y)),
  },
  'moves away': {
    description: '17 MOVEs to places that are too far',
    messages: many(17, (n, { x, y }) => moved(x + 200_000 + n, y)),
  },
  'moves into walls': {
    description: '17 MOVEs of 400 units in all directions',
    messages: many(17, (n, { x, y }) =>
      moved(Math.trunc(x + 400_000 * Math.cos(n)), Math.trunc(y + 400_000 * Math.sin(n))),
    ),
  },
  'moves out': {
    description: '17 MOVEs outside of the map',
    messages: many(17, (n) => moved(far, -far, far, n)),
  },
  'moves up': {
    description: '17 MOVEs, each higher than the last',
    messages: many(17, (n, { x, y }) => moved(x, y, eyes + 1000 * n)),
  },
  spins: {
    description: '17 MOVEs that only turn',
    messages: many(17, (n, { x, y }, nth) => moved(x, y, eyes, 1000 * n + nth)),
  },
  talk: { description: 'CHAT of 120 bytes', messages: always({ type: 'CHAT', msg: 'x'.repeat(120) }) },
  'much talk': {
    description: '7 CHATs of 120 bytes',
    messages: many(7, (n) => ({ type: 'CHAT', msg: `${n}`.repeat(120) })),
  },
  'short talk': {
    description: '32 CHATs of a byte',
    messages: many(full, () => ({ type: 'CHAT', msg: 'x' })),
  },
  shots: { description: 'FIRE of each weapon', messages: (nth) => [{ type: 'FIRE', weapon: nth % 4 }] },
  'many shots': {
    description: '32 FIREs of all weapons',
    messages: many(full, (n) => ({ type: 'FIRE', weapon: n % 4 })),
  },
  'no shots': {
    description: '32 FIREs of invalid weapons',
    messages: many(full, (n) => ({ type: 'FIRE', weapon: n - 64 })),
  },
  hits: {
    description: 'FIRE and 24 hits in one datagram',
    messages: (nth, at) => [{ type: 'FIRE', weapon: 1 }, ...many(24, (n) => hit(1 + n))(nth, at)],
  },
  'early hits': {
    description: '24 hits before any shot',
    messages: many(24, (n, _, nth) => hit(nth + n, 2, 5000)),
  },
  'hits of all weapons': {
    description: 'hits with every weapon',
    messages: many(24, (n) => hit(1 + (n >> 2), n % 4, [50_000, 15_000, 5000, 35_000][n % 4]!)),
  },
  'no hits': { description: '24 hits on missing players', messages: many(24, (n) => hit(far + n)) },
  listeners: {
    description: '32 OPENs and CLOSes',
    messages: many(full, (n, _, nth) => ({ type: n % 2 ? 'OPEN' : 'CLOS', doorId: (nth + n) >> 1 })),
  },
  lifts: {
    description: '32 LASCs and LDSCs',
    messages: many(full, (n, _, nth) => ({ type: n % 2 ? 'LASC' : 'LDSC', liftId: (nth + n) >> 1 })),
  },
  'no doors': {
    description: '32 OPENs of missing doors',
    messages: many(full, (n) => ({ type: 'OPEN', doorId: far + n })),
  },
  pings: { description: '32 PINGs', messages: many(full, () => ({ type: 'PING', data: new Uint8Array(8) })) },
  'signs of life': { description: '32 KATCs', messages: many(full, () => ({ type: 'KATC' })) },
  joins: {
    description: '7 JOINs with new names',
    messages: many(7, (n, _, nth) => ({ type: 'JOIN', name: `${nth} ${n} `.padEnd(120, 'x') })),
  },
  'joins again': {
    description: 'JOIN with the name of a connected player',
    messages: always({ type: 'JOIN', name: 'honest0' }),
  },
  everything: {
    description: 'MOVE, FIRE, hit, CHAT, door, lift and PING',
    messages: (nth, { x, y }) => [
      moved(x + 1000 * (nth % 3), y),
      { type: 'FIRE', weapon: nth % 4 },
      hit(nth % 20),
      { type: 'CHAT', msg: 'hi' },
      { type: 'OPEN', doorId: nth % 8 },
      { type: 'LASC', liftId: nth % 8 },
      { type: 'PING', data: new Uint8Array(8) },
    ],
  },
}
