import { expect } from 'vitest'
import { pollOptions, type Site, test } from '../running-site.ts'
import { SoaprunClient } from './client.ts'
import { readOnce } from './dispatch-client.ts'

const seats = 63

test('silent connections do not count as players, and a client that logs in to a full room of 63 players gets OVER', async ({
  site,
}) => {
  const port = site.port('tcp')
  await Promise.all(Array.from({ length: 100 }, () => SoaprunClient.welcomed(port)))
  const seated = await Promise.all(Array.from({ length: seats - 1 }, () => SoaprunClient.seated(port)))
  // The room disconnects a client that sends nothing for 10 s, so the client `late` connects only now.
  const late = await SoaprunClient.welcomed(port)
  await SoaprunClient.seated(port)
  await late.ask({ type: 'Prtc', version: 432 }, 'OVER')
  await late.gone
  expect(await site.room()).toMatchObject({ players: seats, capacity: seats })
  await expectTurnedAway(port)
  await expectTurnedAwayByWebSocket(site)

  const [first, second] = seated
  await first!.leave()
  const next = await SoaprunClient.seated(port)
  await expectTurnedAway(port)
  second!.hangUp()
  await expect.poll(() => greeting(port), pollOptions).toBe('WLCM')
  await SoaprunClient.seated(port)
  expect((await next.walk()).players).toHaveLength(seats - 1)
})

test('a closed room has the status closed in both dispatches, rejects new players, keeps its players, and can be opened again', async ({
  site,
}) => {
  const port = site.port('tcp')
  await site.waitUntilEmpty()
  const ann = await SoaprunClient.seated(port)
  const waiting = await SoaprunClient.welcomed(port)
  await site.patch({ status: 'closed', comments: ['Back at noon'] })
  const dispatch = async () => (await readOnce(site.port('dispatch'))).dispatch
  expect(await readOverHttp(site)).toContain('\tclosed\t')
  // Sidecars receive a change a little later.
  await expect.poll(dispatch, pollOptions).toMatchObject({ status: 'closed', comments: ['Back at noon'] })
  await expectTurnedAway(port)
  await expectTurnedAwayByWebSocket(site)
  await ann.draw(13, { x: 30, y: 24 })
  await ann.walk()

  await site.patch({ status: 'open', comments: [] })
  expect(await readOverHttp(site)).toContain('\topen\t')
  await expect.poll(dispatch, pollOptions).toMatchObject({ status: 'open', comments: [], port })
  const bob = await SoaprunClient.seated(port)
  expect((await bob.walk()).players).toHaveLength(1)
  await ann.leave()
  waiting.hangUp()
})

async function greeting(port: number): Promise<string> {
  const [client, said] = await SoaprunClient.overTcp(port)
  client.hangUp()
  return said
}

async function expectTurnedAway(port: number): Promise<void> {
  const [client, said] = await SoaprunClient.overTcp(port)
  expect(said).toBe('OVER')
  await client.gone
  expect(client.fate).toBe('closed by the server')
}

/** Expects OVER and the close of the connection, which must not wait until the room hibernates. */
async function expectTurnedAwayByWebSocket(site: Site): Promise<void> {
  const { websocket } = await site.room()
  const [client, said] = await SoaprunClient.overWebSocket(websocket)
  expect(said).toBe('OVER')
  await client.gone
  expect(client.fate).toBe('closed by the server: 1000')
}

async function readOverHttp(site: Site): Promise<string> {
  return (await fetch(`${site.url}/server.cgi`)).text()
}
