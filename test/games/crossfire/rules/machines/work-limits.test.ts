import { expect, it, vi } from 'vitest'
import { archFolderWith, latin1, mapsFolder, openImportedYard } from '../../import/harness/imported-world.ts'
import { mapOf } from '../../import/harness/object-lines.ts'

const side = 60
/** A wall that shoots bullets, each of which explodes in 49 cells. */
const blasters =
  'Object blast\ntype 101\nsubtype 5\ndam 1\nrange 9\nfood 4\nattacktype 4\nend\n' +
  'Object blaster\ntype 62\nface post.111\nno_pick 1\nspeed 1\ndirection 3\narch blast\nend\nend\n'

/** The player enters a map with a lever in the corner and the object in each cell, except those of the first row. */
async function filledMap(object: string) {
  const cells = Array.from({ length: side * (side - 1) }, (_, at) => [at % side, 1 + Math.floor(at / side)])
  const objects = cells.map(([x, y]) => `arch ${object}\nx ${x}\ny ${y}\nend\n`)
  const map = `${mapOf([side, side], ['lever 0,0 connected 1'])}${objects.join('')}`
  const yard = await openImportedYard(archFolderWith(blasters), {
    ...mapsFolder,
    'maps/land/works': latin1(map),
  })
  const ann = yard.join('Ann', 1, 1)
  yard.type(ann, 'apply')
  yard.stand(ann, 3, 0)
  yard.type(ann, 'apply')
  yard.stand(ann, 0, 0)
  return { yard, ann, level: yard.level(ann) }
}

/** The player is in the first of two cells. */
async function twoCells(objects: string, archetypes = '') {
  const yard = await openImportedYard(archFolderWith(archetypes), {
    ...mapsFolder,
    'maps/land/hill': latin1(mapOf([2, 1], []) + objects),
  })
  return { yard, ann: yard.join('Ann', 0, 0) }
}

it('[CF-20.10] a signal reaches a thousand parts per transaction, and eventually all', async () => {
  const { yard, ann, level } = await filledMap('grate\nconnected 1')
  const open = () =>
    [...level.machinery.partsConnectedTo(1)].filter(({ archetype }) => archetype.blocksMovement !== true)
      .length - 1
  yard.type(ann, 'apply')
  expect(open()).toBeLessThanOrEqual(1000)
  yard.tick(1)
  expect(open()).toBeLessThanOrEqual(2000)
  yard.tick(4)
  expect(open()).toBe(side * (side - 1))
})

it('[CF-20.17] explosions show at most 256 effects', async () => {
  const { yard, level } = await filledMap('blaster')
  let most = 0
  for (let ticks = 0; ticks < 20; ticks++) {
    yard.tick(1)
    most = Math.max(most, level.effects.size)
  }
  expect(most).toBe(256)
})

it('[CF-20.17] all shooters pause while many missiles are in flight', async () => {
  const { yard, level } = await filledMap('slit\nmove_block none\nspeed 1')
  for (let ticks = 0; ticks < 12; ticks++) {
    yard.tick(1)
    expect(level.effects.size).toBeLessThanOrEqual(256)
  }
  expect(level.effects.size).toBeGreaterThan(100)
})

it('[CF-20.10] moved things count as work, which is charged to the player who causes it', async () => {
  const { yard, ann, level } = await filledMap('ring_of_stones\nspeed 0\nhp 1\nsp 0\nconnected 1')
  const laid = level.machinery.partsConnectedTo(1)
  for (const { location } of laid) {
    if (location?.in === 'cell')
      for (let n = 0; n < 4; n++)
        yard.lay(ann, 'apple', 1, location.x, location.y, { name: { one: `apple ${n}`, many: '' } })
  }
  yard.type(ann, 'look')
  const before = yard.spent
  const lying = () =>
    [...laid].reduce(
      (sum, { location }) =>
        sum + (location?.in === 'cell' ? level.thingsAt(location.x, location.y).length : 0),
      0,
    )
  const all = lying()
  yard.type(ann, 'apply')
  expect(all - lying()).toBeLessThanOrEqual(1000)
  expect(yard.spent - before).toBeGreaterThanOrEqual(16 * 900)
})

it('[CF-16.7] [CF-20.10] work is also charged if all of it is done in one transaction', async () => {
  const grates = 'arch grate\nx 1\nconnected 1\nend\n'.repeat(500)
  const { yard, ann } = await twoCells(`arch lever\nconnected 1\nend\n${grates}`)
  yard.tick(4)
  const before = yard.spent
  yard.type(ann, 'apply')
  expect(yard.spent - before).toBeGreaterThanOrEqual(16 * 500)
})

const long = `msg\n${`${'x'.repeat(9999)}\n`.repeat(6)}endmsg\n`
it.each([
  ['spells of traps', 'type 155\nhp 9999\narch blast\nend\n', 63],
  ['texts of traps', `type 155\nhp 9999\n${long}`, 2],
  ['spells of altars', 'type 18\nslaying apple\nmsg\nThanks.\nendmsg\narch blast\nend\n', 63],
  ['texts of altars', `type 18\nslaying apple\n${long}`, 2],
  ['texts of magic mouths', `type 98\nmove_on walk\n${long}`, 2],
])('[CF-16.7] [CF-20.10] %s count as work, which limits the parts of a cell', async (_, part, most) => {
  const archetypes = `${blasters}Object part\nface post.111\nno_pick 1\n${part}end\n`
  const { yard, ann } = await twoCells('arch part\nx 1\nend\n'.repeat(900), archetypes)
  ann.player.hp = 30_000
  yard.lay(ann, 'apple', 5000, 1, 0)
  yard.stand(ann, 1, 0)
  const before = yard.spent
  yard.tick(1)
  const told = ann.texts().filter((text) => /set off|Thanks|xxx/.test(text))
  expect(told.length).toBeGreaterThan(0)
  expect(told.length).toBeLessThanOrEqual(most)
  expect(yard.spent - before).toBeGreaterThan(16 * 900)
})

it('[CF-16.7] [CF-20.17] the answers of magic ears count as work, which limits the ears that hear a word', async () => {
  const ear = `Object ear\ntype 29\nmsg\n@match hello\n${`${'x'.repeat(9999)}\n`.repeat(6)}endmsg\nend\n`
  const { yard, ann } = await twoCells('arch ear\nx 1\nend\n'.repeat(900), ear)
  const before = yard.spent
  expect(yard.type(ann, 'say hello')).toHaveLength(3)
  expect(yard.spent - before).toBeGreaterThan(16 * 900)
})

it('[CF-16.7] [CF-20.12] checks of connected buttons count as work, which limits the buttons of a cell', async () => {
  const button = 'arch plate\nx 1\nweight 1000000000\nconnected 1\nend\n'
  const { yard, ann } = await twoCells(button.repeat(900))
  yard.tick(1)
  const before = yard.spent
  const checked = vi.spyOn(yard.level(ann), 'playersAt')
  yard.stand(ann, 1, 0)
  yard.tick(1)
  expect(checked.mock.calls.length).toBeLessThan(20_000)
  expect(yard.spent - before).toBeGreaterThan(16 * 900)
})

it('[CF-20.10] the signals that wait on a map have about 100,000 receiving parts at most', async () => {
  const { yard, ann, level } = await filledMap('grate\nconnected 1')
  for (let pulls = 0; pulls < 50; pulls++) yard.type(ann, 'apply')
  const waiting = level.machinery.signals.reduce((sum, { receivers }) => sum + receivers.length, 0)
  expect(waiting).toBeGreaterThan(90_000)
  expect(waiting).toBeLessThan(100_000 + side * side)
})
