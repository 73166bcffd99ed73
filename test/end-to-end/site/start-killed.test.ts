import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../../sidecar/lock/processes.ts'
import { reservedPort } from '../network/ports.ts'
import { pollOptions, Site, unlimited } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { Painters } from '../soaprun/painters.ts'

/** After a restart the ports are the same, and new clients find all drawings. */
async function expectSame(before: Site, painters: Painters): Promise<Site> {
  const after = await Site.start({ state: before.state, port: Number(new URL(before.url).port) })
  expect(after.ready).toEqual(before.ready)
  expect(await after.room()).toMatchObject({ options: unlimited, players: 0 })
  await painters.checkBy(await SoaprunClient.seated(after.port('tcp')))
  return after
}

/** workerd ends within seconds after `kill -9` of its parent. */
async function killed(site: Site): Promise<void> {
  const runtimes = await site.killStart()
  expect(runtimes).toHaveLength(1)
  await expect.poll(() => runtimes.filter(isAlive), pollOptions).toEqual([])
}

/** The next start begins before workerd has ended. */
async function killedJustNow(site: Site): Promise<void> {
  await site.killStart()
}

/** On SIGTERM the process disconnects all clients and exits with 0. */
async function drained(site: Site, { painters }: Painters): Promise<void> {
  const { runtimes } = site
  expect(await site.program.stop()).toBe(0)
  await expect.poll(() => painters.map(({ client }) => client.fate), pollOptions).not.toContain('open')
  expect(new Set(painters.map(({ client }) => client.fate))).toEqual(new Set(['closed by the server']))
  expect([existsSync(join(site.state, 'lock.json')), runtimes.filter(isAlive)]).toEqual([false, []])
}

test('a start after a kill or a shutdown uses the same ports, and no acknowledged drawing is lost', async () => {
  let site = await Site.start({ port: await reservedPort() })
  await site.patch({ options: unlimited })
  for (const end of [killed, killedJustNow, drained]) {
    const painters = await Painters.begin(site.port('tcp'), 20)
    await painters.paint(3)
    await end(site, painters)
    await painters.gone()
    site = await expectSame(site, painters)
  }
})
