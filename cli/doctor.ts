// `packetboat doctor`: goes to everything that clients would go to, and says what works, what does not, and why.
import type { Address } from '../durable-objects/rooms.ts'
import { Api, type RoomEntry } from './api/api.ts'
import { place } from './api/doors.ts'
import { broken, type Finding, hintFor, ok } from './doctor/finding.ts'
import { exchange, knock, Obstacle, openWebSocket, type Place } from './doctor/probe.ts'
import { soaprun } from './doctor/soaprun.ts'
import { workerUrl } from './room.ts'
import { Failure } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

/** What a game's own clients find at a door: by transport, instead of merely connecting. */
export interface GameChecks {
  readonly [transport: string]: (what: string, at: Place, room: RoomEntry) => Promise<Finding[]>
}

const games: { readonly [slug: string]: GameChecks } = { soaprun }

/** Prints a line for everything it looked at. Throws Failure when something is broken. `name`: that room only. */
export async function doctor(url: string, name: string | undefined, output: Output): Promise<void> {
  const api = new Api(workerUrl(url))
  let broke = 0
  const tell = (findings: readonly Finding[]) => {
    for (const finding of findings) print(finding, output)
    broke += findings.filter((finding) => !finding.ok).length
  }
  tell(await checkWorker(api, url))
  if (!broke) {
    const names = name === undefined ? await listed(api) : [name]
    if (!names.length) tell([ok('rooms', 'none')])
    for (const one of names) tell(await checkNamed(api, one))
  }
  if (broke) throw new Failure(`${broke} ${broke === 1 ? 'thing is' : 'things are'} broken`)
}

function print({ ok, what, seen, hint }: Finding, { out }: Output): void {
  out(plain(`${ok ? 'ok    ' : 'not ok'}  ${what}: ${seen}`))
  if (hint) out(`        ${plain(hint)}`)
}

async function checkWorker(api: Api, url: string): Promise<Finding[]> {
  const what = `worker ${url}`
  try {
    const { ok: healthy, version } = await api.health()
    return [healthy ? ok(what, `version ${version}`) : broken(what, 'it says that it is not well')]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [broken(what, error.message, 'is it running there? --url names another')]
  }
}

async function listed(api: Api): Promise<string[]> {
  return (await api.rooms()).map(({ game, room }) => `${game}/${room}`)
}

/** Each room is asked by itself: one that cannot wake shows only there, and keeps nobody from looking at the others. */
async function checkNamed(api: Api, name: string): Promise<Finding[]> {
  let room: RoomEntry
  try {
    room = await api.room(name)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [broken(name, error.message)]
  }
  return checkRoom(name, room)
}

async function checkRoom(name: string, room: RoomEntry): Promise<Finding[]> {
  const findings = [checkStatus(name, room)]
  // Its doors take nobody in, which says nothing of them.
  if (room.status === 'damaged') return findings
  findings.push(
    await tryPlace(`${name} ${room.websocket}`, () => openWebSocket(room.websocket), 'a WebSocket opens'),
  )
  if (room.listen.length && !room.addresses.length) {
    const hint = 'run one: packetboat sidecar --config sidecar.toml'
    findings.push(broken(`${name} addresses`, 'no sidecar carries it', hint))
  }
  for (const address of room.addresses) findings.push(...(await checkAddress(name, room, address)))
  return findings
}

function checkStatus(name: string, { status, damage, players, capacity }: RoomEntry): Finding {
  if (status === 'damaged') {
    const hint = `put its records back from a copy, or give it up: packetboat room delete ${name}`
    return broken(name, `its records are damaged: ${damage ?? 'nobody says how'}`, hint)
  }
  if (status === 'needs-upgrade') {
    const hint = 'its records are of a newer release: deploy that one again; nothing was changed'
    return broken(name, 'needs-upgrade: this release does not read its records', hint)
  }
  return ok(name, `${status}, ${players} of ${capacity} players`)
}

async function checkAddress(name: string, room: RoomEntry, address: Address): Promise<Finding[]> {
  const { transport, host, port, sidecar, error } = address
  const what = `${name} ${place(address)}`
  if (error || host === undefined) {
    return [broken(what, `sidecar ${sidecar} could not open it`, hintFor(error))]
  }
  const at = { host, port }
  const own = games[room.game]?.[transport]
  if (own) return guarded(what, () => own(what, at, room))
  switch (transport) {
    case 'udp':
      return [await tryPlace(what, () => knock(at), 'nobody refuses a datagram')]
    case 'websocket': {
      const url = `ws://${host.includes(':') ? `[${host}]` : host}:${port}/`
      return [await tryPlace(what, () => openWebSocket(url), 'a WebSocket opens')]
    }
    default:
      return [await tryPlace(what, () => exchange(at, undefined, 0), 'it takes connections')]
  }
}

async function tryPlace(what: string, attempt: () => Promise<unknown>, well: string): Promise<Finding> {
  const [finding] = await guarded(what, async () => {
    await attempt()
    return [ok(what, well)]
  })
  return finding!
}

async function guarded(what: string, attempt: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Obstacle) return [broken(what, error.code, hintFor(error.code))]
    throw error
  }
}
