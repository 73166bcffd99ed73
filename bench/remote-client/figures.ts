import type { Figure } from '../bench.ts'

export const figures: readonly Figure[] = [
  { id: 'walk-share', description: 'CPU time of the Worker while walking', unit: '% of a core', atMost: 15 },
  { id: 'walk-wire', description: 'bytes sent while walking, deflated', unit: 'kB/s', atMost: 200 },
  { id: 'walk-pictures', description: 'pictures sent while walking', unit: '/s' },
  { id: 'still-share', description: 'CPU time of the Worker while standing', unit: '% of a core' },
  { id: 'still-wire', description: 'bytes sent while standing', unit: 'kB/s' },
  { id: 'first-work', description: 'CPU time of the Worker until the first picture', unit: 'ms' },
  { id: 'first-wire', description: 'bytes sent until the first picture', unit: 'kB' },
]
