import { expect, it } from 'vitest'
import type { Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolderWith, latin1, mapsFolder, openImportedYard } from '../harness/imported-world.ts'
import { archetypesOf, mapOf } from '../harness/object-lines.ts'

const archetypes = archetypesOf([
  'wolf 0 face cat.131 alive 1 monster 1 speed 1 hp 20 dam 1 wc 0 exp 5 Wis 10',
])
const map = (name: string, tile: string, ...things: readonly string[]) =>
  latin1(mapOf([20, 1], things, { header: `name ${name}\noutdoor 1\n${tile}\n` }))

/** The dale is east of the hill. Its wolf carries milk. */
async function valley(...hill: readonly string[]) {
  const yard = await openImportedYard(archFolderWith(archetypes), {
    ...mapsFolder,
    'maps/land/hill': map('Hill', 'tile_path_2 dale', ...hill),
    'maps/land/dale': map('Dale', 'tile_path_4 hill', 'wolf 3,0 / milk'),
  })
  return { yard, ann: yard.join('Ann', 16, 0) }
}

/** Undefined if the wolf is not on the hill. */
function wolfBy(yard: Yard, ann: RecordingListener): Thing | undefined {
  return [...yard.level(ann).creatures].find(({ archetype }) => archetype.id === 'arch wolf')
}

it('[CF-20.8] [CF-13.12] a monster sees a player across a map edge, crosses it and attacks', async () => {
  const { yard, ann } = await valley()
  const { hp } = ann.player
  yard.tick(20)
  const here = wolfBy(yard, ann)
  expect(here?.location).toMatchObject({ x: 17, y: 0 })
  // The wolf's home is across the edge.
  expect(here?.life?.home).toEqual({ x: 23, y: 0 })
  expect(ann.player.hp).toBeLessThan(hp)
})

it('[CF-20.8] a wall at the edge hides the player', async () => {
  const { yard, ann } = await valley('hedge 18,0')
  yard.tick(20)
  expect(wolfBy(yard, ann)).toBeUndefined()
})

it('[CF-20.8] a monster that has crossed the edge survives a restart, and drops its things on the map where it dies', async () => {
  const { yard, ann } = await valley()
  yard.tick(8)
  expect(wolfBy(yard, ann)).toBeDefined()
  yard.restart()
  const back = wolfBy(yard, ann)!
  expect(back.life).toMatchObject({ spawnLevel: '/land/dale', spawnIndex: 0 })
  ann.player.hp = 1000
  for (let blows = 0; blows < 200 && back.location; blows++) yard.walk(ann, 'e')
  expect(back.location).toBeUndefined()
  const level = yard.level(ann)
  const left = Array.from({ length: 20 }, (_, x) => level.thingsAt(x, 0)).flat()
  expect(left.map(({ archetype }) => archetype.id)).toContain('arch milk')
  // A restart does not make the dead wolf respawn. After another restart the wolf is on neither map.
  yard.restart()
  yard.walk(ann, 'eeee')
  expect(yard.level(ann).name).toBe('/land/dale')
  expect([...yard.level(ann).creatures]).toEqual([])
})

it('[CF-20.8] walking into a monster across the edge attacks it', async () => {
  const { yard, ann } = await valley()
  yard.stand(ann, 19, 0)
  yard.tick(4)
  expect(wolfBy(yard, ann)).toBeUndefined()
  expect(yard.type(ann, 'east').join()).toMatch(/the wolf/)
  expect(yard.level(ann).name).toBe('/land/hill')
})
