import { describe, expect, it } from 'vitest'
import {
  at,
  blocker,
  createSmallWorld,
  lever,
  placedItems,
  SmallWorld,
  startPosition,
} from '../harness/small-world.ts'

const gate = at(187, 428)
/** Two switches at the start, and their two blockers to the east. The blocker to the north belongs to another lock. */
const items = [
  ...placedItems(startPosition, lever('gate'), lever('gate')),
  ...placedItems(gate, blocker('gate')),
  ...placedItems(at(188, 428), blocker('gate')),
  ...placedItems(at(185, 426), blocker('other')),
]

const openStates = (small: SmallWorld, place: typeof startPosition) =>
  (small.store.get(`ground/${place.x},${place.y}`) as { open: boolean }[]).map(({ open }) => open)

describe('a switch', () => {
  it('[AS-10.1] is toggled by USEI, which sends TEXT and GRND to its player and GRND to nearby players', () => {
    const small = new SmallWorld({ items })
    const [client, watcher] = [small.join(7), small.join(1, at(190, 428))]
    small.tick()
    client.received()
    watcher.received()
    client.use(0)
    expect(client.received()).toEqual([
      'TEXT The switch is on now.',
      'GRND 185,426:4 185,428:0+1 187,428:2 188,428:3',
    ])
    small.tick()
    expect(watcher.packets()).toEqual(['GRND'])
    expect(client.received()).toEqual([])
    client.use(0)
    expect(client.texts()).toEqual(['The switch is off now.'])
  })

  it('[AS-13.9] costs its player 16 units of work for each passage that it opens', () => {
    const costWith = (passages: number) => {
      const far = placedItems(at(250, 428), ...Array.from({ length: passages }, () => blocker('gate')))
      const { small, client } = createSmallWorld({
        items: [...placedItems(startPosition, lever('gate')), ...far],
      })
      client.use(0)
      return small.chargedSteps
    }
    expect(costWith(60) - costWith(1)).toBe(59 * 16)
  })

  it('[AS-4.5] updates players near the passage that it opens, however far away the switch is', () => {
    const small = new SmallWorld({ items })
    const [client, watcher] = [small.join(7), small.join(1, at(196, 428))]
    client.use(0)
    small.tick()
    watcher.received()
    client.use(1)
    small.tick()
    expect(watcher.packets()).toEqual(['GRND'])
  })

  it('[AS-10.1] can be toggled only by a player on its tile', () => {
    const { client } = createSmallWorld({ items }, 7, at(184, 428))
    client.use(0)
    expect(client.received()).toEqual(['TEXT Out of reach.'])
  })

  it('[AS-10.2] opens only the blockers of its group, when all switches of the group are on', () => {
    const { small, client } = createSmallWorld({ items })
    client.use(0)
    expect(openStates(small, gate)).toEqual([false])
    client.use(1)
    expect([gate, at(188, 428), at(185, 426)].map((place) => openStates(small, place))).toEqual([
      [true],
      [true],
      [false],
    ])
    client.use(0)
    expect([gate, at(188, 428)].map((place) => openStates(small, place))).toEqual([[false], [false]])
  })

  it('[AS-10.2] lets players pass open blockers, and leave the tile of a closed one', () => {
    const small = new SmallWorld({ items })
    const [client, walker] = [small.join(7), small.join(1)]
    client.use(0)
    client.use(1)
    walker.walk('EEE')
    expect(walker.player.place).toEqual(at(188, 428))
    client.use(0)
    walker.received()
    walker.walk('W')
    expect(walker.received()).toContainEqual('TEXT Way is blocked.')
    walker.walk('E')
    expect(walker.player.place).toEqual(at(189, 428))
  })

  it('[AS-10.1] keeps its state through a restart, as do blockers', () => {
    const { small, client } = createSmallWorld({ items })
    client.use(0)
    small.restart()
    const again = small.join(7)
    again.use(1)
    again.walk('EE')
    expect(again.player.place).toEqual(gate)
  })
})
