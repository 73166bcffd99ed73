// Creates rooms in the same ways as the Worker: in one request, in parts, from another room's export, or as a fork.

import type { Directory } from '../../../durable-objects/directory/directory.ts'
import type { Room } from '../../../durable-objects/room/room.ts'
import type { CreateRoomRequest, ImportRoomRequest } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, GameContext } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { ExportReader } from '../../../wire/export/room-export.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { runCreation } from '../../../workers/platform/resumable-calls.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { violate } from '../core/game-model.ts'
import type { RecordDisk } from '../platform/record-disk.ts'
import { nativeSha256 } from '../platform/secrets.ts'

const parts = 4
const partsFile = 'parts'

type TallyWorld = ReturnType<typeof tally.openWorld>
const contexts = new WeakMap<TallyWorld, GameContext>()

/**
 * A game whose rooms can be created from a file in parts and can be forked. When its options change, the game announces
 * that a player has won a match, so that rooms have stories.
 */
export const siteGame: Game = {
  ...(tally as Game<TallyWorld>),
  storyEnds: 'results',
  openWorld(store, context, options, version) {
    const world = tally.openWorld(store, context, options, version)
    contexts.set(world, context)
    return world
  },
  applyOptions(world: TallyWorld, options) {
    const results = { players: [{ player: 'ann', place: 1, kills: 1 }] }
    contexts.get(world)!.announce({ kind: 'end', text: 'ann won', results })
    return options
  },
  async createRoom({ options, files, continuation }, host) {
    if (!files.has(partsFile)) return tally.createRoom({ options, files }, host)
    const part = Number(continuation ?? 0)
    const records = [[`part/${part}`, part]] as const
    if (part === parts - 1) return { options, records, warnings: [] }
    return { records, inProgress: { continuation: part + 1, progress: (part + 1) / parts } }
  },
  fork: () => ({ options: {}, files: [{ field: 'file', name: 'forked', bytes: new Uint8Array(9) }] }),
}

type Request = CreateRoomRequest
type Made = Awaited<ReturnType<Room['createRoom']>>

export interface CreationsSettings {
  readonly listen: Request['listen']
  ofRoom<R>(name: string, run: (room: Room) => Promise<R>): Promise<R>
  ofDirectory<R>(run: (directory: Directory) => Promise<R>): Promise<R>
  disk(name: string): RecordDisk
  /** Whether the world has not run, so that the records are those of the creation. */
  readonly isStill: boolean
}

export class RoomCreations {
  readonly #settings: CreationsSettings
  /** Whether a room was created in parts. If such a creation is abandoned, its name stays reserved for a while. */
  hadParts = false

  constructor(settings: CreationsSettings) {
    this.#settings = settings
  }

  make(name: string, files: Request['files'] = []): Promise<boolean> {
    return this.#as(name, (room, request) => room.createRoom({ ...request, files }))
  }

  makeInParts(name: string): Promise<boolean> {
    this.hadParts = true
    return this.make(name, [{ field: partsFile, name: 'maps', body: piece(new Uint8Array(2000)) }])
  }

  async fork(from: string, name: string): Promise<boolean> {
    const fork = await this.#settings.ofRoom(from, (room) => room.calls.fork('current'))
    if (!fork) return false
    return this.make(
      name,
      fork.files.map(({ bytes, ...file }) => ({ ...file, body: piece(bytes) })),
    )
  }

  async copy(from: string, name: string): Promise<boolean> {
    const file = await this.#settings.ofRoom(from, async (room) => exported(room))
    if (!file) return false
    const { head, records } = contentOf(file)
    const made = await this.#as(name, (room, { room: called, generation }) =>
      room.createRoom({
        ...(head as unknown as ImportRoomRequest),
        ...{ room: called, generation, maxUnpackedBytes: 1e6, body: piece(file) },
      }),
    )
    if (made && this.#settings.isStill) this.#isCopied(name, records)
    return made
  }

  #isCopied(name: string, records: ReadonlyMap<string, unknown>): void {
    const disk = this.#settings.disk(name)
    const missing = [...records.keys()].filter((key) => disk.durable(key) === undefined)
    // The room may have been deleted in the meantime.
    if (disk.durableKeys().includes('room') && missing.length > 0)
      violate('an imported room is the same', `${name} has no ${missing}`)
  }

  /** Checks that each disk contains a complete room or no room. */
  checkComplete(names: Iterable<string>): void {
    for (const name of names) {
      const keys = this.#settings.disk(name).durableKeys()
      const there = keys.filter((key) => key.startsWith('game/part/')).length
      if (keys.includes('room') ? there % parts !== 0 : keys.length > 0)
        violate('a room is created completely or not at all', `${name} has ${keys}`)
      if (keys.some((key) => key.startsWith('creation')))
        violate('the uploads of a created room are deleted', `${name} has ${keys}`)
    }
  }

  async #as(
    name: string,
    make: (room: Room, request: Omit<Request, 'files'>) => Promise<Made>,
  ): Promise<boolean> {
    const { ofDirectory, ofRoom, listen } = this.#settings
    const generation = await ofDirectory((directory) => directory.reserveName(name))
    if (generation === undefined) return false
    const [game, room] = name.split('/') as [string, string]
    const request = { game, room, generation, title: 'One', options: {}, listen }
    const stub = () => ({
      continueCreation: (of: number) => ofRoom(name, (hosted) => hosted.continueCreation(of)),
    })
    let made: Made
    try {
      const begun = await ofRoom(name, (hosted) => make(hosted, request))
      made = await runCreation(stub, generation, begun, async () => {
        await ofDirectory((directory) => directory.extendReservation(name, generation)).catch(() => {})
      })
    } catch (error) {
      await ofDirectory((directory) => directory.releaseName(name, generation))
      throw error
    }
    if (made && !isRefusal(made)) return true
    await ofDirectory((directory) => directory.releaseName(name, generation))
    return false
  }
}

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** An export of the room, or undefined if there is no room. */
function exported(room: Room): Uint8Array | undefined {
  const leaving = room.exportRoom(undefined)
  if (typeof leaving !== 'object') return undefined
  const pieces: Uint8Array[] = []
  for (let next = leaving.next(); next; next = leaving.next()) pieces.push(next)
  return concatBytes(pieces)
}

function contentOf(file: Uint8Array) {
  let head: object = {}
  const records = new Map<string, unknown>()
  const reader = new ExportReader(nativeSha256(), {
    head: (header) => (head = header),
    part: ({ key, value }) => void records.set(key, value),
  })
  reader.read(file)
  reader.end()
  return { head, records }
}
