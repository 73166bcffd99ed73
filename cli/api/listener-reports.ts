// The Worker answers a request at once with the requested listeners. Sidecars report moments later which listeners are
// open.

import { setTimeout as delay } from 'node:timers/promises'
import type { RoomAddress } from '../../durable-objects/rpc/rpc-types.ts'
import { Failure } from '../terminal/failure.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'
import type { ApiClient, RoomEntry } from './api-client.ts'
import { bracketIpv6 } from './host-in-url.ts'

/** `transport host:port`, or the reason why the listener is not open. */
export function formatAddress({ transport, host, port, error }: RoomAddress): string {
  return error ? `${transport} ${port} (${error})` : `${transport} ${bracketIpv6(host ?? '')}:${port}`
}

/** Whether a sidecar has reported an address or an error for each of its listeners of the room. */
export function hasReported(
  id: string,
  { listen, addresses }: Pick<RoomEntry, 'listen' | 'addresses'>,
): boolean {
  const requested = listen.filter(({ sidecar = id }) => sidecar === id)
  return addresses.filter(({ sidecar }) => sidecar === id).length >= requested.length
}

/** A connected sidecar reports within about 10 ms. */
const defaultTimeoutMs = 5000

/** After a timeout, `missing` describes the missing reports. `known`: the room, if the caller has just read it. */
export async function waitForReports(
  api: Pick<ApiClient, 'room'>,
  name: string,
  known?: RoomEntry,
  timeoutMs = defaultTimeoutMs,
): Promise<{ entry: RoomEntry; missing?: string }> {
  let entry = known ?? (await api.room(name))
  for (const until = Date.now() + timeoutMs; !isReported(entry); ) {
    if (Date.now() >= until) return { entry, missing: describeMissing(entry, timeoutMs) }
    await delay(20)
    try {
      entry = await api.room(name)
    } catch (error) {
      // This failure does not end the command, because the caller has already read or changed the room.
      if (!(error instanceof Failure)) throw error
      return { entry, missing: `cannot read its addresses: ${error.message}` }
    }
  }
  return { entry }
}

/**
 * Whether the sidecars have reported their listeners: those that the room's listeners name, and those that have already
 * reported an address.
 */
function isReported(room: RoomEntry): boolean {
  const sidecars = sidecarsOf(room)
  if (sidecars.size === 0) return room.listen.length === 0
  return [...sidecars].every((id) => hasReported(id, room))
}

function sidecarsOf({ listen, addresses }: RoomEntry): Set<string> {
  return new Set([...listen, ...addresses].flatMap(({ sidecar }) => sidecar ?? []))
}

function describeMissing(room: RoomEntry, timeoutMs: number): string {
  const late = [...sidecarsOf(room)].filter((id) => !hasReported(id, room))
  const problem = late.length
    ? `${late.join(', ')} has not opened all listeners`
    : 'no sidecar has opened its listeners'
  return `${problem} within ${timeoutMs / 1000} s; run ${ownCommandLine} doctor ${room.game}/${room.room}`
}
