import type { Game } from '../../games/game.ts'
import { gameInStage } from '../../games/stages.ts'
import type { ApiClient, RoomEntry } from '../api/api-client.ts'
import { hasReported } from '../api/listener-reports.ts'
import { Failure } from '../terminal/failure.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'
import { type CheckedRoom, checkAddress, checkRoomWebSocket } from './check-listener.ts'
import { type Finding, failedFinding, passedFinding } from './finding.ts'

/** Returns a failed request as a finding, so that other rooms are still checked. */
export async function checkRoomByName(
  api: ApiClient,
  site: URL,
  name: string,
  games: readonly Game[],
): Promise<Finding[]> {
  let room: RoomEntry
  try {
    room = await api.room(name)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [failedFinding(name, error.message)]
  }
  const game = games.find(({ slug }) => slug === room.game)
  return checkRoom({ name, room, site, game: game && gameInStage(game, room.stage) })
}

async function checkRoom(target: CheckedRoom): Promise<Finding[]> {
  const { name, room } = target
  const findings = [checkStatus(name, room)]
  const healthNote = room.view === undefined ? undefined : target.game?.healthNote?.(room.view)
  if (healthNote !== undefined) findings.push(passedFinding(`${name} world`, healthNote))
  // A damaged room rejects all players, so its listeners are not probed.
  if (room.status === 'damaged') return findings
  findings.push(...(await checkRoomWebSocket(target)), ...checkSidecars(name, room))
  for (const address of room.addresses) findings.push(...(await checkAddress(target, address)))
  return [...findings, ...checkFixedPorts(target)]
}

function checkStatus(name: string, { status, stage, damage, players, capacity }: RoomEntry): Finding {
  if (status === 'damaged') {
    const hint = `restore it from a backup, or delete it: ${ownCommandLine} room delete ${name}`
    return failedFinding(name, `its records are damaged: ${damage ?? 'unknown cause'}`, hint)
  }
  if (status === 'needs-upgrade') {
    const hint = 'a newer release wrote its records: deploy that release again; no record was changed'
    return failedFinding(name, 'needs-upgrade: this release cannot read its records', hint)
  }
  if (stage === 'gathering')
    return passedFinding(name, `${status}, gathering files: the game has not started`)
  return passedFinding(name, `${status}, ${players} of ${capacity} players`)
}

function checkSidecars(name: string, room: RoomEntry): Finding[] {
  const what = `${name} addresses`
  const { listen, addresses } = room
  if (listen.length && !addresses.length) {
    return [
      failedFinding(
        what,
        'no sidecar serves it',
        `start one: ${ownCommandLine} sidecar --config sidecar.toml`,
      ),
    ]
  }
  const named = listen.flatMap(({ sidecar }) => sidecar ?? [])
  const sidecars = new Set([...named, ...addresses.map(({ sidecar }) => sidecar)])
  return [...sidecars]
    .filter((id) => !hasReported(id, room))
    .map((id) =>
      failedFinding(what, `sidecar ${id} has not opened all listeners`, 'is it running? see its log'),
    )
}

/**
 * Checks the listeners that unmodified clients expect on a fixed port. On another port, these clients need a redirect.
 */
function checkFixedPorts({ name, room, game }: CheckedRoom): Finding[] {
  const fixedListeners = game?.listeners.filter(({ portIsFixed }) => portIsFixed) ?? []
  return fixedListeners.flatMap(({ transport, port }) => {
    const ports = room.addresses.flatMap((one) =>
      one.transport === transport && !one.error ? [one.port] : [],
    )
    if (!ports.length || ports.includes(port)) return []
    const seen = `unmodified clients connect only to port ${port}, but it listens on ${[...new Set(ports)].join(', ')}`
    const hint = `${ownCommandLine} room set ${name} --listen ${transport}:${port} (plus its other listeners), or redirect port ${port}`
    return [{ ok: true, what: `${name} ${transport}`, seen, hint }]
  })
}
