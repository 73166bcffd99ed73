// Checkers keep players out, however the players move. [CF-20.15]
import { expect, it } from 'vitest'
import { positionOf, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall, readScroll } from '../harness/imported-hall.ts'

const archetypes = [
  'page 111 face milk.111 nrof 1 weight 10',
  'step 101 subtype 13 range 4',
  'way_out 66 face post.111 no_pick 1 slaying /hall hp 9 sp 3',
  'porter 64 face post.111 no_pick 1 invisible 1 last_sp 1 slaying pass move_block all msg No.',
]
const stamp = ({ player }: RecordingListener) =>
  player.effects.set('mark pass', { endsAt: Number.MAX_SAFE_INTEGER, strength: 1 })

const ways: readonly (readonly [by: string, move: (yard: Yard, ann: RecordingListener) => void])[] = [
  ['walking', (yard, ann) => yard.walk(ann, 'e')],
  ['a leap', (yard, ann) => void readScroll(yard, ann, 'step')],
  [
    'applying an exit ahead',
    (yard, ann) => {
      ann.player.facing = 3
      yard.type(ann, 'apply')
    },
  ],
  ['a mover', (yard) => yard.tick(8)],
  [
    'swapping places with somebody inside',
    (yard) => {
      const bob = yard.listeners.get('Bob') ?? yard.join('Bob', 3, 3)
      stamp(bob)
      yard.walk(bob, 'w')
    },
  ],
]

it.each(ways)(
  '[CF-20.15] a checker blocks players who come by %s, and lets them pass if they meet its condition',
  async (by, move) => {
    const things = by === 'a mover' ? ['current 2,3'] : by === 'applying an exit ahead' ? ['way_out 3,3'] : []
    const { yard, ann } = await openHall({ archetypes }, 'porter 3,3', ...things)
    move(yard, ann)
    expect(positionOf(ann)).toEqual([2, 3])
    stamp(ann)
    move(yard, ann)
    expect(positionOf(ann)).not.toEqual([2, 3])
  },
)

it('[CF-20.15] a checker at the edge of a map blocks players who come from the adjacent map', async () => {
  const { yard, ann } = await openHall({ archetypes, maps: { annex: ['porter 0,3'] } }, 'porter 3,3')
  const plan = yard.level(ann).plan as { adjacentMaps?: object }
  plan.adjacentMaps = { east: '/annex' }
  yard.stand(ann, 13, 3)
  yard.walk(ann, 'e')
  expect(positionOf(ann)).toEqual([13, 3])
  stamp(ann)
  yard.walk(ann, 'e')
  expect(yard.level(ann).name).toBe('/annex')
})
