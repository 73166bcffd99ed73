// Bans and mutes by the owner: players who cannot connect, or whose words reach nobody, for a time.
import type { Game } from '../../../games/game.ts'
import { banFields, banOrMuteQuery, muteFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireRoomOwner } from './owned-room.ts'
import { ban, liftBans, liftMutes, mute } from './owner-actions.ts'

const kinds = {
  ban: {
    schema: 'Bans',
    json: banFields,
    add: ban,
    lift: liftBans,
    names: { list: 'listBans', add: 'ban', lift: 'liftBans' },
    summary: 'Bans an address, a name, or the address of a session. Banned players are disconnected at once.',
    list: async (room: OwnedRoom) =>
      jsonResponse<Answers['Bans']>({ bans: room.require(await room.rpc.listBans()) }),
  },
  mute: {
    schema: 'Mutes',
    json: muteFields,
    add: mute,
    lift: liftMutes,
    names: { list: 'listMutes', add: 'mute', lift: 'liftMutes' },
    summary:
      'Mutes an address, a name, or the player of a session. Muted players can play, but what they say reaches nobody.',
    list: async (room: OwnedRoom) =>
      jsonResponse<Answers['Mutes']>({ mutes: room.require(await room.rpc.listMutes()) }),
  },
} as const

/** The operations for bans, or those for mutes. */
export function banOperations(
  kind: keyof typeof kinds,
  games: readonly Game[],
  locator: RoomLocator,
): HandledOperation[] {
  const { names, schema, summary, json, list, add, lift } = kinds[kind]
  const path = `/api/rooms/:game/:room/${kind}s`
  const owned = (c: AppContext) => requireRoomOwner(c, locator, roomFromPath(c, games))
  return [
    {
      method: 'GET',
      path,
      name: names.list,
      summary: `Lists the active ${kind}s.`,
      token: 'host',
      responses: { 200: { description: `The ${kind}s, newest first.`, schema } },
      errors: ['not-found'],
      handler: async (c) => list(await owned(c)),
    },
    {
      method: 'POST',
      path,
      name: names.add,
      summary,
      token: 'host',
      json,
      responses: { 201: { description: `The ${kind}.`, schema: 'Ban' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: async (c) => {
        const room = await owned(c)
        return jsonResponse<Answers['Ban']>(await add(room, await readJsonObject(c.req.raw)), 201)
      },
    },
    {
      method: 'DELETE',
      path,
      name: names.lift,
      summary: `Lifts the ${kind} of an address, a name or an id; without any of these, all ${kind}s. You can also pass the fields as a JSON body.`,
      token: 'host',
      query: banOrMuteQuery,
      responses: { 204: { description: 'Lifted.' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: async (c) => {
        const room = await owned(c)
        const body = c.req.raw.body ? await readJsonObject(c.req.raw) : {}
        await lift(room, { ...readQuery(banOrMuteQuery, c.req.query()), ...body })
        return new Response(null, { status: 204 })
      },
    },
  ]
}
