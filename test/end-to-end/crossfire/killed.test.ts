import { expect } from 'vitest'
import { test } from '../running-site.ts'
import { CrossfireClient } from './client.ts'

test('a kill of workerd while two players exchange items disconnects nobody and neither loses nor duplicates items', async ({
  site,
}) => {
  await site.create({ game: 'crossfire', room: 'killed', listen: [{ transport: 'tcp', port: 0 }] })
  const port = await site.listenerPort('local', 'crossfire/killed')
  const ann = await CrossfireClient.overTcp('today', port)
  await ann.join('Ann')
  const bob = await CrossfireClient.overTcp('1997', port)
  await bob.joinOld('Bob')
  const coins = (one: CrossfireClient) =>
    one.inventory.filter(({ name }) => name === 'silver coin').reduce((sum, { nrof }) => sum + nrof, 0)
  const both = coins(ann) + coins(bob)
  expect(both).toBeGreaterThan(4)

  for (const one of [ann, bob]) {
    const had = coins(one)
    await one.doing('drop 1 silver coin')
    await one.until(() => coins(one) === had - 1, 'a coin less')
    await site.killRuntime()
    await one.doing('take 1 silver coin')
    await one.until(() => coins(one) === had, 'the coin again')
    await site.killRuntime()
    await one.doing('say still here')
    expect(coins(one)).toBe(had)
  }
  expect(coins(ann) + coins(bob)).toBe(both)

  // The characters have the same items after a later login.
  const helmet = ann.thing('helmet').tag
  await ann.doing('drop helmet')
  await ann.until(
    () => !ann.things.has(helmet) || ann.things.get(helmet)!.location === 0,
    'the helmet laid down',
  )
  await site.killRuntime()
  const again = await CrossfireClient.overTcp('today', port)
  await again.join('Ann', false)
  expect(again.inventory.map(({ name }) => name)).not.toContain('helmet')
  expect(coins(again)).toBe(coins(ann))
  await ann.until(() => ann.peer.closed !== undefined, 'the older client closed').catch(() => {})
  expect(ann.peer.closed).toBeDefined()
})
