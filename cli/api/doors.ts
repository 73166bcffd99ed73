// Where the doors of a room came to be. The Worker says what is asked for, and the sidecars, moments later, what they
// opened: here that is waited for.
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../../durable-objects/rooms.ts'
import { plain } from '../terminal/output.ts'
import type { Api, RoomEntry } from './api.ts'

/** `transport host:port`, or why it is not open. */
export function place({ transport, host, port, error }: Address): string {
  return plain(error ? `${transport} ${port} (${error})` : `${transport} ${host}:${port}`)
}

/** Has this sidecar said of every door that is its own where it is, or why it is not? */
export function isReportedBy(
  id: string,
  { listen, addresses }: Pick<RoomEntry, 'listen' | 'addresses'>,
): boolean {
  const asked = listen.filter(({ sidecar = id }) => sidecar === id)
  return addresses.filter(({ sidecar }) => sidecar === id).length >= asked.length
}

/** Milliseconds that sidecars may take to report; one that is there takes some ten. */
const usualPatience = 5000

/**
 * The room `name` when its sidecars have reported, or after `patience` milliseconds: then `missing` says what was not
 * heard. `seen`: as it was seen just now, if it was.
 */
export async function whenReported(
  api: Pick<Api, 'room'>,
  name: string,
  seen?: RoomEntry,
  patience = usualPatience,
): Promise<{ entry: RoomEntry; missing?: string }> {
  let entry = seen ?? (await api.room(name))
  for (const until = Date.now() + patience; !isReported(entry); entry = await api.room(name)) {
    if (Date.now() >= until) return { entry, missing: missingOf(entry, patience) }
    await delay(20)
  }
  return { entry }
}

/** By all that were heard of it, and all that it names. */
function isReported(room: RoomEntry): boolean {
  const sidecars = sidecarsOf(room)
  if (sidecars.size === 0) return room.listen.length === 0
  return [...sidecars].every((id) => isReportedBy(id, room))
}

function sidecarsOf({ listen, addresses }: RoomEntry): Set<string> {
  return new Set([...listen, ...addresses].flatMap(({ sidecar }) => sidecar ?? []))
}

function missingOf(room: RoomEntry, patience: number): string {
  const late = [...sidecarsOf(room)].filter((id) => !isReportedBy(id, room))
  const said = late.length
    ? `${late.join(', ')} has not opened all its doors`
    : 'no sidecar has opened its doors'
  return `${said} in ${patience / 1000} s; packetboat doctor ${room.game}/${room.room} says more`
}
