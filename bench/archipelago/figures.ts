// The references are measurements of the original server (CPython 3.11 with websockets 10.4, without deflate, on two
// shared cores that also ran the clients).
import type { Figure } from '../bench.ts'

export const connectionPaths = ['direct', 'sidecar'] as const
export type ConnectionPath = (typeof connectionPaths)[number]

const figuresOver = (path: ConnectionPath): readonly Figure[] => [
  {
    id: `${path}-entered`,
    description: `${path}: 120 clients connected`,
    unit: 'clients/s',
    // The target is twice the better of two measurements of the original server.
    atLeast: 682,
    references: { original: 341, 'original, busier': 217 },
  },
  {
    id: `${path}-rate-p50`,
    description: `${path}: 50 checks/s, check to item, p50`,
    unit: 'ms',
    references: { original: 3.9 },
  },
  {
    id: `${path}-rate-p95`,
    description: `${path}: 50 checks/s, check to item, p95`,
    unit: 'ms',
    atMost: 8,
    references: { original: 7.3 },
  },
  {
    id: `${path}-loop`,
    description: `${path}: 120 clients, closed loop`,
    unit: 'checks/s',
    atLeast: 3 * 580,
    references: { original: 580 },
  },
  {
    id: `${path}-loop-p50`,
    description: `${path}: closed loop, check to item, p50`,
    unit: 'ms',
    references: { original: 184 },
  },
  {
    id: `${path}-loop-p95`,
    description: `${path}: closed loop, check to item, p95`,
    unit: 'ms',
    atMost: 249 / 2,
    references: { original: 249 },
  },
  {
    id: `${path}-loop-frames`,
    description: `${path}: closed loop, frames to all clients`,
    unit: 'frames/check',
    references: { original: 122 },
  },
  {
    id: `${path}-loop-worker`,
    description: `${path}: closed loop, CPU time of workerd`,
    unit: 'µs/check',
    // The original server's CPU time in the whole run, including its start and the joining of the clients.
    references: { original: 1000 },
  },
  {
    id: `${path}-loop-sidecar`,
    description: `${path}: closed loop, CPU time of the sidecar`,
    unit: 'µs/check',
  },
  {
    id: `${path}-loop-clients`,
    description: `${path}: closed loop, CPU time of the clients`,
    unit: 'µs/check',
    references: { original: 715 },
  },
  {
    id: `${path}-bounce`,
    description: `${path}: Bounce to 120 clients`,
    unit: 'rounds/s',
    atLeast: 359,
    references: { original: 359 },
  },
  {
    id: `${path}-bounces`,
    description: `${path}: Bounce to 120 clients, 20 in flight`,
    unit: 'rounds/s',
  },
  {
    id: `${path}-mixed`,
    description: `${path}: 8 clients, closed loop`,
    unit: 'checks/s',
    atLeast: 3141,
    references: { original: 3141 },
  },
  {
    id: `${path}-lost`,
    description: `${path}: lost connections and unanswered checks`,
    unit: '',
    atMost: 0,
  },
]

export const figures: readonly Figure[] = [
  { id: 'created', description: 'room of 120 slots created, from upload to answer', unit: 'ms', atMost: 300 },
  {
    id: 'cold',
    description: 'room of 120 slots opened after a restart, from upgrade to RoomInfo',
    unit: 'ms',
    atMost: 50,
  },
  ...connectionPaths.flatMap(figuresOver),
  { id: 'baseline-entered', description: 'a bare Durable Object: 120 clients connected', unit: 'clients/s' },
  { id: 'baseline-bounce', description: 'a bare Durable Object: a message to 120 clients', unit: 'rounds/s' },
  {
    id: 'baseline-share',
    description: 'direct: Bounce to 120 clients, rate relative to the bare Durable Object',
    unit: '',
    atLeast: 0.9,
  },
  {
    id: 'baseline-bounces',
    description: 'a bare Durable Object: a message to 120 clients, 20 in flight',
    unit: 'rounds/s',
  },
  { id: 'release-frames', description: '1,000 items released to 300 clients', unit: 'frames', atMost: 2400 },
  {
    id: 'release-bytes',
    description: '1,000 items released to 300 clients: bytes on the wire, with deflate',
    unit: 'MB',
    atMost: 5,
  },
  {
    id: 'release-ms',
    description: '1,000 items released to 300 clients: until the last client has all items',
    unit: 'ms',
  },
  {
    id: 'release-lost',
    description: '1,000 items released to 300 clients: lost connections and missing items',
    unit: '',
    atMost: 0,
  },
  { id: 'others', description: 'CPU share of other processes', unit: '%' },
]
