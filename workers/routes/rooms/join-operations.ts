// Players enter the password or open the invite link on the page `/:game/:room/join`. Programs use the API operation.
// In the invite link the secret follows the `#`, so that no server logs the secret.

import { type AdmissionGrant, admissionCookie } from '../../../durable-objects/rpc/rpc-types.ts'
import { tooManyGuessesMessage } from '../../../games/shared/passwords.ts'
import { joinFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { ApiError, jsonResponse, unauthorizedError } from '../../api/responses/api-error.ts'
import { siteOrigin, toRoomResponse } from '../../api/responses/room-response.ts'
import { findRoom, requireResult } from '../../cache/room-locator.ts'
import { readRoomState } from '../../cache/room-state.ts'
import {
  type App,
  type AppContext,
  type HandledOperation,
  type RoomRef,
  roomFromPath,
  route,
} from '../../context/routing.ts'
import { readJsonObject, readMultipartForm } from '../../http/request/body.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { readFields } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { runOrRefillForm } from '../../http/response/refilled-form.ts'
import { joinedPage, joinFormName, joinPage } from '../../pages/rooms/join.tsx'

export const joinOperations: readonly HandledOperation[] = [
  {
    method: 'POST',
    path: '/api/rooms/:game/:room/join',
    name: 'join',
    summary:
      "Lets clients from the caller's address join a private room for twelve hours. Also sets a cookie with which the caller's browser can join.",
    json: joinFields,
    responses: { 200: { description: 'Admitted.', schema: 'Joined' } },
    errors: ['invalid', 'unauthorized', 'not-found', 'slow-down', 'too-large', 'unsupported'],
    handler: (c) => joinByApi(c, roomFromPath(c)),
  },
]

export function joinRoutes(app: App): void {
  route(app, '/:game/:room/join', {
    GET: (c) => showJoinPage(c, roomFromPath(c)),
    POST: (c) => joinFromPage(c, roomFromPath(c)),
  })
}

async function joinByApi(c: AppContext, ref: RoomRef): Promise<Response> {
  const { secret } = readFields(joinFields, await readJsonObject(c.req.raw))
  const admitted = await admit(c, ref, secret)
  const answer = jsonResponse<Answers['Joined']>({ until: admitted.addressUntil })
  answer.headers.append('set-cookie', cookieOf(c, ref, admitted))
  return answer
}

async function showJoinPage(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  return pageResponse(c, joinPage(game, toRoomResponse(c, game, await readRoomState(c, name, 'withoutView'))))
}

function joinFromPage(c: AppContext, ref: RoomRef): Promise<Response> {
  return runOrRefillForm(
    c,
    () => readMultipartForm(c),
    async (form) => {
      // Players can also paste the whole invite link. Spaces are kept, because a password may begin or end with a
      // space.
      const secret = String(form.get('secret') ?? '').replace(/^\s*https?:.*#(\S*)\s*$/, '$1')
      const admitted = await admit(c, ref, readFields(joinFields, { secret }).secret)
      const room = toRoomResponse(c, ref.game, await readRoomState(c, ref.name, 'withoutView'))
      const page = await pageResponse(c, joinedPage(ref.game, room, admitted.addressUntil))
      page.headers.append('set-cookie', cookieOf(c, ref, admitted))
      return page
    },
    async (sent) => {
      // The page must not repeat the typed secret, which may be the password of another room.
      sent.set('secret', '')
      return { form: joinFormName, page: await showJoinPage(c, ref) }
    },
  )
}

/** Throws 401 for a wrong secret, and 429 after too many wrong secrets. */
async function admit(c: AppContext, { name }: RoomRef, secret: string): Promise<AdmissionGrant> {
  const room = await findRoom(c, name)
  const answer = requireResult(c, name, await room.admit(secret, clientAddressOf(c)))
  if (!('waitMs' in answer)) return answer
  if (answer.waitMs === 0)
    throw unauthorizedError('this is neither the password nor the invite link of this room')
  throw new ApiError('slow-down', tooManyGuessesMessage(answer.waitMs), {
    field: 'secret',
    headers: { 'retry-after': String(Math.ceil(answer.waitMs / 1000)) },
  })
}

/** The browser sends the cookie with requests for the room's page and WebSocket, which have the same path. */
function cookieOf(c: AppContext, { name }: RoomRef, { credential, browserUntil }: AdmissionGrant): string {
  const expires = new Date(browserUntil).toUTCString()
  const secure = siteOrigin(c).startsWith('https:') ? '; Secure' : ''
  return `${admissionCookie}=${credential}; Path=/${name}; Expires=${expires}; HttpOnly; SameSite=Lax${secure}`
}
