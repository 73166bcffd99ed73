// `packetboat start` killed or told to end, and started again on the same state: the same ports, nothing lost.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../cli/processes.ts'
import { Painters } from './painters.ts'
import { endAll, Site, unlimited } from './running.ts'
import { SoaprunClient } from './soaprun-client.ts'

async function busySite(): Promise<[Site, Painters]> {
  const site = await Site.start()
  await site.patch({ options: unlimited })
  const painters = await Painters.begin(site.port('tcp'), 20)
  await painters.paint(3)
  return [site, painters]
}

/** Started again, everything is where it was, and newcomers find what was painted. */
async function expectSame(before: Site, painters: Painters): Promise<Site> {
  const after = await Site.start(before.state)
  const { url: _was, ...kept } = before.ready
  expect(after.ready).toMatchObject(kept)
  expect(await after.room()).toMatchObject({ options: unlimited, players: 0 })
  await painters.checkBy(await SoaprunClient.seated(after.port('tcp')))
  return after
}

test('kill -9 of the start leaves an orphan, which the next start ends; no answered drawing is lost', async () => {
  const [site, painters] = await busySite()
  const orphans = await site.killStart()
  expect(orphans).toHaveLength(1)
  await painters.gone()
  await expectSame(site, painters)
  expect(orphans.filter(isAlive)).toEqual([])
})

test('kill -9 of the start and of its workerd, as a power cut: no answered drawing is lost', async () => {
  const [site, painters] = await busySite()
  await endAll(await site.killStart())
  await painters.gone()
  const after = await expectSame(site, painters)
  const again = await Painters.begin(after.port('tcp'), 20)
  await again.stop()
})

test('SIGTERM drains and exits 0; what was answered is there at the next start', async () => {
  const [site, painters] = await busySite()
  const { runtimes } = site
  expect(await site.program.stop()).toBe(0)
  await painters.gone()
  expect(painters.painters.map(({ client }) => client.fate)).toEqual(
    painters.painters.map(() => 'closed by the server'),
  )
  expect([existsSync(join(site.state, 'lock.json')), runtimes.filter(isAlive)]).toEqual([false, []])
  await expectSame(site, painters)
})

test('a second start on a state in use exits 1 with one line, and the first goes on', async () => {
  const site = await Site.start()
  const ann = await SoaprunClient.seated(site.port('tcp'))
  const second = Site.begin(site.state)
  expect(await second.exit).toBe(1)
  expect([second.lines, second.errors]).toEqual([[], [expect.stringContaining('the state is in use')]])
  await ann.walk()
})
