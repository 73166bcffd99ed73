import { strToU8 } from 'fflate'
import { expect, it, vi } from 'vitest'
import type { Yard } from '../../harness/small-maps.ts'
import { archFolder, mapsFolder, openImportedYard } from '../../import/harness/imported-world.ts'
import * as world from '../../import/harness/small-world.ts'

const side = 60
/** A wall that shoots bullets, each of which explodes in 49 cells. */
const blasters =
  'Object blast\ntype 101\nsubtype 5\ndam 1\nrange 9\nfood 4\nattacktype 4\nend\n' +
  'Object blaster\ntype 62\nface post.111\nno_pick 1\nspeed 1\ndirection 3\narch blast\nend\nend\n'

/** A map with the object in every cell, and a lever in the corner. */
async function yardOf(line: string): Promise<Yard> {
  const cells = Array.from({ length: side * side }, (_, at) => ({ x: at % side, y: Math.floor(at / side) }))
  const floors = cells.map(({ x, y }) => `arch meadow\nx ${x}\ny ${y}\nend\n`)
  const parts = cells.slice(side).map(({ x, y }) => `${line}\nx ${x}\ny ${y}\nend\n`)
  const head = `arch map\nwidth ${side}\nheight ${side}\nend\n`
  const map = `${head}${floors.join('')}arch lever\nconnected 1\nend\n${parts.join('')}`
  const archetypes = strToU8(world.archetypes + blasters, true)
  return openImportedYard(
    { ...archFolder, 'crossfire/archetypes': archetypes },
    { ...mapsFolder, 'maps/land/works': strToU8(map) },
  )
}

async function enteredBy(name: string, line: string) {
  const yard = await yardOf(line)
  const one = yard.join(name, 1, 1)
  yard.type(one, 'apply')
  yard.stand(one, 3, 0)
  yard.type(one, 'apply')
  yard.stand(one, 0, 0)
  return { yard, one, level: yard.level(one) }
}

it('[CF-20.10] a signal reaches a thousand parts per transaction, and eventually all', async () => {
  const { yard, one, level } = await enteredBy('Ann', 'arch grate\nconnected 1')
  const open = () =>
    [...level.machinery.partsConnectedTo(1)].filter(({ archetype }) => archetype.blocksMovement !== true)
      .length - 1
  yard.type(one, 'apply')
  expect(open()).toBeLessThanOrEqual(1000)
  yard.tick(1)
  expect(open()).toBeLessThanOrEqual(2000)
  yard.tick(4)
  expect(open()).toBe(side * (side - 1))
})

it('[CF-20.17] explosions show at most 256 effects', async () => {
  const { yard, level } = await enteredBy('Dan', 'arch blaster')
  let most = 0
  for (let ticks = 0; ticks < 20; ticks++) {
    yard.tick(1)
    most = Math.max(most, level.effects.size)
  }
  expect(most).toBe(256)
})

it('[CF-20.17] all shooters pause while many missiles are in flight', async () => {
  const { yard, level } = await enteredBy('Bob', 'arch slit\nmove_block none\nspeed 1')
  for (let ticks = 0; ticks < 12; ticks++) {
    yard.tick(1)
    expect(level.effects.size).toBeLessThanOrEqual(256)
  }
  expect(level.effects.size).toBeGreaterThan(100)
})

it('[CF-20.10] moved things count as work, which is charged to the player who causes it', async () => {
  const { yard, one, level } = await enteredBy('Cid', 'arch ring_of_stones\nspeed 0\nhp 1\nsp 0\nconnected 1')
  const laid = level.machinery.partsConnectedTo(1)
  for (const { location } of laid) {
    if (location?.in === 'cell')
      for (let n = 0; n < 4; n++)
        yard.lay(one, 'apple', 1, location.x, location.y, { name: { one: `apple ${n}`, many: '' } })
  }
  yard.type(one, 'look')
  const before = yard.spent
  const lying = () =>
    [...laid].reduce(
      (sum, { location }) =>
        sum + (location?.in === 'cell' ? level.thingsAt(location.x, location.y).length : 0),
      0,
    )
  const all = lying()
  yard.type(one, 'apply')
  expect(all - lying()).toBeLessThanOrEqual(1000)
  expect(yard.spent - before).toBeGreaterThanOrEqual(16 * 900)
})

it('[CF-16.7] [CF-20.10] work is also charged if all of it is done in one transaction', async () => {
  const grates = 'arch grate\nx 1\nconnected 1\nend\n'.repeat(500)
  const map = `arch map\nwidth 2\nheight 1\nend\narch meadow\nend\narch meadow\nx 1\nend\narch lever\nconnected 1\nend\n${grates}`
  const yard = await openImportedYard(archFolder, { ...mapsFolder, 'maps/land/hill': strToU8(map) })
  const ann = yard.join('Ann', 0, 0)
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
  const archetypes = `${world.archetypes}${blasters}Object part\nface post.111\nno_pick 1\n${part}end\n`
  const map = `arch map\nwidth 2\nheight 1\nend\narch meadow\nend\narch meadow\nx 1\nend\n${'arch part\nx 1\nend\n'.repeat(900)}`
  const yard = await openImportedYard(
    { ...archFolder, 'crossfire/archetypes': strToU8(archetypes, true) },
    { ...mapsFolder, 'maps/land/hill': strToU8(map) },
  )
  const ann = yard.join('Ann', 0, 0)
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
  const map = `arch map\nwidth 2\nheight 1\nend\narch meadow\nend\n${'arch ear\nx 1\nend\n'.repeat(900)}`
  const yard = await openImportedYard(
    { ...archFolder, 'crossfire/archetypes': strToU8(`${world.archetypes}${ear}`) },
    { ...mapsFolder, 'maps/land/hill': strToU8(map) },
  )
  const ann = yard.join('Ann', 0, 0)
  const before = yard.spent
  expect(yard.type(ann, 'say hello')).toHaveLength(3)
  expect(yard.spent - before).toBeGreaterThan(16 * 900)
})

it('[CF-16.7] [CF-20.12] checks of connected buttons count as work, which limits the buttons of a cell', async () => {
  const button = 'arch plate\nx 1\nweight 1000000000\nconnected 1\nend\n'
  const map = `arch map\nwidth 2\nheight 1\nend\narch meadow\nend\n${button.repeat(900)}`
  const yard = await openImportedYard(archFolder, { ...mapsFolder, 'maps/land/hill': strToU8(map) })
  const ann = yard.join('Ann', 0, 0)
  yard.tick(1)
  const before = yard.spent
  const checked = vi.spyOn(yard.level(ann), 'playersAt')
  yard.stand(ann, 1, 0)
  yard.tick(1)
  expect(checked.mock.calls.length).toBeLessThan(20_000)
  expect(yard.spent - before).toBeGreaterThan(16 * 900)
})

it('[CF-20.10] the signals that wait on a map have about 100,000 receiving parts at most', async () => {
  const { yard, one, level } = await enteredBy('Eve', 'arch grate\nconnected 1')
  for (let pulls = 0; pulls < 50; pulls++) yard.type(one, 'apply')
  const waiting = level.machinery.signals.reduce((sum, { receivers }) => sum + receivers.length, 0)
  expect(waiting).toBeGreaterThan(90_000)
  expect(waiting).toBeLessThan(100_000 + side * side)
})
