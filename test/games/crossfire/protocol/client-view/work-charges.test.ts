// [CF-16.7] Packets are charged for the work that they cause.
import { expect, it } from 'vitest'
import { builtinFaces } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { putThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { createThing } from '../../../../../games/crossfire/model/things/thing.ts'
import { Town } from '../../harness/room-harness.ts'
import type { Client } from '../../harness/test-client.ts'

/** The steps charged for the packets that `say` sends, including the answers. */
function stepsOf(town: Town, client: Client, say: () => void): number {
  client.pass(500)
  const before = town.room.harness.host.metrics.steps
  say()
  return town.room.harness.host.metrics.steps - before
}

it('[CF-16.7] the checksum of all pictures costs one step per picture', async () => {
  const [town, ann] = await Town.with('Ann')
  const ask = (info: string) => stepsOf(town, ann, () => void ann.peer.send({ type: 'requestinfo', info }))
  expect(ask('image_info')).toBeGreaterThanOrEqual(ask('rules') - 100 + builtinFaces.length)
})

it('[CF-16.7] a change to one of many things costs a step for each thing compared', async () => {
  const [town, ann] = await Town.with('Ann')
  const player = town.player(ann)
  const lock = () => {
    const { tag } = player.inventory[0]!
    return stepsOf(
      town,
      ann,
      () => void ann.peer.send({ type: 'lock', locked: !player.inventory[0]!.locked, tag }),
    )
  }
  const few = lock()
  for (let n = 0; n < 80; n++) {
    const name = { one: `apple ${n}`, many: `apples ${n}` }
    putThing(createThing(2 ** 30 + n, 'apple', 1, { name }), { in: 'pack', player })
  }
  ann.pass(500)
  expect(lock() - few).toBe(80)
})

it('[CF-16.7] opening a map costs a step for each of its cells and things', async () => {
  const [town, ann] = await Town.with('Ann')
  const { level } = town.player(ann)
  const before = town.room.harness.host.metrics.steps
  const bob = await town.joined('Bob')
  const known = town.room.harness.host.metrics.steps - before
  bob.peer.hangUp()
  ann.peer.hangUp()
  town.room.restart()
  const opened = town.room.harness.host.metrics.steps
  await town.joined('Cat')
  const opening = town.room.harness.host.metrics.steps - opened
  expect(opening - known).toBeGreaterThan(level!.width * level!.height)
})

it('[CF-16.7] dropping and taking all costs a step for each thing', async () => {
  const [town, ann] = await Town.with('Ann')
  const player = town.player(ann)
  const type = (text: string) =>
    stepsOf(town, ann, () => void ann.peer.send({ type: 'ncom', packet: 1, repeat: -1, text }))
  for (let n = 0; n < 20; n++) {
    const name = { one: `apple ${n}`, many: `apples ${n}` }
    putThing(createThing(2 ** 30 + n, 'apple', 1, { name }), { in: 'pack', player })
  }
  expect(type('drop all apple')).toBeGreaterThanOrEqual(20 * 256)
  expect(type('take all apple')).toBeGreaterThanOrEqual(20 * 256)
})
