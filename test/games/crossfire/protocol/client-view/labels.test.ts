// What stands written over cells, for clients of 1030. [CF-5.12]
import { expect, it } from 'vitest'
import type { Client } from '../../harness/test-client.ts'
import { Town } from '../../harness/room-harness.ts'

const written = (client: Client) =>
  [...client.labels].flatMap(([place, labels]) => labels.map((label) => `${place} ${label}`)).sort()

it('[CF-5.12] names players, people and signs in sight, and no more when they have gone', async () => {
  const town = await Town.open()
  const ann = await town.joined('Ann', [], '11x11')
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

it('[CF-5.12] says nothing of them to who understands 1029 alone, or is of 1997', async () => {
  const town = await Town.open()
  const ann = await town.joined('Ann', [], '11x11')
  const old = await town.joinedOld('Oldhero')
  ann.pass(130)
  expect([written(ann), written(old)]).toEqual([[], []])
})
