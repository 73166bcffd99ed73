import { expect } from 'vitest'
import { LossyUdpRelay } from '../network/lossy-udp-relay.ts'
import { pollOptions, type Site, test } from '../running-site.ts'
import type { DoomClient } from './client.ts'
import { doomRoom, joinFighters, lastResult } from './room.ts'

const options = { matchSeconds: 5, pauseSeconds: 60 }

/** Returns the scoreboard of each client. */
async function fought(
  site: Site,
  name: string,
  clients: readonly DoomClient[],
): Promise<readonly (readonly string[])[]> {
  // Because datagrams can be lost, the players continue to shoot in the pause, when hits do not count.
  await phase(site, name, 'running')
  await Promise.any(clients.map((client) => client.until(() => (client.ends ?? 5) <= 1, 'the last second')))
  await phase(site, name, 'pause')
  const told = clients.map((client) => client.count('SCOR'))
  await Promise.all(
    // One datagram with earlier scores may have been in transit. The next datagram contains the final scores.
    clients.map((client, at) => client.until(() => client.count('SCOR') > told[at]! + 1, 'the scores')),
  )
  return clients.map(({ scores }) => scores)
}

async function phase(site: Site, name: string, wanted: string): Promise<void> {
  const look = async () => ((await site.room(name)).view as { phase: string }).phase
  await expect.poll(look, { ...pollOptions, interval: 200 }).toBe(wanted)
}

const kills = (scores: readonly string[]) =>
  scores.reduce((sum, row) => sum + Number(/ (\d+)-/.exec(row)![1]), 0)

function expectNoFaults(clients: readonly DoomClient[]): void {
  for (const { name, faults, kicks, unread } of clients) {
    expect([name, faults, kicks]).toEqual([name, [], []])
    expect(unread).toBeLessThan(10)
  }
}

test('a match of four ends with the same scores on all screens and on the room’s page', async ({ site }) => {
  const clients = await joinFighters(await doomRoom(site, 'hall', options))
  const scores = await fought(site, 'doom-2077/hall', clients)
  expectNoFaults(clients)
  expect(kills(scores[0]!)).toBeGreaterThan(3)
  const result = await lastResult(site, 'doom-2077/hall')
  for (const score of scores) expect(score).toEqual(result)
  for (const client of clients) {
    expect(client.texts).toContain('Game starts!')
    expect(client.texts).toContain('Game ends!')
    expect([...client.names.values()].sort()).toEqual(['ann', 'bob', 'carol', 'dora'])
  }
  clients[0]!.leave()
  await clients[1]!.until(() => clients[1]!.texts.includes('ann left the server.'), 'the leaving')
})

test('a match of four ends the same if the network loses 5 %, duplicates 2 % and reorders 5 % of all datagrams', async ({
  site,
  annotate,
}) => {
  const port = await doomRoom(site, 'bad-line', options)
  const network = { loss: 0.05, duplication: 0.02, reordering: 0.05 }
  const relay = await LossyUdpRelay.to(port, { seed: 'a bad line', ...network })
  const clients = await joinFighters(relay.port)
  const scores = await fought(site, 'doom-2077/bad-line', clients)
  expectNoFaults(clients)
  await annotate(JSON.stringify(relay.counts))
  expect(relay.counts.lost).toBeGreaterThan(20)
  expect(kills(scores[0]!)).toBeGreaterThan(3)
  const result = await lastResult(site, 'doom-2077/bad-line')
  for (const score of scores) expect(score).toEqual(result)
})
