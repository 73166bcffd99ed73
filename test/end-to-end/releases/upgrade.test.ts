import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { wireIdOffset } from '../../../games/arcane-sector/packets.ts'
import { roomSize } from '../../../games/soaprun/board/board.ts'
import about from '../../../package.json' with { type: 'json' }
import { ArcaneClient } from '../arcane-sector/client.ts'
import { createIsland, islandName } from '../arcane-sector/island.ts'
import { CrossfireClient } from '../crossfire/client.ts'
import { canConnect, reservedPort } from '../network/ports.ts'
import { pollOptions, Site, unlimited } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { Painters } from '../soaprun/painters.ts'

/** Number of painters in Soaprun. Soaprun, Arcane Sector and Crossfire also have one idle player each. */
const players = 60
const nextVersion = `${about.version}-next`

/** Builds the package from the same sources with the next version in package.json. Returns its command's file. */
function nextBuild(): string {
  const built = dirname(inject('command'))
  // The next version is a copy beside the package, so that Node finds its dependencies.
  const next = mkdtempSync(join(dirname(built), 'next-'))
  onTestFinished(() => rmSync(next, { recursive: true, force: true }))
  cpSync(built, next, { recursive: true })
  // The bundled command contains package.json, and the Worker contains only the version.
  const own = new RegExp(`(?<=name: "${about.name}",\\s+version: |var version\\d* = )"${about.version}"`)
  const versioned = readdirSync(next).filter((file) => {
    if (!file.endsWith('.js')) return false
    const code = readFileSync(join(next, file), 'utf8')
    if (!own.test(code)) return false
    writeFileSync(join(next, file), code.replace(own, JSON.stringify(nextVersion)))
    return true
  })
  expect(versioned).toEqual(expect.arrayContaining(['packetboat.js', 'worker.js']))
  return join(next, 'packetboat.js')
}

/** Checks that the change that an idle player made before the upgrade still exists, and that the player can go on. */
type ContinuationCheck = () => Promise<void>

async function drawn(door: number): Promise<ContinuationCheck> {
  const client = await SoaprunClient.seated(door)
  await client.draw(14, { x: 30, y: 24 })
  return async () => {
    expect((await client.room(1, 1))[9 * roomSize.width + 10]).toBe(14)
    await client.draw(15)
    expect((await client.room(1, 1))[9 * roomSize.width + 10]).toBe(15)
  }
}

async function holding(door: number): Promise<ContinuationCheck> {
  const scroll = wireIdOffset + 2n
  const client = await ArcaneClient.joined(door, 1)
  await client.walk(2)
  await client.ask({ type: 'HOLD', itemId: scroll }, 'HLDI')
  return async () => {
    await client.ask({ type: 'DROP', dst: 8 }, 'HLDI')
    await client.until(() => client.slots[8]?.id === scroll, 'the scroll in a slot')
    await client.walk(3)
  }
}

async function dropped(door: number): Promise<ContinuationCheck> {
  const client = await CrossfireClient.overTcp('today', door)
  await client.join('Cora')
  const coins = () => client.inventory.find(({ name }) => name === 'silver coin')?.nrof ?? 0
  const had = coins()
  await client.doing('drop 1 silver coin')
  await client.until(() => coins() === had - 1, 'a coin less')
  return async () => {
    expect(coins()).toBe(had - 1)
    await client.doing('take 1 silver coin')
    await client.until(() => coins() === had, 'the coin again')
  }
}

async function versionOf(site: Site): Promise<unknown> {
  return (await site.fetch('/healthz')).json()
}

test('no drawing of 60 clients is lost when the Worker and then the sidecar is upgraded; only the second upgrade disconnects them', async ({
  annotate,
}) => {
  const port = await reservedPort()
  const before = await Site.start({ port })
  await before.patch({ options: unlimited })
  expect(await versionOf(before)).toEqual({ ok: true, version: about.version })
  const sidecar = before.sidecar('east')
  const door = await before.listenerPort('east')
  await createIsland(before)
  const continuationChecks = await Promise.all([
    drawn(door),
    holding(await before.listenerPort('east', islandName)),
    dropped(await before.listenerPort('east', 'crossfire/harbor')),
  ])
  const painters = await Painters.begin(door, players)

  expect(await before.program.stop()).toBe(0)
  const after = await Site.start({ state: before.state, port, file: nextBuild() })
  expect(await versionOf(after)).toEqual({ ok: true, version: nextVersion })
  expect(after.url).toBe(before.url)
  await painters.paint(3)
  expect(painters.painters.map(({ client }) => client.fate)).toEqual(Array(players).fill('open'))
  for (const check of continuationChecks) await check()
  await annotate(`longest wait for an answer while the Worker was upgraded: ${painters.longestWait} ms`)
  const newcomer = await SoaprunClient.seated(after.port('tcp'))
  const { players: seen } = await newcomer.walk()
  const places = painters.painters.map(({ cell }) => cell)
  expect(seen.map(({ nodes }) => nodes.at(-1))).toEqual(expect.arrayContaining(places))
  const all = { options: unlimited, players: players + 2 }
  await expect.poll(() => after.room(), pollOptions).toMatchObject(all)

  expect(await sidecar.stop()).toBe(0)
  await painters.gone()
  await painters.checkBy(newcomer)
  await expect.poll(async () => (await after.room()).players, pollOptions).toBe(1)

  const early = await SoaprunClient.seated(after.port('tcp'))
  await early.leave()

  after.sidecar('east')
  await expect.poll(() => canConnect(door), pollOptions).toBe(true)
  expect(await after.listenerPort('east')).toBe(door)
  const again = await Painters.begin(door, players)
  await again.paint(1)
  await again.stop()
  await again.checkBy(newcomer)
})
