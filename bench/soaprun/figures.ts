// The figures of the Soaprun bench: what each is, what is to be reached, and what the two reference servers were
// measured at (60 clients, the same kind of machine).
import type { Figure } from '../bench.ts'

const original = 'original'
const soapdispenser = 'soapdispenser'

export const figures: readonly Figure[] = [
  { id: 'ready-cold', what: 'ready, first start', unit: 'ms', atMost: 2000 },
  { id: 'ready-warm', what: 'ready, started again', unit: 'ms', atMost: 2000 },
  {
    id: 'natural-p50',
    what: 'natural rate, p50',
    unit: 'ms',
    atMost: 2,
    references: { [original]: 5.2, [soapdispenser]: 0.3 },
  },
  {
    id: 'natural-p95',
    what: 'natural rate, p95',
    unit: 'ms',
    references: { [original]: 9.9, [soapdispenser]: 42 },
  },
  {
    id: 'natural-p99',
    what: 'natural rate, p99',
    unit: 'ms',
    atMost: 8,
    references: { [original]: 10.8, [soapdispenser]: 110 },
  },
  { id: 'natural-wrong', what: 'natural rate, dropped or bad', unit: '', atMost: 0 },
  {
    id: 'flood',
    what: 'flood',
    unit: 'packets/s',
    atLeast: 12_000,
    references: { [original]: 6110, [soapdispenser]: 29_100 },
  },
  { id: 'flood-p50', what: 'flood, p50', unit: 'ms', references: { [original]: 10.1, [soapdispenser]: 1.9 } },
  { id: 'flood-p95', what: 'flood, p95', unit: 'ms', references: { [original]: 10.4, [soapdispenser]: 3.4 } },
  { id: 'flood-p99', what: 'flood, p99', unit: 'ms', references: { [original]: 11.2, [soapdispenser]: 5.4 } },
  { id: 'flood-wrong', what: 'flood, dropped or bad', unit: '', atMost: 0 },
  { id: 'flood-worker', what: 'flood, processor time of workerd', unit: 'µs/packet' },
  { id: 'flood-sidecar', what: 'flood, processor time of the sidecar', unit: 'µs/packet' },
  { id: 'flood-clients', what: 'flood, processor time of the clients', unit: 'µs/packet' },
  { id: 'drawing', what: 'flood, 5 % drawing', unit: 'packets/s', atLeast: 10_000 },
  { id: 'drawing-p99', what: 'flood, 5 % drawing, p99', unit: 'ms' },
  { id: 'drawing-wrong', what: 'flood, 5 % drawing, dropped or bad', unit: '', atMost: 0 },
  { id: 'drawing-worker', what: 'flood, 5 % drawing, processor time of workerd', unit: 'µs/packet' },
  { id: 'drawing-sidecar', what: 'flood, 5 % drawing, processor time of the sidecar', unit: 'µs/packet' },
  { id: 'drawings-lost', what: 'acknowledged drawings not there', unit: '', atMost: 0 },
  { id: 'drawings-lost-after', what: 'acknowledged drawings not there after a restart', unit: '', atMost: 0 },
  { id: 'idle-direct', what: 'one idle client, direct WebSocket, p50', unit: 'µs' },
  { id: 'idle-sidecar', what: 'one idle client, through the sidecar, p50', unit: 'µs' },
  { id: 'idle-added', what: 'one idle client, what the sidecar adds, p50', unit: 'µs', atMost: 60 },
  { id: 'rested-added', what: 'the same, each packet after 20 ms of rest, p50', unit: 'µs' },
  { id: 'asleep', what: 'room asleep after the last client, link open', unit: 's', atMost: 15 },
  { id: 'asleep-stirring', what: 'rooms that woke by themselves', unit: '', atMost: 0 },
  { id: 'asleep-worker', what: 'processor time of workerd while all sleep', unit: 'ms/s' },
  { id: 'others', what: 'share of the processors that others used meanwhile', unit: '%' },
  { id: 'sync', what: 'the disk, to make 16 KiB durable, p50', unit: 'ms' },
  { id: 'encode', what: 'Flds of 59 players and 16 units, encode', unit: 'µs' },
  { id: 'decode', what: 'Flds of 59 players and 16 units, decode', unit: 'µs' },
  { id: 'link-write', what: 'link message of 60 such Flds, write', unit: 'µs/record' },
  { id: 'link-read', what: 'link message of 60 such Flds, read', unit: 'µs/record' },
  { id: 'tick', what: 'tick of the harbor with 60 players', unit: 'µs' },
  { id: 'fields', what: 'fields for one of 60 players', unit: 'µs' },
  { id: 'turn', what: 'one frame in and out of the room, of 60 a message', unit: 'µs' },
]
