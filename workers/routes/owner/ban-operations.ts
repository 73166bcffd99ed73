import { banFields, banOrMuteQuery, muteFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { HandledOperation } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'
import { ban, lift, mute } from './owner-actions.ts'

const kinds = {
  ban: {
    schema: 'Bans',
    json: banFields,
    add: ban,
    names: { list: 'listBans', add: 'ban', lift: 'liftBans' },
    summary: 'Bans an address, a name, or the address of a session. Banned players are disconnected at once.',
    list: async (room: OwnedRoom) =>
      jsonResponse<Answers['Bans']>({ bans: room.require(await room.rpc.listBans()) }),
  },
  mute: {
    schema: 'Mutes',
    json: muteFields,
    add: mute,
    names: { list: 'listMutes', add: 'mute', lift: 'liftMutes' },
    summary:
      'Mutes an address, a name, or the player of a session. Muted players can play, but nobody sees what they say.',
    list: async (room: OwnedRoom) =>
      jsonResponse<Answers['Mutes']>({ mutes: room.require(await room.rpc.listMutes()) }),
  },
} as const

export function banOperations(kind: keyof typeof kinds): readonly HandledOperation[] {
  const { names, schema, summary, json, list, add } = kinds[kind]
  const path = `/api/rooms/:game/:room/${kind}s`
  return requireOwnerFor([
    {
      method: 'GET',
      path,
      name: names.list,
      summary: `Lists the active ${kind}s.`,
      responses: { 200: { description: `The ${kind}s, newest first.`, schema } },
      errors: ['not-found'],
      handler: list,
    },
    {
      method: 'POST',
      path,
      name: names.add,
      summary,
      json,
      responses: { 201: { description: `The ${kind}.`, schema: 'Ban' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: async (room, c) =>
        jsonResponse<Answers['Ban']>(await add(room, await readJsonObject(c.req.raw)), 201),
    },
    {
      method: 'DELETE',
      path,
      name: names.lift,
      summary: `Lifts the ${kind} of an address, a name or an id; without these fields, lifts all ${kind}s. You can also pass the fields as a JSON body.`,
      query: banOrMuteQuery,
      responses: { 204: { description: 'Lifted.' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: async (room, c) => {
        const isEmpty = !c.req.raw.body || c.req.header('content-length') === '0'
        const body = isEmpty ? {} : await readJsonObject(c.req.raw)
        await lift(room, kind, { ...readQuery(banOrMuteQuery, c.req.query()), ...body })
        return new Response(null, { status: 204 })
      },
    },
  ])
}
