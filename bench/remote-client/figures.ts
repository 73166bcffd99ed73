// The permitted cost of a remote client for its site.
import type { Figure } from '../bench.ts'

export const figures: readonly Figure[] = [
  { id: 'walk-share', what: 'CPU time of the Worker while walking', unit: '% of a core', atMost: 15 },
  { id: 'walk-wire', what: 'sent while walking, deflated', unit: 'kB/s', atMost: 200 },
  { id: 'walk-pictures', what: 'pictures sent while walking', unit: '/s' },
  { id: 'still-share', what: 'CPU time of the Worker while standing', unit: '% of a core' },
  { id: 'still-wire', what: 'sent while standing', unit: 'kB/s' },
  { id: 'first-work', what: 'CPU time of the Worker until the first picture', unit: 'ms' },
  { id: 'first-wire', what: 'sent until then', unit: 'kB' },
]
