// Probes the listeners of a room with the connections that the game's clients make.
import type { RoomAddress } from '../../durable-objects/rpc/rpc-types.ts'
import type { Game, GameListener } from '../../games/game.ts'
import type { ProbedRoom, ProbeResult, ProtocolProbe } from '../../games/probe.ts'
import { isPublicHost } from '../../sidecar/announcing/public-host.ts'
import { isLoopbackHost } from '../../wire/net/ip-address.ts'
import type { RoomEntry } from '../api/api-client.ts'
import { bracketIpv6 } from '../api/host-in-url.ts'
import { formatAddress } from '../api/listener-reports.ts'
import { type Finding, failedFinding, passedFinding, remedyFor } from './finding.ts'
import {
  type HostPort,
  type OpenConnection,
  openTcp,
  openUdp,
  openWebSocket,
  ProbeFailure,
  probeListener,
} from './probe-connection.ts'

/** `game`: undefined if this release does not have the game. `site`: the URL of the site that listed the room. */
export interface CheckedRoom {
  readonly name: string
  readonly room: RoomEntry
  readonly game: Game | undefined
  readonly site: URL
}

export async function checkRoomWebSocket({ name, room, game, site }: CheckedRoom): Promise<Finding[]> {
  const url = new URL(room.websocket)
  const what = `${name} ${room.websocket}`
  if (site.protocol === 'https:' && url.protocol === 'ws:') {
    const hint = 'set PUBLIC_URL to the https URL of the site'
    return [failedFinding(what, 'the site uses https but lists a ws:// address, which browsers block', hint)]
  }
  const open = await openWebSocket(room.websocket)
  return checkListener(what, 'websocket', open, room, game)
}

export async function checkAddress(target: CheckedRoom, address: RoomAddress): Promise<Finding[]> {
  const { name, room, game, site } = target
  const { transport, host, port, sidecar, error } = address
  const what = `${name} ${formatAddress(address)}`
  if (error || host === undefined) {
    return [failedFinding(what, `sidecar ${sidecar} could not open it`, remedyFor(error))]
  }
  const listener = game?.listeners.find((listener) => listener.transport === transport)
  const note = checkAdvertisedAddress(what, host, sidecar, site)
  if (note?.ok === false) return [note]
  const open = await openerFor(transport, { host, port }, listener)
  const findings = await checkListener(what, transport, open, room, game)
  const isSound = findings.every((finding) => finding.ok)
  if (isSound && transport === 'websocket') findings.push(...(await checkTls(what, { host, port }, site)))
  return note ? [...findings, note] : findings
}

async function openerFor(
  transport: RoomAddress['transport'],
  at: HostPort,
  listener: GameListener | undefined,
): Promise<OpenConnection> {
  switch (transport) {
    case 'udp':
      return openUdp(at)
    case 'websocket':
      return openWebSocket(webSocketUrl('ws', at))
    default:
      return openTcp(at, transport === 'tcp' ? listener?.framing : undefined)
  }
}

function webSocketUrl(scheme: 'ws' | 'wss', { host, port }: HostPort): string {
  return `${scheme}://${bracketIpv6(host)}:${port}/`
}

/**
 * Probes the listener once for each kind of the game's clients. For an unknown game, only checks that the port is
 * reachable.
 */
async function checkListener(
  what: string,
  transport: ProtocolProbe['transport'],
  open: OpenConnection,
  room: RoomEntry,
  game: Game | undefined,
): Promise<Finding[]> {
  const probes = game?.probes?.().filter((probe) => probe.transport === transport) ?? []
  if (!probes.length) return catchProbeFailure(what, () => checkReachable(what, transport, open))
  const findings: Finding[] = []
  for (const probe of probes)
    findings.push(...(await catchProbeFailure(what, () => runProbe(what, probe, open, room, game!))))
  return findings
}

async function checkReachable(
  what: string,
  transport: ProtocolProbe['transport'],
  open: OpenConnection,
): Promise<Finding[]> {
  const [messages, answerTimeoutMs, message] = {
    // If the UDP port is closed, the machine's rejection arrives at once or never.
    udp: [[new Uint8Array(0)], 300, 'datagrams are not rejected'] as const,
    websocket: [[], 0, 'WebSocket opens'] as const,
    tcp: [[], 0, 'accepts connections'] as const,
    dispatch: [[], 0, 'accepts connections'] as const,
  }[transport]
  await probeListener(open, messages, () => undefined, answerTimeoutMs)
  return [passedFinding(what, message)]
}

async function runProbe(
  what: string,
  probe: ProtocolProbe,
  open: OpenConnection,
  room: RoomEntry,
  game: Game,
): Promise<Finding[]> {
  // A game with an option `password` does not reject the probe of a room with a password, because the game asks for the
  // password only after the messages of the probe.
  const isPrivate = room.join === 'invited' || (room.join === 'password' && !game.options.password)
  const roomState: ProbedRoom = {
    open: room.status === 'open' && !isPrivate,
    full: room.players >= room.capacity,
    isPrivate,
  }
  const result = await probeListener(open, probe.openingFrames, (response) =>
    probe.evaluate(response, roomState),
  )
  const label = probe.clientKind ? `${what}, ${probe.clientKind}` : what
  if (!result) return [failedFinding(label, 'no answer', remedyFor('ETIMEDOUT'))]
  return [toFinding(label, result), ...(await checkRedirect(what, result, room, game))]
}

function toFinding(what: string, { ok, message, hint }: ProbeResult): Finding {
  return { ok, what, seen: message, hint }
}

async function checkRedirect(
  what: string,
  { redirect }: ProbeResult,
  room: RoomEntry,
  game: Game,
): Promise<Finding[]> {
  if (!redirect) return []
  const redirectName = `${what} → ${redirect.host}:${redirect.port}`
  const listener = game.listeners.find(({ transport }) => transport === redirect.transport)
  const open = await openerFor(redirect.transport, redirect, listener)
  const findings = await checkListener(redirectName, redirect.transport, open, room, game)
  return findings.map((finding) =>
    finding.ok ? finding : { ...finding, seen: `clients are redirected there, but: ${finding.seen}` },
  )
}

/** Checks whether the port accepts TLS, because pages that are loaded over HTTPS can only open wss:// connections. */
export async function checkTls(what: string, at: HostPort, site: URL): Promise<Finding[]> {
  if (site.protocol !== 'https:') return []
  try {
    await probeListener(await openWebSocket(webSocketUrl('wss', at)), [], () => undefined, 0)
    return [passedFinding(what, 'wss works too')]
  } catch (error) {
    if (!(error instanceof ProbeFailure)) throw error
    const hint = 'web pages need wss://: give the sidecar a certificate, or use the room’s own address'
    return [{ ok: true, what, seen: 'only ws:// is offered, which desktop clients accept', hint }]
  }
}

/**
 * Returns a finding if only the sidecar's own machine or network can reach the advertised address, and undefined
 * otherwise or for a site on this machine.
 */
export function checkAdvertisedAddress(
  what: string,
  host: string,
  sidecar: string,
  site: URL,
): Finding | undefined {
  if (isLoopbackHost(site.hostname)) return undefined
  const hint = `set advertise of sidecar ${sidecar} to a public name or address`
  if (isLoopbackHost(host) || host === '0.0.0.0')
    return failedFinding(
      what,
      'the advertised address is loopback, so clients would connect to their own machine',
      hint,
    )
  if (isPublicHost(host)) return undefined
  return { ok: true, what, seen: 'the advertised address is private and works only in its own network', hint }
}

async function catchProbeFailure(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof ProbeFailure) return [failedFinding(what, error.code, remedyFor(error.code))]
    throw error
  }
}
