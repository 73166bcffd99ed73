import { describe, expect, test } from 'vitest'
import { visibleToPlayer, WatchedIsland } from '../../../../games/arcane-sector/browser/watched-island.ts'
import { wireIdOffset } from '../../../../games/arcane-sector/packets.ts'
import { EncodedViews } from '../../../../games/arcane-sector/protocol/client-screen.ts'
import { ArcaneSpectatorFeed, maxFeatured } from '../../../../games/arcane-sector/protocol/spectator-feed.ts'
import { herb, SmallWorld, startPosition } from '../harness/small-world.ts'

function watched(small: SmallWorld) {
  const feed = new ArcaneSpectatorFeed(small.world, new EncodedViews())
  const island = new WatchedIsland()
  island.receive(feed.snapshot(small.now), small.now)
  const update = () => island.receive(feed.delta(small.now), small.now)
  const around = (id: number) => island.around.get(BigInt(id))
  return { feed, island, update, around }
}

const names = (people: readonly { readonly name: string }[] = []) => people.map(({ name }) => name)

describe('[AS-12.14] a spectator', () => {
  test('receives an empty list once if there are no players', () => {
    const small = new SmallWorld()
    const { island, feed } = watched(small)
    expect([island.people, island.around.size]).toEqual([[], 0])
    expect(feed.delta(small.now)).toEqual([])
  })

  test('sees players join and leave, and their surroundings', () => {
    const small = new SmallWorld()
    const { island, feed, update, around } = watched(small)
    const ann = small.logIn(1, 'Ann')
    update()
    expect(names(island.people)).toEqual(['Ann'])
    expect(around(1)).toMatchObject({ place: startPosition, facing: 2 })
    expect(names(around(1)?.mobs)).toContain('Ann')
    expect(feed.delta(small.now)).toEqual([])
    small.world.leave(ann.player, ann)
    update()
    expect([island.people, island.around.size]).toEqual([[], 0])
  })

  test('sees the surroundings of each player, and receives only changes', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    const bob = small.join(2, { x: startPosition.x + 40, y: startPosition.y })
    const { island, feed, around } = watched(small)
    expect(island.people.length).toBe(2)
    expect([around(1)?.place?.x, around(2)?.place?.x]).toEqual([startPosition.x, startPosition.x + 40])
    small.world.face(bob.player, 1)
    const changes = feed.delta(small.now)
    // The spectator receives POSI and MOBS, but not the unchanged ground.
    expect(changes).toHaveLength(2)
    island.receive(changes, small.now)
    expect([around(1)?.facing, around(2)?.facing]).toEqual([2, 1])
  })

  test('sees at most eight players at a time, and many players in turn', () => {
    const small = new SmallWorld()
    for (let id = 0; id < 12; id++) small.join(id, { x: startPosition.x + id, y: startPosition.y })
    const { island, update } = watched(small)
    expect(island.around.size).toBe(maxFeatured)
    small.now += 20_000
    update()
    expect(island.around.size).toBe(12)
    expect(island.people).toHaveLength(12)
  })

  test('sees the mobs in the view of the followed player, without that player', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    small.join(2, { x: startPosition.x + 5, y: startPosition.y })
    small.join(3, { x: startPosition.x + 6, y: startPosition.y })
    const { around } = watched(small)
    expect(names(around(1)?.mobs)).toHaveLength(3)
    expect(visibleToPlayer(1n, around(1)!).mobs.map(({ id }) => id)).toEqual([2n])
  })

  test('does not affect the world', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    small.store.news()
    const { update } = watched(small)
    update()
    expect(small.store.news()).toEqual([])
  })

  test('[AS-2.9] [AS-4.2] sees the latest 255 items of a tile that has more than 255 because ids were freed there', () => {
    const small = new SmallWorld()
    for (let id = 1; id <= 26; id++) {
      const { slots } = small.join(id).player
      for (const slot of slots.keys()) slots[slot] = { id: 10 * id + slot, ...herb() }
      small.world.freeCharacter(id)
    }
    small.join(0)
    const { piles } = watched(small).around(0)!
    const { items } = piles.find(({ x }) => x === startPosition.x)!
    expect(items.map(({ id }) => Number(id - wireIdOffset))).toEqual(
      Array.from({ length: 255 }, (_, n) => 15 + n),
    )
  })
})
