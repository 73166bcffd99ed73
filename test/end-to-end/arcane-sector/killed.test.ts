import { expect } from 'vitest'
import { emptyWireItem, wireIdOffset } from '../../../games/arcane-sector/packets.ts'
import { test } from '../running-site.ts'
import { ArcaneClient } from './client.ts'
import { createIsland } from './island.ts'

const ground = 255
/** The ids of two scrolls on one tile, a step south of the start. */
const scrolls = [wireIdOffset + 2n, wireIdOffset + 3n] as const

test('a kill of workerd while two players exchange items on the ground disconnects nobody and neither loses nor duplicates items', async ({
  site,
}) => {
  const port = await createIsland(site, 'killed')
  const ann = await ArcaneClient.joined(port, 1, 'Ann')
  const bob = await ArcaneClient.joined(port, 2, 'Bob')
  await ann.walk(2)
  await bob.walk(2)
  expect(ann.here.map(({ id }) => id)).toEqual(scrolls)
  await ann.ask({ type: 'HOLD', itemId: scrolls[0] }, 'HLDI')
  await ann.ask({ type: 'DROP', dst: 8 }, 'HLDI')

  for (const [from, to] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    // A request that is pending when workerd is killed is answered once: by the next workerd, after it has sent the
    // full state.
    from.say({ type: 'HOLD', itemId: scrolls[1] })
    await site.killRuntime()
    await from.until(() => from.held?.id === scrolls[1], 'the scroll in hand')
    await to.until(() => to.here.length === 0, 'the taking')
    from.say({ type: 'DROP', dst: ground })
    await site.killRuntime()
    await from.until(() => from.held?.id === emptyWireItem.id, 'the empty hand')
    await to.until(() => to.here.length === 1, 'the dropping')
    expect([from.here, to.here].map(([scroll]) => scroll?.id)).toEqual([scrolls[1], scrolls[1]])
  }
  bob.say({ type: 'HOLD', itemId: scrolls[1] })
  bob.say({ type: 'DROP', dst: 3 })
  await bob.until(() => bob.slots[3]?.id === scrolls[1], 'the scroll in a slot')
  bob.say({ type: 'MOVE', direction: 1 })
  bob.say({ type: 'MOVE', direction: 1 })
  await bob.until(() => bob.position?.x === 187, 'two steps')
  await site.killRuntime()
  bob.say({ type: 'MOVE', direction: 0 })
  await bob.until(() => bob.position?.x === 186, 'a step back')
  expect([ann.fate, bob.fate]).toEqual(['open', 'open'])
  await ann.until(() => ann.mobs.some(({ x, y }) => x === 186 && y === 429), 'the sight of Bob')
  await ann.ask({ type: 'USEI', itemId: scrolls[0] }, 'TEXT')
  expect(ann.texts.at(-1)).toBe('The scroll says: klaatu')

  await ann.leave()
  await bob.leave()
  await site.killRuntime()
  const [again, other] = [await ArcaneClient.joined(port, 1), await ArcaneClient.joined(port, 2)]
  expect([again.count('NOPC'), again.info?.name, other.info?.name]).toEqual([0, 'Ann', 'Bob'])
  expect([again.position, other.position]).toMatchObject([
    { x: 185, y: 429 },
    { x: 186, y: 429 },
  ])
  expect([again.slots[8]?.id, other.slots[3]?.id, again.here]).toEqual([...scrolls, []])
  const wrong = await ArcaneClient.dialled(port)
  wrong.say({ type: 'ENTR', passwd: 'of 2', playerId: 1 })
  await expect(wrong.until(() => false, 'a word')).rejects.toThrow('closed by the server')
  expect(wrong.counts.size).toBe(0)
})
