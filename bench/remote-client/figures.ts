// The permitted cost of a thin client for its site.
import type { Figure } from '../bench.ts'

export const figures: readonly Figure[] = [
  { id: 'walk-share', what: 'processor time of the Worker while one walks', unit: '% of a core', atMost: 15 },
  { id: 'walk-wire', what: 'sent to one who walks, deflated', unit: 'kB/s', atMost: 200 },
  { id: 'walk-pictures', what: 'pictures that one is sent who walks', unit: '/s' },
  { id: 'still-share', what: 'processor time of the Worker while one stands', unit: '% of a core' },
  { id: 'still-wire', what: 'sent to one who stands', unit: 'kB/s' },
  { id: 'first-work', what: 'processor time of the Worker until the first picture', unit: 'ms' },
  { id: 'first-wire', what: 'sent until then', unit: 'kB' },
]
