import { describe, expect, it } from 'vitest'
import type { Spawner } from '../../../../games/arcane-sector/items/spawner.ts'
import { tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import {
  at,
  createSmallWorld,
  herb,
  placedItems,
  SmallWorld,
  scroll,
  startPosition,
} from '../harness/small-world.ts'

const spawner = (type: Spawner['class'], place = startPosition, cooldown = 60): Spawner => ({
  place,
  class: type,
  cooldown,
})
const onGround = (small: SmallWorld, place = startPosition) =>
  small.store.get(`ground/${place.x},${place.y}`) as
    | { id: number; type: string; index?: number }[]
    | undefined

describe('a spawner', () => {
  it('[AS-10.3] creates its item when the world is created, with an id after those of the map', () => {
    const small = new SmallWorld({
      items: placedItems(at(180, 420), scroll()),
      spawners: [spawner('herb'), spawner('flask', at(186, 428)), spawner('teleport_ring', at(187, 428))],
      random: () => 0.5,
    })
    expect(onGround(small)).toEqual([{ id: 1, type: 'herb', index: 6 }])
    expect(onGround(small, at(186, 428))).toEqual([{ id: 2, type: 'flask', herbs: 0 }])
    expect(onGround(small, at(187, 428))).toEqual([{ id: 3, type: 'teleport_ring' }])
  })

  const habitats = [
    ['grass', startPosition, tileKinds.grass, [0, 3, 6, 8, 10]],
    ['forest', startPosition, tileKinds.forest, [4, 5, 7, 8, 11]],
    ['sand', startPosition, tileKinds.sand, [1, 9]],
    ['rock', at(8, 524), tileKinds.rocky, [4, 11, 12]],
    ['wood', at(8, 524), tileKinds.wood, [2, 3, 6, 8, 10]],
    ['a garden', at(8, 524), tileKinds.grass, [2, 13]],
    ['a road', startPosition, tileKinds.dirt, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ] as const
  it.each(habitats)('[AS-10.4] creates a herb that grows on its tile: %s', (_name, place, kind, herbs) => {
    const grown = herbs.map((_, n) => {
      const small = new SmallWorld({
        spawners: [spawner('herb', place)],
        paint: { [kind]: [place] },
        random: () => (n + 0.5) / herbs.length,
      })
      return onGround(small, place)
    })
    expect(grown).toMatchObject(herbs.map((index) => [{ type: 'herb', index }]))
  })

  it('[AS-10.3] checks every 30 s, and creates another item after its cooldown on an empty tile', () => {
    const { small, client } = createSmallWorld({ spawners: [spawner('herb')] })
    client.put(0, 0)
    small.pass(59_900)
    expect(onGround(small)).toBeUndefined()
    client.received()
    small.pass(100)
    expect(onGround(small)).toMatchObject([{ id: 1 }])
    // [AS-4.5] Nearby players see the new item.
    expect(client.packets()).toEqual(['GRND'])
  })

  it('[AS-10.3] creates nothing on a tile with items', () => {
    const { small, client } = createSmallWorld({
      items: placedItems(startPosition, herb()),
      spawners: [spawner('herb')],
    })
    small.pass(120_000)
    expect(onGround(small)).toMatchObject([{ id: 0 }])
    client.hold(0)
    small.pass(30_000)
    expect(onGround(small)).toMatchObject([{ id: 1 }])
  })

  it('[AS-10.3] keeps its cooldown through a restart', () => {
    const { small, client } = createSmallWorld({ spawners: [spawner('herb')] })
    client.hold(0)
    small.restart()
    small.pass(59_900)
    expect(onGround(small)).toBeUndefined()
    small.restart()
    small.pass(100)
    expect(onGround(small)).toMatchObject([{ id: 1 }])
  })

  it('[AS-10.5] creates nothing while too many items are on the ground', () => {
    const many = Array.from({ length: 256 }, (_, n) =>
      placedItems(at(160 + (n % 16), 400 + (n >> 4)), ...Array(64).fill(herb())),
    )
    const small = new SmallWorld({ items: many.flat(), spawners: [spawner('herb', at(200, 440), 1)] })
    expect(onGround(small, at(200, 440))).toBeUndefined()
    const client = small.join(7, at(160, 400))
    client.hold(0)
    small.pass(30_000)
    expect(onGround(small, at(200, 440))).toMatchObject([{ id: 16_384 }])
  })
})
