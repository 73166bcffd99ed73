import { expect } from 'vitest'
import { test as base, pollOptions, unlimited } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { maxAnswerMs, Painters } from '../soaprun/painters.ts'

/** A site for this file alone, because the test removes the rate limits of the default room. */
const test = base.extend('env', { scope: 'file' }, () => ({}))

/** For each outage, the number of kills in a row. The players continue between two outages. */
const kills = [1, 1, 2, 1]

test('a kill of workerd while 20 clients paint disconnects nobody, delays no answer by 20 s and loses no drawing', async ({
  site,
  annotate,
}) => {
  await site.patch({ options: unlimited })
  const painters = await Painters.begin(site.port('tcp'), 20)
  for (const count of kills) {
    for (let kill = 0; kill < count; kill++) await site.killRuntime()
    await painters.paint(3)
  }
  await painters.stop()
  await annotate(`longest wait for an answer over ${kills.length} outages: ${painters.longestWait} ms`)
  expect(painters.longestWait).toBeLessThan(maxAnswerMs)
  const newcomer = await SoaprunClient.seated(site.port('tcp'))
  await painters.checkBy(newcomer)
  const { players } = await newcomer.walk()
  expect(players.map(({ nodes }) => nodes.at(-1))).toEqual(painters.painters.map(({ cell }) => cell))
  await expect.poll(async () => (await site.room()).players, pollOptions).toBe(21)
  expect(site.program.running).toBe(true)
})

test('a direct WebSocket closes with workerd, and a new one receives every change that was answered', async ({
  site,
}) => {
  const { websocket } = await site.room()
  const [ann] = await SoaprunClient.overWebSocket(websocket)
  await ann.enter()
  await ann.draw(15, { x: 30, y: 24 })
  await site.killRuntime()
  await ann.gone
  const back = async () => (await SoaprunClient.overWebSocket(websocket).catch(() => []))[0]
  let again: SoaprunClient | undefined
  await expect
    .poll(async () => {
      again = await back()
      return again?.fate
    }, pollOptions)
    .toBe('open')
  await again!.enter()
  expect((await again!.room(1, 1))[9 * 21 + 10]).toBe(15)
})
