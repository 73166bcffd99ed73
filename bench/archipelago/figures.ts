// The figures of the Archipelago bench: their targets, and measurements of the original server (CPython 3.11 with
// websockets 10.4, without deflate, two shared cores, clients on the same two).
import type { Figure } from '../bench.ts'

const original = 'original'

/** The two ways to connect to a room. */
export const routes = ['direct', 'sidecar'] as const
export type Route = (typeof routes)[number]
const named: { readonly [route in Route]: string } = { direct: 'direct', sidecar: 'sidecar' }

const through = (route: Route): readonly Figure[] => [
  {
    id: `${route}-entered`,
    what: `${named[route]}: 120 clients connected`,
    unit: 'clients/s',
    // Twice the better of the two measurements of the original.
    atLeast: 682,
    references: { [original]: 341, 'original, busier': 217 },
  },
  {
    id: `${route}-rate-p50`,
    what: `${named[route]}: 50 checks/s, check to item, p50`,
    unit: 'ms',
    references: { [original]: 3.9 },
  },
  {
    id: `${route}-rate-p95`,
    what: `${named[route]}: 50 checks/s, check to item, p95`,
    unit: 'ms',
    atMost: 8,
    references: { [original]: 7.3 },
  },
  {
    id: `${route}-loop`,
    what: `${named[route]}: 120 clients, closed loop`,
    unit: 'checks/s',
    atLeast: 3 * 580,
    references: { [original]: 580 },
  },
  {
    id: `${route}-loop-p50`,
    what: `${named[route]}: closed loop, check to item, p50`,
    unit: 'ms',
    references: { [original]: 184 },
  },
  {
    id: `${route}-loop-p95`,
    what: `${named[route]}: closed loop, check to item, p95`,
    unit: 'ms',
    atMost: 249 / 2,
    references: { [original]: 249 },
  },
  {
    id: `${route}-loop-frames`,
    what: `${named[route]}: closed loop, frames to all clients`,
    unit: 'frames/check',
    references: { [original]: 122 },
  },
  {
    id: `${route}-loop-worker`,
    what: `${named[route]}: closed loop, CPU time of workerd`,
    unit: 'µs/check',
    // The server's whole use in that run, including its start and the clients' joining.
    references: { [original]: 1000 },
  },
  {
    id: `${route}-loop-sidecar`,
    what: `${named[route]}: closed loop, CPU time of the sidecar`,
    unit: 'µs/check',
  },
  {
    id: `${route}-loop-clients`,
    what: `${named[route]}: closed loop, CPU time of the clients`,
    unit: 'µs/check',
    references: { [original]: 715 },
  },
  {
    id: `${route}-bounce`,
    what: `${named[route]}: Bounce to 120 clients`,
    unit: 'rounds/s',
    atLeast: 359,
    references: { [original]: 359 },
  },
  {
    id: `${route}-bounces`,
    what: `${named[route]}: Bounce to 120 clients, 20 in flight`,
    unit: 'rounds/s',
  },
  {
    id: `${route}-mixed`,
    what: `${named[route]}: 8 clients, closed loop`,
    unit: 'checks/s',
    atLeast: 3141,
    references: { [original]: 3141 },
  },
  { id: `${route}-lost`, what: `${named[route]}: connections lost, checks unanswered`, unit: '', atMost: 0 },
]

export const figures: readonly Figure[] = [
  { id: 'created', what: 'big-120p created, upload and answer included', unit: 'ms', atMost: 300 },
  { id: 'cold', what: 'big-120p opened after a restart, upgrade to RoomInfo', unit: 'ms', atMost: 50 },
  ...routes.flatMap(through),
  { id: 'floor-entered', what: 'a bare Durable Object: 120 clients connected', unit: 'clients/s' },
  { id: 'floor-bounce', what: 'a bare Durable Object: a message to 120 clients', unit: 'rounds/s' },
  {
    id: 'floor-share',
    what: 'direct: Bounce to 120 clients, relative to the bare object',
    unit: '',
    atLeast: 0.9,
  },
  { id: 'floor-bounces', what: 'a bare Durable Object: 20 in flight', unit: 'rounds/s' },
  { id: 'release-frames', what: '1,000 items released to 300 clients', unit: 'frames', atMost: 2400 },
  { id: 'release-bytes', what: 'the same, with deflate, on the wire', unit: 'MB', atMost: 5 },
  { id: 'release-ms', what: 'the same, until the last client has everything', unit: 'ms' },
  { id: 'release-lost', what: 'the same, connections lost, items missing', unit: '', atMost: 0 },
  { id: 'others', what: 'CPU share of other processes', unit: '%' },
]
