// The Directory and its rooms in the simulator, with seeds of earlier failures and a range of other seeds.
import { expect, it } from 'vitest'
import { casesOf } from '../seeds.ts'
import { findBrokenSite, runSiteSimulation, siteSeed } from './scenarios/site-simulation.ts'

const runs = casesOf(200)

it('A new room replaces the listing of an earlier room of its name, even if the Directory has lost that room.', async () => {
  expect((await runSiteSimulation(siteSeed(2_000_016_687), true, false, false)).broken).toBeUndefined()
})

it('A sidecar that disconnects right after it has reconnected is replaced in its new rooms too.', async () => {
  const { broken } = await runSiteSimulation(siteSeed(2_000_015_194), false, true, false)
  expect(broken).toBeUndefined()
})

it.each([2_000_022_236, 2_000_035_064, 2_000_052_082, 2_000_062_270, 2_000_070_832])(
  'A room has one port, even if a port of the previous room is reported or a report is late: site %i.',
  async (seed) => {
    expect((await runSiteSimulation(siteSeed(seed), false, true, false)).broken).toBeUndefined()
  },
)

it.each([2_000_056_178, 2_000_065_138])(
  'A room does not count sessions of the previous room with its name: site %i.',
  async (seed) => {
    expect((await runSiteSimulation(siteSeed(seed), false, true, false)).broken).toBeUndefined()
  },
)

it.each([
  ['A deletion that reached only the Directory leaves no unlisted room.', 20],
  ['A delayed announcement does not replace a later one.', 59],
  ['A removal that overtakes its instance does not unlist the next room.', 6974],
  ['An announcement of a lost instance does not replace one of the next instance.', 900_000_815],
  ['A removal of an older room does not delete the tombstone of a later one.', 24_121],
])('%s', async (_, seed) => {
  // These seeds were found before the simulator had concurrent actions, sidecars and series.
  expect((await runSiteSimulation(siteSeed(seed), false, false, false)).broken).toBeUndefined()
})

it(`${runs} sites end with a correct list of rooms, and every name can be used`, async () => {
  expect(await findBrokenSite(1000, runs)).toBeUndefined()
})

it('[LINK-12] [LINK-13] [LINK-14] live sidecars serve the rooms of ten sites, each room on one port, and no action takes effect twice', async () => {
  for (let seed = 1; seed < 20; seed += 2)
    expect((await runSiteSimulation(siteSeed(seed), false, true)).broken, `site ${seed}`).toBeUndefined()
})

it('two simulations of a site with the same seed have the same log', async () => {
  const run = () => runSiteSimulation('site 1', false, true)
  const [one, two] = [await run(), await run()]
  expect(one.log.length).toBeGreaterThan(50)
  expect(one.log).toEqual(two.log)
})
