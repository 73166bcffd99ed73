// The figures of the Soaprun bench: their targets, and measurements of the two reference servers with 60 clients on the
// same kind of machine.
import type { Figure } from '../bench.ts'

const original = 'original'
const soapdispenser = 'soapdispenser'

export const figures: readonly Figure[] = [
  { id: 'ready-cold', description: 'ready, first start', unit: 'ms', atMost: 2000 },
  { id: 'ready-warm', description: 'ready, restart', unit: 'ms', atMost: 2000 },
  {
    id: 'natural-p50',
    description: 'natural rate, p50',
    unit: 'ms',
    atMost: 2,
    references: { [original]: 5.2, [soapdispenser]: 0.3 },
  },
  {
    id: 'natural-p95',
    description: 'natural rate, p95',
    unit: 'ms',
    references: { [original]: 9.9, [soapdispenser]: 42 },
  },
  {
    id: 'natural-p99',
    description: 'natural rate, p99',
    unit: 'ms',
    atMost: 8,
    references: { [original]: 10.8, [soapdispenser]: 110 },
  },
  { id: 'natural-wrong', description: 'natural rate, dropped or bad', unit: '', atMost: 0 },
  {
    id: 'flood',
    description: 'flood',
    unit: 'packets/s',
    atLeast: 12_000,
    references: { [original]: 6110, [soapdispenser]: 29_100 },
  },
  {
    id: 'flood-p50',
    description: 'flood, p50',
    unit: 'ms',
    references: { [original]: 10.1, [soapdispenser]: 1.9 },
  },
  {
    id: 'flood-p95',
    description: 'flood, p95',
    unit: 'ms',
    references: { [original]: 10.4, [soapdispenser]: 3.4 },
  },
  {
    id: 'flood-p99',
    description: 'flood, p99',
    unit: 'ms',
    references: { [original]: 11.2, [soapdispenser]: 5.4 },
  },
  { id: 'flood-wrong', description: 'flood, dropped or bad', unit: '', atMost: 0 },
  { id: 'flood-worker', description: 'flood, CPU time of workerd', unit: 'µs/packet' },
  { id: 'flood-sidecar', description: 'flood, CPU time of the sidecar', unit: 'µs/packet' },
  { id: 'flood-clients', description: 'flood, CPU time of the clients', unit: 'µs/packet' },
  { id: 'drawing', description: 'flood, 5 % drawing', unit: 'packets/s', atLeast: 10_000 },
  { id: 'drawing-p99', description: 'flood, 5 % drawing, p99', unit: 'ms' },
  { id: 'drawing-wrong', description: 'flood, 5 % drawing, dropped or bad', unit: '', atMost: 0 },
  { id: 'drawing-clients', description: 'flood, 5 % drawing, CPU time of the clients', unit: 'µs/packet' },
  { id: 'drawing-worker', description: 'flood, 5 % drawing, CPU time of workerd', unit: 'µs/packet' },
  { id: 'drawing-sidecar', description: 'flood, 5 % drawing, CPU time of the sidecar', unit: 'µs/packet' },
  { id: 'drawings-lost', description: 'acknowledged drawings lost', unit: '', atMost: 0 },
  {
    id: 'drawings-lost-after',
    description: 'acknowledged drawings lost after a restart',
    unit: '',
    atMost: 0,
  },
  { id: 'idle-direct', description: 'one idle client, direct WebSocket, p50', unit: 'µs' },
  { id: 'idle-sidecar', description: 'one idle client, through the sidecar, p50', unit: 'µs' },
  { id: 'idle-added', description: 'one idle client, added by the sidecar, p50', unit: 'µs', atMost: 60 },
  {
    id: 'rested-added',
    description: 'one idle client, added by the sidecar after 20 ms of rest, p50',
    unit: 'µs',
  },
  {
    id: 'asleep',
    description: 'room asleep after the last client has left, with an open link',
    unit: 's',
    atMost: 15,
  },
  { id: 'asleep-stirring', description: 'rooms that woke without a request', unit: '', atMost: 0 },
  { id: 'asleep-worker', description: 'CPU time of workerd while all rooms sleep', unit: 'ms/s' },
  { id: 'others', description: 'CPU share of other processes', unit: '%' },
  { id: 'sync', description: 'the disk, fdatasync of 16 KiB, p50', unit: 'ms' },
  { id: 'encode', description: 'Flds of 59 players and 16 units, encode', unit: 'µs' },
  { id: 'decode', description: 'Flds of 59 players and 16 units, decode', unit: 'µs' },
  { id: 'link-write', description: 'link message of 60 such Flds, write', unit: 'µs/record' },
  { id: 'link-read', description: 'link message of 60 such Flds, read', unit: 'µs/record' },
  { id: 'tick', description: 'tick of the harbor with 60 players', unit: 'µs' },
  { id: 'fields', description: 'fields for one of 60 players', unit: 'µs' },
  { id: 'turn', description: 'one frame in and out of the room, 60 per message', unit: 'µs' },
]
