import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'

const path = '/api/rooms/:game/:room/invitation'

export const invitationOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path,
    name: 'readInvitation',
    summary: 'Returns the invite link of a private room.',
    responses: { 200: { description: 'The link.', schema: 'Invitation' } },
    errors: ['not-found'],
    handler: (room, c) => showInvitation(room, c),
  },
  {
    method: 'POST',
    path,
    name: 'renewInvitation',
    summary:
      'Creates a new invite link. The old link stops working, and everybody must open the new one or enter the password again.',
    responses: { 200: { description: 'The new link.', schema: 'Invitation' } },
    errors: ['not-found'],
    handler: (room, c) => showInvitation(room, c, 'renew'),
  },
])

/** The URL of the room's invite link, or null if everybody may join. */
export function invitationUrl(c: AppContext, name: string, secret: string | null): string | null {
  return secret === null ? null : `${siteOrigin(c)}/${name}/join#${secret}`
}

async function showInvitation(room: OwnedRoom, c: AppContext, renew?: 'renew'): Promise<Response> {
  const secret = room.require(await room.rpc.invitation(renew))
  return jsonResponse<Answers['Invitation']>({ url: invitationUrl(c, room.name, secret) })
}
