// A room for the tests of hints: created from a fixture, with connected clients and what each of them receives.

import type { SaveState } from '../../../../games/archipelago/import/saves/save-state.ts'
import type { HostOptions } from '../../../../games/archipelago/options.ts'
import { stringifyJson } from '../../../../games/archipelago/python/json.ts'
import type { ClientOutput } from '../../../../games/archipelago/room/client-output.ts'
import type { Client } from '../../../../games/archipelago/room/clients.ts'
import { openSeed } from '../../../../games/archipelago/seed/seed-store.ts'
import { Multiworld } from '../../../../games/archipelago/world.ts'
import type { GameContext, Options, Peer, RecordStore } from '../../../../games/game.ts'
import { createRoomFrom, fixture } from '../sample-multiworlds.ts'

/** A packet in its wire format without `cmd` and without fields that do not concern hints. */
type ReceivedFields = { readonly [field: string]: unknown }

export interface HintRoom {
  readonly world: Multiworld
  readonly store: RecordStore
  join(slot: number, watching?: readonly number[]): Client
  /** Returns the packets to the client since the last call. */
  takePackets(client: Client): ReceivedFields[]
  /** Returns the hints among these packets, abbreviated: `1: 80000 at 81005 in 1 (priority)`. */
  hintsTo(client: Client): string[]
  /** Opens another world from the same records. */
  reopen(): Multiworld
}

/** Creates a room from a fixture `file`. `options` override those of the multidata; `save` is a state to continue from. */
export async function createHintRoom(
  file: string,
  options: Options = {},
  save?: Partial<SaveState>,
): Promise<HintRoom> {
  const room = await createRoomFrom({ file: fixture(file) }, options)
  const context = { now: () => 1_000 } as GameContext
  const pending = new Map<Client, ReceivedFields[]>()
  const open = (output: ClientOutput) =>
    new Multiworld(openSeed(room.store), room.store, context, room.options as HostOptions, output)
  const world = open(clientOutput((client, packet) => pending.get(client)?.push(packet)))
  if (save) world.hints.restore({ hints: new Map(), hintsUsed: new Map(), ...save })
  let id = 0
  const drain = (client: Client) => pending.get(client)!.splice(0)
  return {
    world,
    store: room.store,
    join(slot, watching = []) {
      const identity = { slot, version: { major: 0, minor: 6, build: 7 }, tags: ['AP'], itemsHandling: 7 }
      const client = world.restoreClient({ id: ++id } as Peer, identity)
      pending.set(client, [])
      for (const other of watching) world.clients.watch(client, `_read_hints_0_${other}`)
      return client
    },
    takePackets: drain,
    hintsTo: (client) => drain(client).filter(isHint).map(abbreviate),
    reopen: () => open(clientOutput(() => {})),
  }
}

function isHint({ type }: ReceivedFields): boolean {
  return type === 'Hint'
}

function abbreviate({ data, receiving }: ReceivedFields): string {
  const parts = data as readonly { text: string; type?: string }[]
  const of = (type: string) => parts.filter((part) => part.type === type).map(({ text }) => text)
  const [, finder] = of('player_id')
  return `${receiving}: ${of('item_id')} at ${of('location_id')} in ${finder} ${of('hint_status')}`
}

function clientOutput(receive: (client: Client, packet: ReceivedFields) => void): ClientOutput {
  const plain = (packet: object) => JSON.parse(stringifyJson(packet as never)) as ReceivedFields
  return {
    print(to, messages) {
      for (const client of to)
        for (const message of messages) if (message.type === 'Hint') receive(client, plain(message))
    },
    roomUpdate(to, change) {
      for (const client of to) receive(client, plain(change))
    },
    setReply(to, reply) {
      for (const client of to) receive(client, plain(reply as object))
    },
    receivedItems() {},
    flush() {},
  }
}
