import { expect } from 'vitest'
import { pollOptions, test } from '../running-site.ts'
import { DoomClient } from './client.ts'
import { doomRoom, joinFighters } from './room.ts'

test('a kill of workerd during a match disconnects nobody and keeps the score and the match', async ({
  site,
}) => {
  const name = 'doom-2077/killed'
  const port = await doomRoom(site, 'killed', { matchSeconds: 60, pauseSeconds: 60 })
  const clients = await joinFighters(port)
  const [ann, bob] = clients as [DoomClient, DoomClient]
  await ann.until(() => ann.starts === 0 && ann.count('KILL') > 0, 'a kill')
  for (const client of clients) client.shoots = false
  // Waits for datagrams that are still in transit.
  const told = ann.count('SCOR')
  await ann.until(() => ann.count('SCOR') > told + 1, 'the scores')
  const before = ann.scores
  const joins = clients.map((client) => client.count('JOIN'))

  for (let kill = 0; kill < 2; kill++) {
    // Players who send nothing also stay connected.
    bob.still = kill === 1
    await site.killRuntime()
    ann.say({ type: 'CHAT', msg: `after kill ${kill}` })
    const received = async (client: DoomClient) => {
      const again = setInterval(() => ann.say({ type: 'CHAT', msg: `after kill ${kill}` }), 1000)
      await client
        .until(() => client.lines.includes(`after kill ${kill}`), 'what is said after a kill')
        .finally(() => clearInterval(again))
    }
    await Promise.all(clients.map(received))
  }
  const scored = clients.map((client) => client.count('SCOR'))
  await Promise.all(
    clients.map((client, at) => client.until(() => client.count('SCOR') > scored[at]!, 'the scores')),
  )
  for (const [at, client] of clients.entries()) {
    expect([client.faults, client.kicks, client.count('QUIT')]).toEqual([[], [], 0])
    expect(client.count('JOIN')).toBe(joins[at])
    expect(client.scores).toEqual(before)
  }
  expect((await site.room(name)).view).toMatchObject({ phase: 'running' })

  for (const client of clients) client.shoots = true
  const kills = ann.count('KILL')
  await ann.until(() => ann.count('KILL') > kills, 'another kill')
  const eve = await DoomClient.joined(port, 'eve')
  expect(eve.id).toBeGreaterThan(Math.max(...clients.map(({ id }) => id)))
  await bob.until(() => bob.names.get(eve.id) === 'eve', 'who came after the kills')
  await expect.poll(async () => (await site.room(name)).players, pollOptions).toBe(5)
})
