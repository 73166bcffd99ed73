import type { SaveState } from '../../../../games/archipelago/import/saves/save-state.ts'
import type { Client } from '../../../../games/archipelago/room/clients.ts'
import type { Multiworld } from '../../../../games/archipelago/world.ts'
import type { Options, RecordStore } from '../../../../games/game.ts'
import { createCommandRoom } from '../commands/command-room.ts'

type ReceivedFields = { readonly [field: string]: unknown }

export interface HintRoom {
  readonly world: Multiworld
  readonly store: RecordStore
  join(slot: number, watching?: readonly number[]): Client
  takePackets(client: Client): ReceivedFields[]
  /**
   * Returns the hints that the client has received since the last call, abbreviated as `RECEIVER: ITEM at LOCATION in
   * FINDER (STATUS)`. All but the status are ids.
   */
  hintsTo(client: Client): string[]
  reopen(): Multiworld
}

/** `options` override the options of the multidata. `save` is a state from which the room continues. */
export async function createHintRoom(
  file: string,
  options: Options = {},
  save?: Partial<SaveState>,
): Promise<HintRoom> {
  const { world, store, reopen, ...room } = await createCommandRoom(file, options)
  if (save) world.hints.restore({ hints: new Map(), hintsUsed: new Map(), ...save })
  const takePackets = (client: Client): ReceivedFields[] =>
    room
      .takePackets(client)
      .filter(({ cmd, type }) => type === 'Hint' || cmd === 'RoomUpdate' || cmd === 'SetReply')
      .map(({ cmd: _, ...fields }) => fields)
  return {
    world,
    store,
    reopen,
    takePackets,
    join(slot, watching = []) {
      const [name] = [...world.seed.connectNames].find(([, other]) => other === slot)!
      const client = room.join(name)
      for (const other of watching) world.clients.watch(client, `_read_hints_0_${other}`)
      return client
    },
    hintsTo: (client) =>
      takePackets(client)
        .filter(({ type }) => type === 'Hint')
        .map(abbreviate),
  }
}

function abbreviate({ data, receiving }: ReceivedFields): string {
  const parts = data as readonly { text: string; type?: string }[]
  const of = (type: string) => parts.filter((part) => part.type === type).map(({ text }) => text)
  const [, finder] = of('player_id')
  return `${receiving}: ${of('item_id')} at ${of('location_id')} in ${finder} ${of('hint_status')}`
}
