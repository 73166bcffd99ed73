// For each game, a world that is stored for later versions: how to create it, and how to check in a later build that
// its player can continue.
import { expect } from 'vitest'
import { ArcaneClient } from '../arcane-sector/client.ts'
import { PacketClient } from '../archipelago/client.ts'
import { seedFile } from '../archipelago/room.ts'
import { Seed } from '../archipelago/seed.ts'
import { CrossfireClient } from '../crossfire/client.ts'
import { DoomClient } from '../doom-2077/client.ts'
import { udpPort } from '../doom-2077/room.ts'
import { LanNode } from '../lan/client.ts'
import { pollOptions, type Site } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'

/** `name`: the room, as `game/room`. */
export interface StoredWorld {
  readonly game: string
  /** Creates the room and changes something in it. `meanwhile` runs while the player is connected. */
  begin(site: Site, name: string, meanwhile?: () => Promise<void>): Promise<void>
  /** Only for games whose player can resume on another site after an export: resumes on that site. */
  resumeAfterExport?(site: Site, name: string): Promise<void>
  /** Checks that the change is there and that the player can continue. */
  checkContinuation(site: Site, name: string): Promise<void>
}

const roomOf = (name: string) => name.slice(name.indexOf('/') + 1)
const tcp = [{ transport: 'tcp', port: 0 }] as const
const [heart, other] = [15, 14]
/** `tileAt`: the index of the tile at `place` among the tiles of room 1,1. */
const place = { x: 30, y: 24 }
const tileAt = 9 * 21 + 10

const soaprun: StoredWorld = {
  game: 'soaprun',
  async begin(site, name, meanwhile) {
    await site.create({ game: 'soaprun', room: roomOf(name), listen: tcp })
    const ann = await SoaprunClient.seated(await site.listenerPort('local', name))
    await ann.draw(heart, place)
    await meanwhile?.()
    await ann.leave()
  },
  async checkContinuation(site, name) {
    const ann = await SoaprunClient.seated(await site.listenerPort('local', name))
    expect((await ann.room(1, 1))[tileAt]).toBe(heart)
    await ann.draw(other, place)
    expect((await ann.room(1, 1))[tileAt]).toBe(other)
    await ann.leave()
  },
}

const [id, south] = [7, 2]
const arcaneSector: StoredWorld = {
  game: 'arcane-sector',
  async begin(site, name, meanwhile) {
    await site.create({
      game: 'arcane-sector',
      room: roomOf(name),
      listen: tcp,
      options: { monsters: false },
    })
    const ann = await ArcaneClient.joined(await site.listenerPort('local', name), id, 'Ann')
    await ann.walk(south)
    await meanwhile?.()
    await ann.leave()
  },
  async checkContinuation(site, name) {
    const port = await site.listenerPort('local', name)
    const eve = await ArcaneClient.joined(port, id + 1, 'Eve')
    const ann = await ArcaneClient.joined(port, id)
    expect([ann.count('NOPC'), ann.info?.name]).toEqual([0, 'Ann'])
    // Ann is one step from the start, where the stored room left her: the room has not created her anew.
    expect(ann.position).toMatchObject({ x: eve.position!.x, y: eve.position!.y + 1 })
    await ann.walk(south)
    expect(ann.position).toMatchObject({ y: eve.position!.y + 2 })
    await ann.leave()
    await eve.leave()
  },
}

const doom: StoredWorld = {
  game: 'doom-2077',
  async begin(site, name, meanwhile) {
    const listen = [{ transport: 'udp', port: 0 }] as const
    await site.create({ game: 'doom-2077', room: roomOf(name), listen, options: { matchSeconds: 90 } })
    const ann = await DoomClient.joined(await udpPort(site, name), 'ann')
    await meanwhile?.()
    ann.leave()
  },
  // [DM-10.4] The room reserves the player's slot, so the client retries.
  async resumeAfterExport(site, name) {
    const ann = await DoomClient.joined(await udpPort(site, name), 'ann')
    expect(new Set(ann.kicks)).toEqual(new Set(['Name already in use.']))
    ann.leave()
    await site.waitUntilEmpty(name)
  },
  async checkContinuation(site, name) {
    expect((await site.room(name)).options).toMatchObject({ matchSeconds: 90 })
    const ann = await DoomClient.joined(await udpPort(site, name), 'ann')
    expect([ann.faults, ann.kicks]).toEqual([[], []])
    ann.leave()
  },
}

const crossfire: StoredWorld = {
  game: 'crossfire',
  async begin(site, name, meanwhile) {
    await site.create({ game: 'crossfire', room: roomOf(name), listen: tcp })
    const ann = await CrossfireClient.overTcp('today', await site.listenerPort('local', name))
    await ann.join('Keptann')
    const helmet = ann.thing('helmet').tag
    await ann.doing('drop helmet')
    const isDown = () => !ann.things.has(helmet) || ann.things.get(helmet)!.location === 0
    await ann.until(isDown, 'the helmet laid down')
    await meanwhile?.()
    ann.peer.hangUp()
  },
  async checkContinuation(site, name) {
    const ann = await CrossfireClient.overTcp('today', await site.listenerPort('local', name))
    await ann.join('Keptann', false)
    const had = () => ann.inventory.map((thing) => thing.name)
    expect(had()).not.toContain('helmet')
    await ann.doing('take helmet')
    await ann.until(() => had().includes('helmet'), 'the helmet taken up')
    ann.peer.hangUp()
  },
}

const multiworld = 'old-ap046-3p'
const archipelago: StoredWorld = {
  game: 'archipelago',
  async begin(site, name, meanwhile) {
    await site.create({ game: 'archipelago', room: roomOf(name), listen: [], file: seedFile(multiworld) })
    const { client, first } = await joined(site, name)
    await client.check(first)
    await meanwhile?.()
    await client.hangUp()
  },
  async checkContinuation(site, name) {
    const { client, first, second } = await joined(site, name)
    expect([...client.checked]).toEqual([first])
    await client.check(second)
    await client.hangUp()
  },
}

async function joined(site: Site, name: string) {
  const seed = new Seed(multiworld)
  const [player] = seed.players
  const [first, second] = seed.placesIn(player!.slot).map(({ location }) => location)
  const { websocket } = await site.room(name)
  const { name: slot, game } = player!
  const client = await PacketClient.joined(websocket, { name: slot, game, tags: ['AP'] })
  return { client, first: first!, second: second! }
}

/** Connects a node to the LAN, and disconnects it after `meanwhile`. */
async function joinLan(site: Site, name: string, meanwhile?: () => Promise<void>): Promise<void> {
  const ann = await LanNode.overWebSocket(`${site.url.replace('http', 'ws')}/${name}`)
  await expect.poll(async () => (await site.room(name)).players, pollOptions).toBe(1)
  await meanwhile?.()
  ann.leave()
  await site.waitUntilEmpty(name)
}

/** A LAN stores only the key of its addresses, without which it does not open. */
const lan: StoredWorld = {
  game: 'lan',
  async begin(site, name, meanwhile) {
    await site.create({ game: 'lan', room: roomOf(name), listen: [], options: { maxNodes: 7 } })
    await joinLan(site, name, meanwhile)
  },
  async checkContinuation(site, name) {
    expect((await site.room(name)).options).toMatchObject({ maxNodes: 7 })
    await joinLan(site, name)
  },
}

export const storedWorlds: readonly StoredWorld[] = [
  ...[soaprun, arcaneSector, doom, crossfire, archipelago],
  lan,
]
