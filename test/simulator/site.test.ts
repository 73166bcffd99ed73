// The Directory and its rooms in the simulator: seeds of earlier failures, and a range of others.
import { expect, it } from 'vitest'
import { findBrokenSite, runSiteSimulation, siteSeed } from './scenarios/site-simulation.ts'

const runs = 200

it('A room that was founded late, behind one that the Directory had lost, stayed listed as that one was.', async () => {
  expect((await runSiteSimulation(siteSeed(2_000_016_687), true)).broken).toBeUndefined()
})

it('A sidecar that left again just when it was back had nobody to stand in for it at what it was given meanwhile.', async () => {
  const { broken } = await runSiteSimulation(siteSeed(2_000_015_194), false, true)
  expect(broken).toBeUndefined()
})

it.each([2_000_022_236, 2_000_035_064, 2_000_052_082, 2_000_062_270, 2_000_070_832])(
  'A room had two ports, for one was reported of the room before it, or was not heard of in time: site %i.',
  async (seed) => {
    expect((await runSiteSimulation(siteSeed(seed), false, true)).broken).toBeUndefined()
  },
)

it.each([2_000_056_178, 2_000_065_138])(
  'A room was counted rows of sessions of the one of its name before it: site %i.',
  async (seed) => {
    expect((await runSiteSimulation(siteSeed(seed), false, true)).broken).toBeUndefined()
  },
)

it.each([
  ['A removal of which the Directory heard, and the room did not, left a room that no list had.', 20],
  ['An announcement that took longer took the place of the one after it.', 59],
  ['A removal outran its instance and took the room of the next one out of the list.', 6974],
  ['What a lost instance had said of the room took the place of what the next one said.', 900_000_815],
  ['A removal of a room long gone made the Directory forget that of the room after it.', 24_121],
])('%s', async (_, seed) => {
  // These seeds are older than concurrent actions and sidecars.
  expect((await runSiteSimulation(siteSeed(seed), false, false)).broken).toBeUndefined()
})

it(`${runs} sites agree with their rooms in the end, and every name can be used`, async () => {
  expect(await findBrokenSite(1000, runs)).toBeUndefined()
})

it('[LINK-12] [LINK-13] [LINK-14] ten sites have their rooms carried by those sidecars that live, at one port, and nothing is done twice', async () => {
  for (let seed = 1; seed < 20; seed += 2)
    expect((await runSiteSimulation(siteSeed(seed), false, true)).broken, `site ${seed}`).toBeUndefined()
})

it('a site is the same whenever it is run', async () => {
  const run = () => runSiteSimulation('site 1', false, true)
  const [one, two] = [await run(), await run()]
  expect(one.log.length).toBeGreaterThan(50)
  expect(one.log).toEqual(two.log)
})
