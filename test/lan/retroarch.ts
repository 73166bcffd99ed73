// Two of Debian's RetroArchs play over a relay room, with a ROM of our own. RetroArch 1.14 joins a relay only
// from its lobby, which is on the internet, so a bridge sends the guest's first message for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '../../bench/site.ts'
import type { SessionsResponse } from '../../games/retroarch/endpoints/sessions.ts'
import { fromClient } from '../../games/retroarch/packets.ts'
import { idBytes } from '../../games/retroarch/sessions/relay-id.ts'
import { temporaryFolder } from './dosbox.ts'

const core = '/usr/lib/x86_64-linux-gnu/libretro/gambatte_libretro.so'
const host = '127.0.0.1'
const magicBytes = 4
/**
 * Timeouts in milliseconds: for the start of a session, for the join of the second player, and for both players to
 * report that the room was killed.
 */
const [sessionMs, joinMs, reportMs] = [20_000, 60_000, 60_000]
const pollMs = 5000
/** Number of lines of each player's output that a failure prints. */
const loggedLines = 12
/** RetroArch's message when the connection of a guest is lost. */
const disconnected = 'Netplay disconnected'

/** A Game Boy ROM that loops for ever. It has an entry point, a title and a valid header checksum. */
function rom(): Uint8Array {
  const bytes = new Uint8Array(32_768)
  bytes.set([0x00, 0xc3, 0x50, 0x01], 0x100)
  bytes.set([0x18, 0xfe], 0x150)
  bytes.set(Buffer.from('NETPLAY'), 0x134)
  let checksum = 0
  for (let at = 0x134; at < 0x14d; at++) checksum = (checksum - bytes[at]! - 1) & 0xff
  bytes[0x14d] = checksum
  return bytes
}

interface Player {
  readonly lines: string[]
  stop(): Promise<void>
}

/**
 * Starts a RetroArch without screen, sound and lobby. `relay`: the address of the relay that RetroArch uses, if any.
 */
function startRetroArch(nick: string, words: readonly string[], relay?: string): Player {
  const folder = join(temporaryFolder(), nick)
  mkdirSync(folder)
  const drivers = ['video', 'audio', 'input', 'input_joypad', 'menu'].map((one) => [`${one}_driver`, 'null'])
  const settings = [
    ...drivers,
    ['netplay_use_mitm_server', String(relay !== undefined)],
    ['netplay_mitm_server', 'custom'],
    ['netplay_custom_mitm_server', relay ?? ''],
    ['netplay_public_announce', 'false'],
    ['netplay_nat_traversal', 'false'],
    ['vrr_runloop_enable', 'true'], // 60 frames a second: without a screen nothing else limits the speed
    ['libretro_info_path', '/usr/share/libretro/info'],
    ['libretro_directory', '/usr/lib/x86_64-linux-gnu/libretro'],
  ]
  const file = join(folder, 'retroarch.cfg')
  writeFileSync(file, settings.map(([name, value]) => `${name} = "${value}"\n`).join(''))
  const game = join(folder, 'netplay.gb')
  writeFileSync(game, rom())
  const child = spawn(
    'retroarch',
    ['--config', file, '-L', core, '--nick', nick, '--verbose', ...words, game],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder },
    },
  )
  const abandon = () => child.kill()
  process.once('exit', abandon)
  const lines: string[] = []
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  return {
    lines,
    async stop() {
      process.off('exit', abandon)
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

async function until(what: string, ms: number, holds: () => boolean): Promise<void> {
  for (const end = performance.now() + ms; !holds(); await delay(100))
    if (performance.now() > end) throw new Error(`timed out: ${what}`)
}

/** A session of two RetroArchs over a relay room of the site. The room can be killed while they play. */
class RelaySession {
  readonly #site: Site
  readonly #servers: Server[] = []
  readonly #players: Player[] = []
  #session: Uint8Array | undefined
  #host: Player | undefined

  constructor(site: Site) {
    this.#site = site
  }

  /** Starts the host, and waits until it has a session. */
  async host(): Promise<void> {
    const front = await this.#listen((room) =>
      room.once('data', (chunk: Buffer) => {
        this.#session ??= new Uint8Array(chunk.subarray(magicBytes, magicBytes + idBytes))
      }),
    )
    this.#host = this.#start('alice', ['--host'], `${host}|${front}`)
    await until('a session', sessionMs, () => this.#session !== undefined)
  }

  /** Starts a guest, and waits until the host reports that it has joined as player 2. */
  async join(nick: string): Promise<Player> {
    const bridge = await this.#listen((room) =>
      room.write(fromClient.encode({ type: 'RATS', session: this.#session! })),
    )
    const guest = this.#start(nick, ['--connect', host, '--port', String(bridge)])
    await until(`${nick} as the second player`, joinMs, () =>
      this.#hostSays(`${nick} has joined as player 2`),
    )
    return guest
  }

  /** Kills the Worker, and waits until host and guest report the lost connection. */
  async killRoom(guest: Player, nick: string): Promise<void> {
    this.#site.killWorker()
    await until('the host reports it', reportMs, () => this.#hostSays(`"${nick}" has disconnected`))
    await until('the guest reports it', reportMs, () =>
      guest.lines.some((line) => line.includes(disconnected)),
    )
  }

  /** Whether the session has two players who have exchanged bytes since the last call. */
  async isPlaying(): Promise<boolean> {
    const before = this.#bytes
    const { sessions } = (await this.#site.api.room('retroarch/harbor')).view as unknown as SessionsResponse
    this.#bytes = sessions[0]?.bytes ?? 0
    return sessions[0]?.players === 2 && this.#bytes !== before
  }
  #bytes = 0

  get log(): string {
    return this.#players.flatMap(({ lines }) => ['', ...lines.slice(-loggedLines)]).join('\n')
  }

  async end(): Promise<void> {
    await Promise.all(this.#players.map((player) => player.stop()))
    for (const server of this.#servers) server.close()
  }

  #hostSays(text: string): boolean {
    return this.#host!.lines.some((line) => line.includes(text))
  }

  #start(nick: string, words: readonly string[], relay?: string): Player {
    const player = startRetroArch(nick, words, relay)
    this.#players.push(player)
    return player
  }

  /**
   * Forwards connections to the room. `opened` is called for each of them with the socket to the room. Returns the port
   * on which it listens.
   */
  async #listen(opened: (room: Socket) => void): Promise<number> {
    const server = createServer((client) => {
      const room = connect(this.#site.port('retroarch', 'tcp'), host)
      for (const socket of [client, room]) socket.on('error', () => {}) // the other socket is closed by its pipe
      opened(room)
      client.pipe(room)
      room.pipe(client)
    })
    this.#servers.push(server)
    server.listen(0, host)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
}

/**
 * Whether two RetroArchs play over the relay room of the site for this long. The Worker is killed in the middle. Both
 * players must report the lost connection, and a guest must join the same session again.
 */
export async function checkRetroArch(site: Site, minutes: number): Promise<boolean> {
  const session = new RelaySession(site)
  let step = 'two RetroArchs play over the relay'
  const playFor = async (ms: number) => {
    await session.isPlaying()
    for (const end = performance.now() + ms; performance.now() < end; ) {
      await delay(Math.min(pollMs, ms))
      if (!(await session.isPlaying())) throw new Error('they do not exchange bytes')
    }
  }
  const done = (next: string) => {
    console.log(`ok      ${step}`)
    step = next
  }
  const halfMs = minutes * 30_000
  try {
    await session.host()
    const guest = await session.join('bob')
    done(`they play for ${minutes / 2} minutes`)
    await playFor(halfMs)
    done('the Worker is killed, and both report it')
    await session.killRoom(guest, 'bob')
    done('a guest joins the same session again')
    await session.join('eve')
    done(`they play for another ${minutes / 2} minutes`)
    await playFor(halfMs)
    done('')
    return true
  } catch (error) {
    console.log(`not ok  ${step}: ${(error as Error).message}`)
    console.log(session.log)
    return false
  } finally {
    await session.end()
  }
}
