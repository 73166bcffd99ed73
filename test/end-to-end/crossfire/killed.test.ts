import { expect } from 'vitest'
import { type Site, test } from '../running-site.ts'
import { CrossfireClient } from './client.ts'

/** Creates a room without other players. Returns the port of its TCP listener. */
async function portOf(site: Site, room: string): Promise<number> {
  await site.create({ game: 'crossfire', room, listen: [{ transport: 'tcp', port: 0 }] })
  return site.listenerPort('local', `crossfire/${room}`)
}

test('a client of 1997, a current client and a browser meet on the square', async ({ site }) => {
  const port = await portOf(site, 'met')
  const old = await CrossfireClient.overTcp('1997', port)
  await old.joinOld('Olda')
  const today = await CrossfireClient.overTcp('today', port)
  await today.join('Tody')
  const { websocket } = await site.room('crossfire/met')
  const browser = await CrossfireClient.overWebSocket(websocket)
  await browser.join('Brow')
  for (const [one, others] of [
    [old, [today, browser]],
    [today, [old, browser]],
    [browser, [old, today]],
  ] as const) {
    await one.doing(`chat this is ${one.name}`)
    for (const other of others)
      await other.until(() => other.heard(`this is ${one.name}`), `${one.name} heard`)
  }
  expect(await site.room('crossfire/met')).toMatchObject({ players: 3 })
})

test('a kill of workerd while two players exchange items disconnects nobody and neither loses nor duplicates items', async ({
  site,
}) => {
  const port = await portOf(site, 'killed')
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
