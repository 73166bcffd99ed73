import { expect, it } from 'vitest'
import { AddressCounts } from '../../../../sidecar/listeners/base/listener.ts'

it('clients are counted per IPv4 address and per IPv6 /64, until each has left', () => {
  const counts = new AddressCounts()
  const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']
  const seen = () => ['192.0.2.1', '192.0.2.2', '2001:db8::3'].map((address) => counts.count(address))
  for (const address of clients) counts.add(address)
  expect(seen()).toEqual([2, 1, 2])
  counts.remove('192.0.2.1')
  expect(seen()).toEqual([1, 1, 2])
  for (const address of clients.slice(1)) counts.remove(address)
  expect(seen()).toEqual([0, 0, 0])
})
