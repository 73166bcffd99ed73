// A prototype: TCP clients connect to the Worker itself, without a sidecar. Cloudflare delivers such connections only in a
// private beta (docs/how-to/tcp-doors.md). Each becomes a WebSocket to its room, so the room sees an ordinary client.
import type { Env } from '../../durable-objects/env.ts'
import { clientAddressHeader } from '../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../games/game.ts'
import type { Framing } from '../../wire/net/framing.ts'
import { isAddress } from '../../wire/net/ip-address.ts'
import { log } from '../platform/log.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'
import { bridgeStream } from './stream-bridge.ts'

/** A port, and the room to which it leads. */
interface TcpDoor {
  /** The name of the room, `game/room`. */
  readonly name: string
  readonly framing: Framing
}

/** The Worker's handler, for inbound TCP connections too. Without the setting `TCP_DOORS` it closes them. */
export function withTcpDoors(handler: ExportedHandler<Env>, games: readonly Game[]): ExportedHandler<Env> {
  return { ...handler, connect: connectHandler(games) }
}

function connectHandler(games: readonly Game[]): ExportedHandlerConnectHandler<Env> {
  return async (socket, env) => {
    const { localAddress, remoteAddress } = await socket.opened
    const { port } = parseEndpoint(localAddress)
    const { host: client } = parseEndpoint(remoteAddress)
    const door = port === undefined ? undefined : parseTcpDoors(env.TCP_DOORS, games).get(port)
    // Limits and bans are per address. With FRONT_SECRET only the front of `npm start` may reach this Worker.
    const webSocket =
      door && client !== undefined && env.FRONT_SECRET === undefined
        ? await enterRoom(env, door.name, client)
        : undefined
    if (!door || !webSocket) {
      log('info', 'tcp connection without a room', { port: port ?? null })
      return socket.close()
    }
    await bridgeStream(socket, webSocket, door.framing)
  }
}

/** Connects to the room as a WebSocket client does; undefined if there is no such room. */
async function enterRoom(env: Env, name: string, address: string): Promise<WebSocket | undefined> {
  // A call to an object of any name creates it.
  if (!(await directoryStub(env).hasRoom(name, 'guest'))) return undefined
  const headers = { upgrade: 'websocket', [clientAddressHeader]: address }
  const { webSocket } = await roomStub(env, name).fetch(new Request('https://room/play', { headers }))
  return webSocket ?? undefined
}

/**
 * Parses `PORT=GAME/ROOM`, separated by commas. Throws an error that names the setting for another form, an unknown game
 * or one without TCP.
 */
export function parseTcpDoors(
  setting: string | undefined,
  games: readonly Game[],
): ReadonlyMap<number, TcpDoor> {
  const doors = (setting ?? '').split(',').filter((text) => text.trim() !== '')
  return new Map(
    doors.map((text) => {
      const [, port = '', slug = '', room = ''] =
        /^\s*(\d{1,5})=([a-z0-9-]+)\/([a-z0-9][a-z0-9-]{0,62})\s*$/.exec(text) ?? []
      const framing = games
        .find((game) => game.slug === slug)
        ?.listeners.find(({ transport }) => transport === 'tcp')?.framing
      if (!framing)
        throw new Error(
          `the setting TCP_DOORS has ${JSON.stringify(text)}: expected PORT=GAME/ROOM with a game that has TCP clients`,
        )
      return [Number(port), { name: `${slug}/${room}`, framing }] as const
    }),
  )
}

/** The parts of `192.0.2.1:7` or `[2001:db8::1]:7`; undefined if the platform does not say. */
function parseEndpoint(endpoint: string | undefined): { host?: string; port?: number } {
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(endpoint ?? '') ?? []
  return { ...(isAddress(host) && { host }), ...(port !== undefined && { port: Number(port) }) }
}
