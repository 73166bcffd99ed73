// The API and the owner page call the same functions, which throw the same errors.

import type { BanInfo, BanSubject } from '../../../durable-objects/model/bans.ts'
import { defaultEventKinds, type WebhookFilter } from '../../../durable-objects/model/webhook.ts'
import type { SessionInfo } from '../../../durable-objects/room/sessions/session-info.ts'
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import type {
  BanRequest,
  RoomPatch,
  RoomState,
  WebhookInfo,
  WebhookRequest,
} from '../../../durable-objects/rpc/rpc-types.ts'
import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import type { Json } from '../../../games/game.ts'
import type { JsonObject, ValuesOf } from '../../../games/shared/schema/schema.ts'
import {
  banFields,
  banOrMuteQuery,
  broadcastFields,
  consoleFields,
  muteFields,
  webhookFields,
} from '../../api/description/fields.ts'
import {
  ApiError,
  invalidFieldError,
  noneWithIdError,
  notFoundError,
  retryLaterError,
} from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import { isUnopenableDatabase } from '../../cache/room-state.ts'
import type { AppContext } from '../../context/routing.ts'
import { reclaimName } from '../../create/create-room.ts'
import { callWithOwnerToken, isSiteToken } from '../../http/auth/tokens.ts'
import { parseRoomPatch, readFields } from '../../http/request/request-fields.ts'
import { directoryStub } from '../../platform/stubs.ts'
import type { OwnedRoom } from './owned-room.ts'

// ---- The room ----------------------------------------------------------------------------------------------------

export async function updateRoom(room: OwnedRoom, fields: JsonObject): Promise<RoomState> {
  const state = room.require(await room.rpc.patch(parseRoomPatch(fields, room.game)))
  if (!('status' in state)) throw unknownResultError('patch', state)
  return state
}

/** Sets the room's schedule. With null, the room is always open. */
export async function updateSchedule(
  room: OwnedRoom,
  schedule: RoomPatch['schedule'] & (object | null),
): Promise<void> {
  room.require(await room.rpc.patch({ schedule }))
}

/**
 * The room can be restored for seven days. On a site where everybody can create rooms, only a room that the site's
 * operator deletes can be restored, so that nobody can fill the disk with deleted rooms. Also deletes a room whose
 * records are lost or unreadable, and releases its name.
 */
export async function deleteRoom(c: AppContext, room: OwnedRoom): Promise<void> {
  const directory = directoryStub(c.env)
  const listed = await directory.getRoom(room.name)
  const isRetained = c.env.CREATE !== 'open' || (await isSiteToken(c, c.get('acceptedToken') ?? ''))
  const deleted = await deleteRoomObject(room, isRetained ? 'retain' : undefined)
  if (listed) await directory.removeRoom(room.name, listed.generation)
  room.require(deleted || listed ? true : undefined)
}

/** Returns false if the room does not exist or its database cannot be opened. */
async function deleteRoomObject({ rpc }: OwnedRoom, retain: 'retain' | undefined): Promise<boolean> {
  try {
    return await rpc.deleteRoom(retain)
  } catch (error) {
    if (!isUnopenableDatabase(error)) throw error
    return false
  }
}

/**
 * Restores a deleted room with its world and its token. Throws 409 if another room has the name, and 404 if no room
 * with this name can be restored.
 */
export async function undeleteRoom(
  c: Pick<AppContext, 'env'>,
  name: string,
  rpc: Pick<RoomRpc, 'undelete'>,
): Promise<void> {
  const directory = directoryStub(c.env)
  const generation = (await directory.reserveName(name)) ?? (await reclaimName(c, name))
  if (generation === undefined) throw new ApiError('taken', `a room called ${name} exists`, { field: 'room' })
  // If the call throws, the name stays reserved, because the room may have been restored. In that case the room's
  // announcement to the Directory ends the reservation.
  if (await rpc.undelete(generation)) return
  await directory.releaseName(name, generation)
  throw notFoundError(`no room called ${name} was deleted in the last seven days`)
}

export async function renewToken(room: OwnedRoom): Promise<string> {
  return room.require(await room.rpc.renewToken())
}

/** Returns the game's output. Throws 404 for a game without a console. */
export async function runConsoleLine(
  { rpc, game }: OwnedRoom,
  fields: JsonObject,
): Promise<readonly string[]> {
  const output = await rpc.runConsoleCommand(readFields(consoleFields, fields).line)
  if (output === undefined) throw notFoundError(`${game.title} has no console`)
  if (output === 'failed') throw new ApiError('unavailable', 'the world could not run the command: try again')
  if (typeof output === 'string') throw unknownResultError('runConsoleCommand', output)
  return output
}

/** Returns the number of players who can see the message. Throws 404 for a game that cannot show messages. */
export async function broadcast({ rpc, game }: OwnedRoom, fields: JsonObject): Promise<number> {
  const { text } = readFields(broadcastFields, fields)
  const players = await rpc.broadcast(text)
  if (players === undefined) throw notFoundError(`${game.title} cannot show messages`)
  if (players === 'failed')
    throw new ApiError('unavailable', 'the room could not show the message: try again')
  return players
}

// ---- Players and bans --------------------------------------------------------------------------------------------

export async function kick(room: OwnedRoom, id: string): Promise<SessionInfo> {
  return requireKicked(room, id, await room.rpc.kick(id))
}

/**
 * Disconnects a player like `kick`, but with only one call to the room, which also checks the token of the request.
 * Throws the errors of `requireRoomOwner`.
 */
export async function kickByToken(c: AppContext, room: OwnedRoom, id: string): Promise<SessionInfo> {
  const { rpc, name } = room
  const kicked = await callWithOwnerToken(c, rpc, name, (credential) =>
    credential ? rpc.kickAsOwner(id, credential) : rpc.kick(id),
  )
  return requireKicked(room, id, kicked)
}

function requireKicked(
  room: OwnedRoom,
  id: string,
  answer: Awaited<ReturnType<RoomRpc['kick']>>,
): SessionInfo {
  const kicked = room.require(answer)
  if (kicked === 'not-found') throw noneWithIdError('session', id, 'the player may have left')
  if (kicked === 'resuming') throw retryLaterError('unavailable', 'the room is resuming its sessions', 1)
  if (typeof kicked === 'string') throw unknownResultError('kick', kicked)
  return kicked
}

export async function ban(room: OwnedRoom, fields: JsonObject): Promise<BanInfo> {
  return room.require(await room.rpc.ban(parseBan(banFields, fields)))
}

export async function mute(room: OwnedRoom, fields: JsonObject): Promise<BanInfo> {
  return room.require(await room.rpc.mute(parseBan(muteFields, fields)))
}

/** Without an address, a name or an id, lifts all bans or all mutes. */
export async function lift(room: OwnedRoom, kind: 'ban' | 'mute', fields: JsonObject): Promise<void> {
  const subject = banSubject(readFields(banOrMuteQuery, fields))
  const { rpc } = room
  const lifted = room.require(await (kind === 'ban' ? rpc.liftBans(subject) : rpc.liftMutes(subject)))
  if (lifted === 0 && subject) throw noneOfSubjectError(kind, subject)
}

export async function dismissReports(room: OwnedRoom, id?: string): Promise<void> {
  const dismissed = room.require(await room.rpc.dismissReports(id))
  if (dismissed === 0 && id !== undefined)
    throw noneWithIdError('report', id, 'it may have been dismissed, or deleted after 30 days')
}

function parseBan(table: typeof banFields | typeof muteFields, fields: JsonObject): BanRequest {
  const { seconds, reason, ...subjects } = readFields(table, fields)
  const subject = banSubject(subjects)
  if (!subject) throw invalidFieldError('address', 'pass an address, a name or an id')
  return { ...subject, seconds, ...(reason !== undefined && { reason }) }
}

/**
 * The address, name or session that the request names. Undefined if the request names none. Throws 400 if the request
 * names several.
 */
function banSubject({
  address,
  name,
  id,
}: ValuesOf<typeof banOrMuteQuery>): BanSubject | { readonly id: string } | undefined {
  const subjects = [
    ...(address === undefined ? [] : [{ address }]),
    ...(name === undefined ? [] : [{ name }]),
    ...(id === undefined ? [] : [{ id }]),
  ]
  if (subjects.length > 1) throw invalidFieldError('name', 'pass only one of address, name and id')
  return subjects[0]
}

function noneOfSubjectError(kind: string, subject: BanSubject | { readonly id: string }): ApiError {
  if ('id' in subject) return noneWithIdError(kind, subject.id, 'it may have expired')
  const [[field, value] = []] = Object.entries(subject)
  return notFoundError(`no ${kind} has the ${field} ${value}: it may have expired`)
}

// ---- Webhooks ----------------------------------------------------------------------------------------------------

const defaultCooldownSeconds = 60

/**
 * Returns the webhook with its signing secret. A webhook has no secret if its messages are not signed. Throws 400 or
 * 422 with the name of the field.
 */
export async function addWebhook(
  c: AppContext,
  room: OwnedRoom,
  fields: JsonObject,
): Promise<{ readonly webhook: WebhookInfo; readonly secret?: string }> {
  const {
    url,
    kind,
    on = room.game.webhooks?.byDefault ?? defaultEventKinds,
    filter,
    cooldown = defaultCooldownSeconds,
  } = readFields(webhookFields, fields)
  if (new Set(on).size !== on.length) throw invalidFieldError('on', 'an event kind is listed twice')
  const request: WebhookRequest = {
    ...{ url, ...(kind && { kind }), on },
    ...(filter && { filter: parseWebhookFilter(room, filter) }),
    ...{ cooldownSeconds: cooldown, page: `${siteOrigin(c)}/${room.name}` },
  }
  return room.require(await room.rpc.addWebhook(request))
}

/** Maximum number of values of a label. A usual filter for a multiworld has fewer values. */
const maxFilterValues = 100
const maxFilterText = 64

/** Throws 400 with the name of the wrong label. */
function parseWebhookFilter({ game }: OwnedRoom, filter: JsonObject): WebhookFilter {
  const known = game.webhooks?.filters ?? {}
  return Object.fromEntries(
    Object.entries(filter).map(([label, values]) => {
      const field = `filter.${label.slice(0, 40)}`
      if (!Object.hasOwn(known, label))
        throw invalidFieldError(
          field,
          `unknown label; ${game.title} has ${Object.keys(known).join(', ') || 'none'}`,
        )
      const { choices } = known[label]!
      const isValue = (value: Json): value is string =>
        typeof value === 'string' && value.length <= maxFilterText && (choices?.includes(value) ?? true)
      if (!Array.isArray(values) || values.length > maxFilterValues || !values.every(isValue))
        throw invalidFieldError(
          field,
          choices
            ? `must be a list of ${choices.join(', ')}`
            : `must be a list of at most ${maxFilterValues} names of up to ${maxFilterText} characters`,
        )
      return [label, values]
    }),
  )
}

export async function deleteWebhook(room: OwnedRoom, id: string): Promise<void> {
  if (!room.require(await room.rpc.deleteWebhook(id)))
    throw noneWithIdError('webhook', id, 'it may have been deleted')
}
