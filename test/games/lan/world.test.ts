import { describe, expect, it } from 'vitest'
import { newAddressKey } from '../../../games/lan/addresses/address-issuer.ts'
import { broadcastAddress } from '../../../games/lan/addresses/node-address.ts'
import { defaultOptions } from '../../../games/lan/options.ts'
import type { NodeSession } from '../../../games/lan/traffic/node.ts'
import { LanWorld } from '../../../games/lan/world.ts'
import { MemoryStore } from '../../memory-store.ts'
import { worldContext } from '../world-context.ts'
import { openLan } from './open-lan.ts'

const client = { address: '192.0.2.1', transport: 'udp' } as const
const session = () => ({ peer: client, ping() {}, onReplaced() {} }) as unknown as NodeSession

describe('the world', () => {
  it('[LAN-5.3] has one record, which it never writes, and cannot be opened without it', () => {
    const { store, world } = openLan()
    const node = world.enter(world.issueAddress(client), session())!
    world.route(node, {
      source: node.address,
      sourceSocket: 1,
      destination: broadcastAddress,
      destinationSocket: 1,
      bytes: new Uint8Array(30),
    })
    world.wake(2_000_000)
    world.leave(node)
    expect([...store.records.keys()]).toEqual([newAddressKey(Math.random)[0]])
    expect(store.written).toEqual([])
    expect(() => new LanWorld(new MemoryStore(), worldContext({}), defaultOptions)).toThrow(
      'the room has no address key',
    )
  })

  it('[LAN-3.7] keeps no state of a node that has left, and schedules wake-ups only while it has a node', () => {
    const { world } = openLan()
    expect([world.isOccupied, world.wakeAt]).toEqual([false, undefined])
    const node = world.enter(world.issueAddress(client), session())!
    expect([world.isOccupied, world.wakeAt]).toEqual([true, 1_030_000])
    world.leave(node)
    expect([world.isOccupied, world.wakeAt]).toEqual([false, undefined])
    const { world: again } = openLan()
    expect(again.rejoin(node.address, session())).toBeDefined()
    expect(again.rejoin(node.address, session())).toBeUndefined()
  })

  it('[LAN-1.5] admits a client to which a node’s address was issued only while that node is silent', () => {
    const { world, clock } = openLan()
    const address = world.issueAddress(client)
    expect(world.mayEnter(address, client)).toBe(true)
    world.enter(address, session())
    clock.now += 4999
    expect(world.mayEnter(address, client)).toBe(false)
    clock.now += 1
    expect(world.mayEnter(address, client)).toBe(true)
  })

  it('[LAN-5.2] does not let a client at another IP address replace a node, even if the hash of its address matches', () => {
    const { world, clock } = openLan()
    const ann = { address: '192.0.2.1', transport: 'websocket' } as const
    const address = world.issueAddress(ann)
    const others = Array.from({ length: 2 ** 16 }, (_, n) => ({
      ...ann,
      address: `10.0.${n >> 8}.${n & 255}`,
    }))
    const eve = others.find((one) => world.mayEnter(address, one))!
    const node = world.enter(address, { ...session(), peer: ann } as unknown as NodeSession)!
    clock.now += 60_000
    expect([world.mayEnter(address, eve), world.mayEnter(address, ann)]).toEqual([false, true])
    world.leave(node)
    expect(world.mayEnter(address, eve)).toBe(true)
  })

  it('[LAN-1.6] applies a changed maximum of nodes to later clients', () => {
    const { world } = openLan()
    world.applyOptions({ ...defaultOptions, maxNodes: 2 })
    const enter = () => world.enter(world.issueAddress(client), session())
    expect([enter(), enter(), enter()].map(Boolean)).toEqual([true, true, false])
    expect(world.capacity).toBe(2)
  })
})
