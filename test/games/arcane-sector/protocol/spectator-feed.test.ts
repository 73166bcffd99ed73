import { describe, expect, test } from 'vitest'
import { toPlayerViewInput, WatchedIsland } from '../../../../games/arcane-sector/browser/watched-island.ts'
import { wireIdOffset } from '../../../../games/arcane-sector/packets.ts'
import { EncodedViews } from '../../../../games/arcane-sector/protocol/client-screen.ts'
import { ArcaneSpectatorFeed, maxFeatured } from '../../../../games/arcane-sector/protocol/spectator-feed.ts'
import { herb, SmallWorld, startPosition } from '../harness/small-world.ts'

function watched(small: SmallWorld) {
  const show = new ArcaneSpectatorFeed(small.world, new EncodedViews())
  const island = new WatchedIsland()
  island.receive(show.snapshot(small.now), small.now)
  const look = () => island.receive(show.delta(small.now), small.now)
  const around = (id: number) => island.around.get(BigInt(id))
  return { show, island, look, around }
}

const names = (people: readonly { readonly name: string }[] = []) => people.map(({ name }) => name)

describe('[AS-12.14] a spectator', () => {
  test('receives an empty list once if there are no players', () => {
    const small = new SmallWorld()
    const { island, show } = watched(small)
    expect([island.people, island.around.size]).toEqual([[], 0])
    expect(show.delta(small.now)).toEqual([])
  })

  test('sees players join, walk and leave, and their surroundings', () => {
    const small = new SmallWorld()
    const { island, show, look, around } = watched(small)
    const ann = small.logIn(1, 'Ann')
    look()
    expect(names(island.people)).toEqual(['Ann'])
    expect(around(1)).toMatchObject({ place: startPosition, facing: 2 })
    expect(names(around(1)?.mobs)).toContain('Ann')
    expect(show.delta(small.now)).toEqual([])
    small.world.leave(ann.player, ann)
    look()
    expect([island.people, island.around.size]).toEqual([[], 0])
  })

  test('sees the surroundings of each player, and receives only changes', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    const bob = small.join(2, { x: startPosition.x + 40, y: startPosition.y })
    const { island, show, around } = watched(small)
    expect(island.people.length).toBe(2)
    expect([around(1)?.place?.x, around(2)?.place?.x]).toEqual([startPosition.x, startPosition.x + 40])
    small.world.face(bob.player, 1)
    const changes = show.delta(small.now)
    // The spectator receives POSI and MOBS, but not the unchanged ground.
    expect(changes).toHaveLength(2)
    island.receive(changes, small.now)
    expect([around(1)?.facing, around(2)?.facing]).toEqual([2, 1])
  })

  test('sees at most eight players at a time, and many players in turn', () => {
    const small = new SmallWorld()
    for (let id = 0; id < 12; id++) small.join(id, { x: startPosition.x + id, y: startPosition.y })
    const { island, look } = watched(small)
    expect(island.around.size).toBe(maxFeatured)
    small.now += 20_000
    look()
    expect(island.around.size).toBe(12)
    expect(island.people).toHaveLength(12)
  })

  test('sees only the view of the followed player, which does not contain that player', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    small.join(2, { x: startPosition.x + 5, y: startPosition.y })
    small.join(3, { x: startPosition.x + 6, y: startPosition.y })
    const { around } = watched(small)
    expect(names(around(1)?.mobs)).toHaveLength(3)
    expect(toPlayerViewInput(1n, around(1)!).mobs.map(({ id }) => id)).toEqual([2n])
  })

  test('does not affect the world', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    small.store.news()
    const { look } = watched(small)
    look()
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
    const items =
      watched(small)
        .around(0)
        ?.piles.find(({ x }) => x === startPosition.x)?.items ?? []
    expect(items.map(({ id }) => Number(id - wireIdOffset))).toEqual(
      Array.from({ length: 255 }, (_, n) => 15 + n),
    )
  })
})
