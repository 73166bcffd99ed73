// The Directory and its rooms in the simulator: what once failed, and seeds from one on.
import { expect, it } from 'vitest'
import { brokenSite, simulatedSite, siteOf } from './site.ts'

const runs = 200

it.each([
  ['A removal of which the Directory heard, and the room did not, left a room that no list had.', 20],
  ['An announcement that took longer took the place of the one after it.', 59],
  ['A removal outran its instance and took the room of the next one out of the list.', 6974],
  ['What a lost instance had said of the room took the place of what the next one said.', 900_000_815],
  ['A removal of a room long gone made the Directory forget that of the room after it.', 24_121],
])('%s', async (_, seed) => {
  // Found before there were any in haste.
  expect((await simulatedSite(siteOf(seed), false)).broken).toBeUndefined()
})

it(`${runs} sites agree with their rooms in the end, and every name can be used`, async () => {
  expect(await brokenSite(1000, runs)).toBeUndefined()
})

it('a site is the same whenever it is run', async () => {
  const [one, two] = [await simulatedSite('site 1', false), await simulatedSite('site 1', false)]
  expect(one.log.length).toBeGreaterThan(50)
  expect(one.log).toEqual(two.log)
})
