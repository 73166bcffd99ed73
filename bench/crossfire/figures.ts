// The references are measurements of the real server (1.75) under the same load (over loopback, on two cores). Each is
// a single run and shows only the order of magnitude.
import type { Figure } from '../bench.ts'

export const requestKinds = ['stay', 'say', 'info', 'face'] as const
export type RequestKind = (typeof requestKinds)[number]

export const crowds = [10, 100, 200] as const

const named: { readonly [what in RequestKind]: string } = {
  stay: 'a command that takes game time (stay)',
  say: 'a command that takes no game time (say)',
  info: 'requestinfo',
  face: 'askface',
}
/** p95 in milliseconds, by number of clients. The real server was not measured with 200 clients. */
const real: { readonly [count: number]: { readonly [what in RequestKind]: number } } = {
  10: { stay: 140, say: 205, info: 122, face: 161 },
  100: { stay: 140, say: 250, info: 140, face: 138 },
}
/**
 * Targets of p95 in milliseconds, by number of clients. `stay` has no target with 100 clients, because its latency
 * consists mainly of game time.
 */
const atMost: { readonly [count: number]: { readonly [what in RequestKind]?: number } } = {
  100: { say: 20, info: 20, face: 20 },
  200: real[100]!,
}

function waits(count: (typeof crowds)[number]): Figure[] {
  return requestKinds.flatMap((what) => {
    const most = atMost[count]?.[what]
    return [
      { id: `${what}-p50-${count}`, description: `${count} clients: ${named[what]}, p50`, unit: 'ms' },
      {
        id: `${what}-p95-${count}`,
        description: `${count} clients: ${named[what]}, p95`,
        unit: 'ms',
        ...(most !== undefined && { atMost: most }),
        ...(real[count] && { references: { 'server 1.75': real[count][what] } }),
      },
    ]
  })
}

export const figures: readonly Figure[] = [
  ...crowds.flatMap((count): Figure[] => [
    {
      id: `login-p95-${count}`,
      description: `${count} new accounts and characters, ten at a time: login, p95`,
      unit: 'ms',
      atMost: 600,
      ...(count < 200 && { references: { 'server 1.75': count === 10 ? 234 : 363 } }),
    },
    ...waits(count),
    {
      id: `lost-${count}`,
      description: `${count} clients: unanswered requests and lost connections`,
      unit: '',
      atMost: 0,
    },
    { id: `bytes-${count}`, description: `${count} clients: bytes sent to one client`, unit: 'KB/s' },
    { id: `play-${count}-worker`, description: `${count} clients: CPU time of workerd`, unit: 'µs/answer' },
    {
      id: `play-${count}-sidecar`,
      description: `${count} clients: CPU time of the sidecar`,
      unit: 'µs/answer',
    },
    {
      id: `play-${count}-clients`,
      description: `${count} clients: CPU time of the clients`,
      unit: 'µs/answer',
    },
  ]),
  {
    id: 'step',
    description: 'bytes sent for a step, to a client that already has the pictures',
    unit: 'bytes',
    atMost: 1500,
  },
  { id: 'others', description: 'CPU share of other processes', unit: '%' },
]
