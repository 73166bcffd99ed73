import { handleSay } from '../../../../games/archipelago/commands/index.ts'
import type { HostOptions } from '../../../../games/archipelago/options.ts'
import { type JsonWritable, stringifyJson } from '../../../../games/archipelago/python/json.ts'
import type { ClientOutput } from '../../../../games/archipelago/room/client-output.ts'
import type { Client } from '../../../../games/archipelago/room/clients.ts'
import { toNetworkItem } from '../../../../games/archipelago/room/messages.ts'
import { openSeed } from '../../../../games/archipelago/seed/seed-store.ts'
import { Multiworld } from '../../../../games/archipelago/world.ts'
import type { Json, Options, Peer, RecordStore } from '../../../../games/game.ts'
import { worldContext } from '../../world-context.ts'
import { createRoomFrom, readFixture } from '../sample-multiworlds.ts'

export interface Packet {
  readonly cmd: string
  readonly type?: string
  readonly data?: readonly { readonly text: string }[]
  readonly [field: string]: unknown
}

export interface CommandRoom {
  readonly world: Multiworld
  readonly store: RecordStore
  reopen(): Multiworld
  /** The lines of the room's log, each an event with its fields. */
  readonly log: readonly (readonly [event: string, fields: Json])[]
  join(name: string, tags?: readonly string[], itemsHandling?: number): Client
  takePackets(client: Client): Packet[]
  /** Returns the texts of all replies except the chat line itself. */
  answers(client: Client, text: string): string[]
  advance(ms: number): void
}

/** Creates a room from a fixture. `options` override the fixture's options. */
export async function createCommandRoom(file: string, options: Options = {}): Promise<CommandRoom> {
  const room = await createRoomFrom({ file: readFixture(file) }, options)
  const pending = new Map<Client, Packet[]>()
  const log: [string, Json][] = []
  let now = Date.UTC(2030, 0, 1)
  let id = 0
  const context = worldContext({
    now: () => now,
    random: () => 0.5,
    log: (event, fields = {}) => void log.push([event, fields]),
  })
  const output = clientOutput((client, packet) => pending.get(client)?.push(packet))
  const reopen = () =>
    new Multiworld(openSeed(room.store), room.store, context, room.options as HostOptions, output)
  const world = reopen()
  const drain = (client: Client) => pending.get(client)!.splice(0)
  return {
    world,
    store: room.store,
    reopen,
    log,
    join(player, tags = ['AP'], itemsHandling = 7) {
      const identity = { slot: world.seed.connectNames.get(player)!, version, tags, itemsHandling, uuid: '' }
      const client = world.restoreClient({ id: ++id } as Peer, identity)
      client.sentItems = world.inventorySize(client)
      world.addClient(client)
      pending.set(client, [])
      return client
    },
    takePackets: drain,
    answers(client, text) {
      drain(client)
      handleSay(world, client, text)
      return drain(client)
        .filter(({ type }) => type !== 'Chat')
        .map(textOf)
    },
    advance(ms) {
      const end = now + ms
      while (world.wakeAt !== undefined && world.wakeAt <= end) {
        now = Math.max(now, world.wakeAt)
        world.wake(now)
      }
      now = end
    },
  }
}

const version = { major: 0, minor: 6, build: 7 }

/** Returns packets other than PrintJSON as JSON. */
export function textOf(packet: Packet): string {
  return packet.data ? packet.data.map(({ text }) => text).join('') : JSON.stringify(packet)
}

function clientOutput(receive: (client: Client, packet: Packet) => void): ClientOutput {
  const sendTo = (to: Iterable<Client>, packet: { readonly [field: string]: JsonWritable | undefined }) => {
    for (const client of to) receive(client, JSON.parse(stringifyJson(packet as JsonWritable)) as Packet)
  }
  return {
    print(to, messages) {
      const clients = [...to].filter(({ acceptsText }) => acceptsText)
      for (const message of messages) sendTo(clients, { cmd: 'PrintJSON', ...message } as never)
    },
    receivedItems: (to, index, items) =>
      sendTo([to], { cmd: 'ReceivedItems', index, items: items.map(toNetworkItem) }),
    roomUpdate: (to, change) => sendTo(to, { cmd: 'RoomUpdate', ...change } as never),
    setReply: (to, reply) => sendTo(to, { cmd: 'SetReply', ...(reply as object) } as never),
    flush() {},
  }
}
