// The figures of the Archipelago bench: their targets, and measurements of the original server (CPython 3.11 with
// websockets 10.4, without deflate, on two shared cores that also ran the clients).
import type { Figure } from '../bench.ts'

const original = 'original'

/** The two ways to connect to a room. */
export const routes = ['direct', 'sidecar'] as const
export type Route = (typeof routes)[number]
const named: { readonly [route in Route]: string } = { direct: 'direct', sidecar: 'sidecar' }

const through = (route: Route): readonly Figure[] => [
  {
    id: `${route}-entered`,
    description: `${named[route]}: 120 clients connected`,
    unit: 'clients/s',
    // Twice the better of two measurements of the original server.
    atLeast: 682,
    references: { [original]: 341, 'original, busier': 217 },
  },
  {
    id: `${route}-rate-p50`,
    description: `${named[route]}: 50 checks/s, check to item, p50`,
    unit: 'ms',
    references: { [original]: 3.9 },
  },
  {
    id: `${route}-rate-p95`,
    description: `${named[route]}: 50 checks/s, check to item, p95`,
    unit: 'ms',
    atMost: 8,
    references: { [original]: 7.3 },
  },
  {
    id: `${route}-loop`,
    description: `${named[route]}: 120 clients, closed loop`,
    unit: 'checks/s',
    atLeast: 3 * 580,
    references: { [original]: 580 },
  },
  {
    id: `${route}-loop-p50`,
    description: `${named[route]}: closed loop, check to item, p50`,
    unit: 'ms',
    references: { [original]: 184 },
  },
  {
    id: `${route}-loop-p95`,
    description: `${named[route]}: closed loop, check to item, p95`,
    unit: 'ms',
    atMost: 249 / 2,
    references: { [original]: 249 },
  },
  {
    id: `${route}-loop-frames`,
    description: `${named[route]}: closed loop, frames to all clients`,
    unit: 'frames/check',
    references: { [original]: 122 },
  },
  {
    id: `${route}-loop-worker`,
    description: `${named[route]}: closed loop, CPU time of workerd`,
    unit: 'µs/check',
    // The original server's CPU time in the whole run, including its start and the joining of the clients.
    references: { [original]: 1000 },
  },
  {
    id: `${route}-loop-sidecar`,
    description: `${named[route]}: closed loop, CPU time of the sidecar`,
    unit: 'µs/check',
  },
  {
    id: `${route}-loop-clients`,
    description: `${named[route]}: closed loop, CPU time of the clients`,
    unit: 'µs/check',
    references: { [original]: 715 },
  },
  {
    id: `${route}-bounce`,
    description: `${named[route]}: Bounce to 120 clients`,
    unit: 'rounds/s',
    atLeast: 359,
    references: { [original]: 359 },
  },
  {
    id: `${route}-bounces`,
    description: `${named[route]}: Bounce to 120 clients, 20 in flight`,
    unit: 'rounds/s',
  },
  {
    id: `${route}-mixed`,
    description: `${named[route]}: 8 clients, closed loop`,
    unit: 'checks/s',
    atLeast: 3141,
    references: { [original]: 3141 },
  },
  {
    id: `${route}-lost`,
    description: `${named[route]}: lost connections and unanswered checks`,
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
  ...routes.flatMap(through),
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
