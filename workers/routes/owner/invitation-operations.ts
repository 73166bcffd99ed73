// The invite link of a private room, for its owner.
import type { Game } from '../../../games/game.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import { originOf } from '../../api/responses/room-response.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { requireRoomOwner } from './owned-room.ts'

export function invitationOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room/invitation'
  return [
    {
      method: 'GET',
      path,
      name: 'readInvitation',
      summary: 'Returns the invite link of a private room.',
      token: 'host',
      responses: { 200: { description: 'The link.', schema: 'Invitation' } },
      errors: ['not-found'],
      handler: (c) => showInvitation(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path,
      name: 'renewInvitation',
      summary:
        'Creates a new invite link. The old link stops working, and everybody must open the new one or enter the password again.',
      token: 'host',
      responses: { 200: { description: 'The new link.', schema: 'Invitation' } },
      errors: ['not-found'],
      handler: (c) => showInvitation(c, locator, roomFromPath(c, games), 'renew'),
    },
  ]
}

/** The link of this secret; null if everybody may join. */
export function invitationUrl(c: AppContext, name: string, secret: string | null): string | null {
  return secret === null ? null : `${originOf(c)}/${name}/join#${secret}`
}

async function showInvitation(
  c: AppContext,
  locator: RoomLocator,
  ref: RoomRef,
  renew?: 'renew',
): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const secret = room.require(await room.rpc.invitation(renew))
  return jsonResponse<Answers['Invitation']>({ url: invitationUrl(c, ref.name, secret) })
}
