// Labels of cells, for clients of protocol version 1030. [CF-5.12]
import { expect, it } from 'vitest'
import { Town } from '../../harness/room-harness.ts'
import type { Client } from '../../harness/test-client.ts'

const written = (client: Client) =>
  [...client.labels].flatMap(([place, labels]) => labels.map((label) => `${place} ${label}`)).sort()

it('[CF-5.12] clients receive labels of visible players, people and signs, and their removal', async () => {
  const [town, ann] = await Town.with('Ann', [], '11x11')
  expect(written(ann)).toEqual([])
  ann.send({ type: 'version', cs: 1023, sc: 1030, info: 'test' })
  expect(written(ann).filter((label) => label.includes('sign'))).toEqual(['3,4 sign HOLLOWFORD'])
  const bob = await town.joined('Bob')
  ann.pass(130)
  const [there] = written(ann).filter((label) => label.endsWith('player Bob'))
  expect(there).toBeDefined()
  expect(written(bob)).toEqual([])
  bob.do('party form Friends')
  ann.do('party join Friends')
  ann.pass(130)
  expect(written(ann)).toContain(there!.replace('player', 'party'))
  bob.peer.hangUp()
  ann.pass(130)
  expect(written(ann).some((label) => label.includes('Bob'))).toBe(false)
  expect(town.faults).toEqual([])
})

it('[CF-5.12] clients of version 1029 or of 1997 receive no labels', async () => {
  const [town, ann] = await Town.with('Ann', [], '11x11')
  const old = await town.joinLegacy('Oldhero')
  ann.pass(130)
  expect([written(ann), written(old)]).toEqual([[], []])
})
