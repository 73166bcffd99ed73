// Two of Debian's RetroArchs with a core and a ROM of our own, which play over a relay room. RetroArch 1.14 joins a relay only
// from its lobby, which is on the internet, so a bridge sends the guest's first message for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fromClient } from '../../games/retroarch/packets.ts'
import { idBytes } from '../../games/retroarch/sessions/relay-id.ts'
import { temporaryFolder } from './dosbox.ts'

const core = '/usr/lib/x86_64-linux-gnu/libretro/gambatte_libretro.so'
const host = '127.0.0.1'
const magicBytes = 4
/** Patience for a session, and for the second player to join. */
const sessionMs = 20_000
const joinMs = 30_000

/** A Game Boy ROM that loops for ever: its entry, a title and the checksum of its header. */
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

/** Starts a RetroArch without screen, sound and lobby. `relay`: the address of its custom relay, if any. */
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

/** Relays connections to the room; `opened` is called for each with the connection to the room. */
async function listen(port: number, opened: (room: Socket) => void): Promise<Server> {
  const server = createServer((client) => {
    const room = connect(port, host)
    for (const socket of [client, room]) socket.on('error', () => {}) // the other end sees the close
    opened(room)
    client.pipe(room)
    room.pipe(client)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function until(what: string, ms: number, holds: () => boolean): Promise<void> {
  for (const end = performance.now() + ms; !holds(); await delay(100))
    if (performance.now() > end) throw new Error(`timed out: ${what}`)
}

/** Whether the guest becomes player 2 over the relay room at this TCP port of this machine. */
export async function checkRetroArch(port: number): Promise<boolean> {
  let session: Uint8Array | undefined
  const front = await listen(port, (room) =>
    room.once('data', (chunk: Buffer) => {
      session ??= new Uint8Array(chunk.subarray(magicBytes, magicBytes + idBytes))
    }),
  )
  const bridge = await listen(port, (room) =>
    room.write(fromClient.encode({ type: 'RATS', session: session! })),
  )
  const players = [startRetroArch('alice', ['--host'], `${host}|${portOf(front)}`)]
  let problem: string | undefined
  try {
    await until('a session', sessionMs, () => session !== undefined)
    players.push(startRetroArch('bob', ['--connect', host, '--port', String(portOf(bridge))]))
    await until('the second player', joinMs, () =>
      players[0]!.lines.some((line) => line.includes('bob has joined as player 2')),
    )
  } catch (error) {
    problem = (error as Error).message
  } finally {
    await Promise.all(players.map((player) => player.stop()))
    for (const server of [front, bridge]) server.close()
  }
  console.log(
    `${problem ? 'not ok' : 'ok    '}  two RetroArchs play over the relay${problem ? `: ${problem}` : ''}`,
  )
  return problem === undefined
}
