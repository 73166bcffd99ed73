// A Crossfire room in memory with clients of both dialects.

import type { Records } from '../../../../durable-objects/storage/records.ts'
import { crossfire } from '../../../../games/crossfire/index.ts'
import type { Player } from '../../../../games/crossfire/model/state/game-state.ts'
import { type FromClient, fromClient } from '../../../../games/crossfire/protocol/packets/index.ts'
import type { CrossfireRoom } from '../../../../games/crossfire/protocol/room/crossfire-room.ts'
import type { Game, GameContext, Options } from '../../../../games/game.ts'
import { type ConnectOptions, type Playtest, playtest } from '../../../playtest.ts'
import { Client, type ReceivedPacket, receivedPacketTable } from './test-client.ts'

export const defaultSetup = {
  map2cmd: '1',
  tick: '1',
  sound2: '3',
  darkness: '1',
  spellmon: '2',
  faceset: '0',
  facecache: '1',
  want_pickup: '1',
  loginmethod: '2',
  newmapcmd: '1',
  extended_stats: '1',
}

export class Town {
  readonly room: Playtest<FromClient, ReceivedPacket>
  readonly #world: () => CrossfireRoom
  readonly #players: ReadonlyMap<string, Player>

  private constructor(
    room: Playtest<FromClient, ReceivedPacket>,
    world: () => CrossfireRoom,
    players: ReadonlyMap<string, Player>,
  ) {
    this.room = room
    this.#world = world
    this.#players = players
  }

  /** `records`: the records of a created room. */
  static async open(options: Options = {}, records?: Records): Promise<Town> {
    let opened: CrossfireRoom | undefined
    const players = new Map<string, Player>()
    const game: Game = {
      ...crossfire,
      openWorld(store, host, given, version) {
        opened = watched(crossfire.openWorld(store, host, given, version), players)
        return opened
      },
      openSession: (world, host, peer, note) =>
        crossfire.openSession(world as CrossfireRoom, quick(host), peer, note),
    }
    const room = await playtest<FromClient, ReceivedPacket>(game, {
      options,
      ...(records && { records }),
      fromClient,
      fromServer: receivedPacketTable,
    })
    return new Town(room, () => opened!, players)
  }

  get world(): CrossfireRoom {
    return this.#world()
  }

  player(client: Client): Player {
    const player = this.#players.get(client.name.toLowerCase())
    if (!player?.level) throw new Error(`${client.name} is not in`)
    return player
  }

  connect(dialect: Client['dialect'], options: ConnectOptions = {}): Client {
    return new Client(dialect, this.room.connect(options), (ms) => this.room.pass(ms))
  }

  async passwordsChecked(client: Client): Promise<ReceivedPacket[]> {
    await this.room.settled()
    this.room.pass(5)
    await this.room.settled()
    return client.look()
  }

  static async with(...player: Parameters<Town['joined']>): Promise<[town: Town, client: Client]> {
    const town = await Town.open()
    return [town, await town.joined(...player)]
  }

  /** A current client with a new character of a new account. */
  async joined(
    name: string,
    choices: readonly string[] = [],
    size = '11x11',
    wanted: typeof defaultSetup = defaultSetup,
  ): Promise<Client> {
    const client = this.connect('today')
    client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    this.setUp(client, { ...wanted, mapsize: size })
    client.send({ type: 'accountnew', name: `of ${name}`, password: 'secret' })
    await this.passwordsChecked(client)
    client.send({ type: 'createplayer', name, password: 'secret', choices })
    this.room.pass(5)
    client.look()
    return client
  }

  setUp(client: Client, settings: { readonly [key: string]: string }): ReceivedPacket[] {
    const [width, height] = (settings.mapsize ?? '11x11').split('x').map(Number)
    client.width = width!
    client.height = height!
    const pairs = Object.entries(settings).map(([key, value]) => ({ key, value }))
    return client.send({ type: 'setup', settings: pairs })
  }

  /** A 1997 client with a new character. */
  async joinLegacy(
    name: string,
    version: number | readonly [number, number] = [1021, 1022],
  ): Promise<Client> {
    const client = this.connect('1997')
    const [cs, sc] = typeof version === 'number' ? [version] : version
    client.send({ type: 'version', cs, ...(sc !== undefined && { sc, info: 'X11 C Client' }) })
    client.send({ type: 'addme' })
    client.send({ type: 'reply', text: name })
    for (let times = 0; times < 2; times++) {
      client.send({ type: 'reply', text: 'secret' })
      await this.passwordsChecked(client)
    }
    client.send({ type: 'reply', text: 'n' })
    client.send({ type: 'reply', text: 'd' })
    this.room.pass(5)
    client.look()
    return client
  }

  get faults(): readonly unknown[] {
    return this.room.harness.log.filter(({ level }) => level === 'error')
  }
}

/** A context that hashes passwords at once. Other tests cover the real hashing. */
function quick(context: GameContext): GameContext {
  return {
    ...context,
    hashSecret: async (secret) => `hash of ${secret}`,
    verifySecret: async (secret, hashed) => hashed === `hash of ${secret}`,
  }
}

function watched(room: CrossfireRoom, players: Map<string, Player>): CrossfireRoom {
  const resume = room.resume.bind(room)
  room.resume = (name, listener) => {
    const player = resume(name, listener)
    if (player) players.set(name.toLowerCase(), player)
    return player
  }
  return room
}
