// The references are measurements of the original server (over loopback, on two cores shared with other work, so only
// the medians are reliable).
import type { Figure } from '../bench.ts'

const original = 'original'

export const figures: readonly Figure[] = [
  {
    id: 'slow-age-p95',
    description: '4 players who read 30 datagrams/s: age of a MOVE, p95',
    unit: 'ms',
    atMost: 100,
    references: { [original]: 8540 },
  },
  {
    id: 'slow-unread',
    description: '4 players who read 30 datagrams/s: unread datagrams',
    unit: '',
    atMost: 3,
  },
  {
    id: 'four-fanout-p50',
    description: '4 players: MOVE fan-out, p50',
    unit: 'ms',
    atMost: 30,
    references: { [original]: 10.1 },
  },
  {
    id: 'four-fanout-p95',
    description: '4 players: MOVE fan-out, p95',
    unit: 'ms',
    references: { [original]: 17.8 },
  },
  {
    id: 'four-ping-p99',
    description: '4 players: PING, p99',
    unit: 'ms',
    atMost: 10,
    references: { [original]: 26.1 },
  },
  {
    id: 'sixteen-joined',
    description: '16 players: joined',
    unit: '',
    atLeast: 16,
    references: { [original]: 4 },
  },
  { id: 'sixteen-delivered', description: '16 players, 30 MOVE/s: delivered', unit: '%', atLeast: 99.9 },
  { id: 'sixteen-fanout-p50', description: '16 players: MOVE fan-out, p50', unit: 'ms', atMost: 30 },
  { id: 'sixteen-fanout-p95', description: '16 players: MOVE fan-out, p95', unit: 'ms' },
  { id: 'sixteen-ping-p50', description: '16 players: PING, p50', unit: 'ms' },
  { id: 'sixteen-ping-p99', description: '16 players: PING, p99', unit: 'ms', atMost: 10 },
  { id: 'sixteen-worker', description: '16 players: CPU time of workerd', unit: 'µs/delivered MOVE' },
  { id: 'sixteen-sidecar', description: '16 players: CPU time of the sidecar', unit: 'µs/delivered MOVE' },
  { id: 'sixteen-clients', description: '16 players: CPU time of the clients', unit: 'µs/delivered MOVE' },
  { id: 'flood-sent', description: 'JOINs, each from its own address', unit: '', atLeast: 100_000 },
  {
    id: 'flood-memory',
    description: 'JOINs, each from its own address: growth of the sidecar’s memory',
    unit: 'MB',
    atMost: 32,
  },
  { id: 'others', description: 'CPU share of other processes', unit: '%' },
]
