// TCP clients connect to the Worker without a sidecar. Cloudflare supports inbound TCP connections only in a private
// beta (docs/how-to/tcp-doors.md). The Worker opens a WebSocket to the room for each connection, so the room sees an
// ordinary client.
import type { Env } from '../../durable-objects/env.ts'
import { clientAddressHeader } from '../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../games/game.ts'
import type { Framing } from '../../wire/net/framing.ts'
import { isAddress } from '../../wire/net/ip-address.ts'
import { log } from '../platform/log.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'
import { bridgeStream } from './stream-bridge.ts'

interface TcpListener {
  /** `game/room`. */
  readonly name: string
  readonly framing: Framing
}

/** Closes a connection if the setting `TCP_DOORS` names no room for its port. */
export function withTcpListeners(
  handler: ExportedHandler<Env>,
  games: readonly Game[],
): ExportedHandler<Env> {
  return { ...handler, connect: connectHandler(games) }
}

function connectHandler(games: readonly Game[]): ExportedHandlerConnectHandler<Env> {
  return async (socket, env) => {
    const { localAddress, remoteAddress } = await socket.opened
    const { port } = parseEndpoint(localAddress)
    const { host: client } = parseEndpoint(remoteAddress)
    const listener = port === undefined ? undefined : parseTcpListeners(env.TCP_DOORS, games).get(port)
    // The client's address is required, because limits and bans apply to addresses. If FRONT_SECRET is set, only the
    // front proxy of `npm start` may connect to this Worker.
    const webSocket =
      listener && client !== undefined && env.FRONT_SECRET === undefined
        ? await enterRoom(env, listener.name, client)
        : undefined
    if (!listener || !webSocket) {
      log('info', 'tcp connection without a room', { port: port ?? null })
      return socket.close()
    }
    await bridgeStream(socket, webSocket, listener.framing)
  }
}

/** Returns undefined if the room does not exist. */
async function enterRoom(env: Env, name: string, address: string): Promise<WebSocket | undefined> {
  // Looks the room up first, because a call to an object with a new name would create the object.
  if (!(await directoryStub(env).hasRoom(name, 'guest'))) return undefined
  const headers = { upgrade: 'websocket', [clientAddressHeader]: address }
  const { webSocket } = await roomStub(env, name).fetch(new Request('https://room/play', { headers }))
  return webSocket ?? undefined
}

/**
 * Parses entries of the form `PORT=GAME/ROOM`, separated by commas. Throws for an invalid entry, an unknown game, or a
 * game without TCP clients.
 */
export function parseTcpListeners(
  setting: string | undefined,
  games: readonly Game[],
): ReadonlyMap<number, TcpListener> {
  const entries = (setting ?? '').split(',').filter((text) => text.trim() !== '')
  return new Map(
    entries.map((text) => {
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

/**
 * Parses an endpoint such as `192.0.2.1:7` or `[2001:db8::1]:7`. If the platform does not report the address or the
 * port, it is absent from the result.
 */
function parseEndpoint(endpoint: string | undefined): { host?: string; port?: number } {
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(endpoint ?? '') ?? []
  return { ...(isAddress(host) && { host }), ...(port !== undefined && { port: Number(port) }) }
}
