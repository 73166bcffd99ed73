// Probes one listener of a room, as the game's own clients connect.
import { isIP } from 'node:net'
import type { RoomAddress } from '../../durable-objects/rooms.ts'
import type { Game, GameListener } from '../../games/game.ts'
import type { ProbeResult, ProtocolProbe, ProbedRoom } from '../../games/knock.ts'
import type { RoomEntry } from '../api/api.ts'
import { place } from '../api/doors.ts'
import { broken, type Finding, hintFor, ok } from './finding.ts'
import { byTcp, byUdp, byWebSocket, converse, Obstacle, type Opening, type Place } from './probe.ts'

/** A room, its game if this release knows it, and the Worker that listed it. */
export interface Looked {
  readonly name: string
  readonly room: RoomEntry
  readonly game: Game | undefined
  readonly site: URL
}

/** The room's own WebSocket, without a sidecar. */
export async function checkOwnDoor({ name, room, game, site }: Looked): Promise<Finding[]> {
  const url = new URL(room.websocket)
  const what = `${name} ${room.websocket}`
  if (site.protocol === 'https:' && url.protocol === 'ws:') {
    const hint = 'set PUBLIC_URL to the https address by which the site is reached'
    return [
      broken(
        what,
        'the site is reached by https, and names an address for ws, which browsers refuse there',
        hint,
      ),
    ]
  }
  const open = await byWebSocket(room.websocket)
  return checkDoor(what, 'websocket', open, room, game)
}

/** An address that a sidecar has opened, or failed to open. */
export async function checkAddress(looked: Looked, address: RoomAddress): Promise<Finding[]> {
  const { name, room, game, site } = looked
  const { transport, host, port, sidecar, error } = address
  const what = `${name} ${place(address)}`
  if (error || host === undefined) {
    return [broken(what, `sidecar ${sidecar} could not open it`, hintFor(error))]
  }
  const own = game?.listeners.find((door) => door.transport === transport)
  const notes = [nowhereElse(what, host, sidecar, site)].filter((note) => note !== undefined)
  if (notes.some((note) => !note.ok)) return notes
  const findings = await checkDoor(
    what,
    transport,
    await openingOf(transport, { host, port }, own),
    room,
    game,
  )
  const well = findings.every((finding) => finding.ok)
  if (well && transport === 'websocket') findings.push(...(await checkTls(what, { host, port }, site)))
  return [...findings, ...notes]
}

async function openingOf(
  transport: RoomAddress['transport'],
  at: Place,
  door: GameListener | undefined,
): Promise<Opening> {
  switch (transport) {
    case 'udp':
      return byUdp(at)
    case 'websocket':
      return byWebSocket(webSocketAt('ws', at))
    default:
      return byTcp(at, transport === 'tcp' ? door?.framing : undefined)
  }
}

function webSocketAt(scheme: 'ws' | 'wss', { host, port }: Place): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

/** Probes as each of the game's clients; for an unknown game only checks that something answers. */
async function checkDoor(
  what: string,
  transport: ProtocolProbe['transport'],
  open: Opening,
  room: RoomEntry,
  game: Game | undefined,
): Promise<Finding[]> {
  const knocks = game?.probes?.().filter((knock) => knock.transport === transport) ?? []
  if (!knocks.length) return guarded(what, () => checkThere(what, transport, open))
  const findings: Finding[] = []
  for (const knock of knocks)
    findings.push(...(await guarded(what, () => tryKnock(what, knock, open, room, game!))))
  return findings
}

async function checkThere(what: string, transport: ProtocolProbe['transport'], open: Opening): Promise<Finding[]> {
  const [says, silence, well] = {
    // A refusal arrives at once or not at all.
    udp: [[new Uint8Array(0)], 300, 'nobody refuses a datagram'] as const,
    websocket: [[], 0, 'a WebSocket opens'] as const,
    tcp: [[], 0, 'it takes connections'] as const,
    dispatch: [[], 0, 'it takes connections'] as const,
  }[transport]
  await converse(open, says, () => undefined, silence)
  return [ok(what, well)]
}

async function tryKnock(
  what: string,
  knock: ProtocolProbe,
  open: Opening,
  room: RoomEntry,
  game: Game,
): Promise<Finding[]> {
  const known: ProbedRoom = { open: room.status === 'open', full: room.players >= room.capacity }
  const heeded = await converse(open, knock.openingFrames, (heard) => knock.evaluate(heard, known))
  const named = knock.clientKind ? `${what}, ${knock.clientKind}` : what
  if (!heeded) return [broken(named, 'no answer', hintFor('ETIMEDOUT'))]
  return [findingOf(named, heeded), ...(await checkNext(what, heeded, room, game))]
}

function findingOf(what: string, { ok: well, message, hint }: ProbeResult): Finding {
  return { ok: well, what, seen: message, hint }
}

/** Checks the address that the probe was redirected to. */
async function checkNext(what: string, { redirect }: ProbeResult, room: RoomEntry, game: Game): Promise<Finding[]> {
  if (!redirect) return []
  const next = `${what} → ${redirect.host}:${redirect.port}`
  const door = game.listeners.find(({ transport }) => transport === redirect.transport)
  const open = await openingOf(redirect.transport, redirect, door)
  const findings = await checkDoor(next, redirect.transport, open, room, game)
  return findings.map((finding) =>
    finding.ok ? finding : { ...finding, seen: `clients are sent there, but: ${finding.seen}` },
  )
}

/** Pages loaded over https can open only wss. */
export async function checkTls(what: string, at: Place, site: URL): Promise<Finding[]> {
  if (site.protocol !== 'https:') return []
  try {
    await converse(await byWebSocket(webSocketAt('wss', at)), [], () => undefined, 0)
    return [ok(what, 'and by wss')]
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error
    const hint =
      'web clients on https pages want wss: give the sidecar a certificate, or them the room’s own address'
    return [{ ok: true, what, seen: 'by ws alone, which desktop clients take', hint }]
  }
}

/** An advertised address that is valid only in one network or machine. */
export function nowhereElse(what: string, host: string, sidecar: string, site: URL): Finding | undefined {
  if (isLoopback(site.hostname)) return undefined
  const hint = `set advertise of sidecar ${sidecar} to a name or address that others reach`
  if (isLoopback(host))
    return broken(what, 'clients are told this address, which is each one’s own machine', hint)
  if (!isPrivate(host)) return undefined
  return { ok: true, what, seen: 'this address is good in its own network alone', hint }
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return (
    bare === 'localhost' ||
    bare === '::1' ||
    (isIP(bare) === 4 && bare.startsWith('127.')) ||
    bare === '0.0.0.0'
  )
}

function isPrivate(host: string): boolean {
  return isIP(host) === 4
    ? /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host)
    : isIP(host) === 6 && /^f[cde]/i.test(host)
}

async function guarded(what: string, attempt: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Obstacle) return [broken(what, error.code, hintFor(error.code))]
    throw error
  }
}
