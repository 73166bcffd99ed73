// What who watches is sent of an Arcane Sector world, and what a browser makes of it.
import { describe, expect, test } from 'vitest'
import { WatchedIsland } from '../../../../games/arcane-sector/browser/island.ts'
import { Faces } from '../../../../games/arcane-sector/talk/client-screen.ts'
import { ArcaneShow } from '../../../../games/arcane-sector/talk/show.ts'
import { SmallWorld, start } from '../small-world.ts'

function watched(small: SmallWorld) {
  const show = new ArcaneShow(small.world, new Faces())
  const island = new WatchedIsland()
  island.heard(show.whole(small.now))
  const look = () => island.heard(show.changes(small.now))
  return { show, island, look }
}

const names = (people: readonly { readonly name: string }[] = []) => people.map(({ name }) => name)

describe('[AS-12.14] who watches', () => {
  test('sees nobody where nobody is in, and hears nothing more of that', () => {
    const small = new SmallWorld()
    const { island, show } = watched(small)
    expect([island.people, island.around]).toEqual([[], undefined])
    expect(show.changes(small.now)).toEqual([])
  })

  test('sees who comes, walks and goes, and what lies around him', () => {
    const small = new SmallWorld()
    const { island, show, look } = watched(small)
    const ann = small.logIn(1, 'Ann')
    look()
    expect(names(island.people)).toEqual(['Ann'])
    expect(island.around).toMatchObject({ x: start.x, y: start.y })
    expect(names(island.around?.people)).toContain('Ann')
    expect(show.changes(small.now)).toEqual([])
    small.world.leave(ann.player, ann)
    look()
    expect([island.people, island.around]).toEqual([[], undefined])
  })

  test('sees one of several who are in for a while, then the next', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    small.join(2, { x: start.x + 40, y: start.y })
    const { island, look } = watched(small)
    expect(island.people.length).toBe(2)
    expect(island.around?.x).toBe(start.x)
    small.now += 20_000
    look()
    expect(island.around?.x).toBe(start.x + 40)
    small.now += 20_000
    look()
    expect(island.around?.x).toBe(start.x)
  })

  test('does nothing to the world', () => {
    const small = new SmallWorld()
    small.logIn(1, 'Ann')
    small.store.news()
    const { look } = watched(small)
    look()
    expect(small.store.news()).toEqual([])
  })
})
