// While a link is down, only replies are kept for a client. Other packets are lost, so the client gets the state again.

import { type EncodedJson, type JsonWritable, stringifyJson } from '../python/json.ts'
import type { Client } from '../room/clients.ts'
import { readOnlyPrefix } from '../storage/set-operations.ts'
import type { Multiworld } from '../world.ts'
import type { FrameOutbox } from './outbox.ts'
import { progressFingerprint } from './resume-state.ts'

/**
 * Maximum length of the watched values that are sent, in UTF-16 units. A client that watches more must request the
 * remaining values.
 */
const maxWatchedUnits = 262_144

/**
 * Sends nothing if the client certainly has the state. `sentProgress`: the result of `progressFingerprint` for the
 * state that the client was sent; '' if this is uncertain.
 */
export function resendState(
  world: Multiworld,
  outbox: FrameOutbox,
  client: Client,
  sentProgress: string,
): void {
  if (sentProgress !== '' && sentProgress === progressFingerprint(client, world)) return
  world.sendInventory(client)
  world.updateRoom([client], {
    hint_points: world.hints.points(client.slot),
    checked_locations: world.checks.checked(client.slot),
    players: world.networkPlayers(),
    permissions: world.permissions,
    hint_cost: world.options.hint_cost,
    location_check_points: world.options.location_check_points,
  })
  let units = 0
  for (const key of client.watchedKeys) {
    const reply = setReplyFor(world, client, key)
    if (!reply) continue
    units += stringifyJson(reply.value).length
    if (units > maxWatchedUnits) return
    outbox.setReply([client], reply)
  }
}

/** The SetReply that clients would get if a client set the key to its current value. */
function setReplyFor(
  world: Multiworld,
  { slot }: Client,
  key: string,
): { value: JsonWritable; [field: string]: JsonWritable } | undefined {
  const value = world.readStorage(key)
  if (value === undefined) return undefined
  return key.startsWith(readOnlyPrefix)
    ? { key, value }
    : { key, value, original_value: value as EncodedJson, slot }
}
