import type { Game } from '../../../games/game.ts'
import { ownDataFields } from '../../api/description/fields.ts'
import { invalidFieldError } from '../../api/responses/api-error.ts'
import { type RoomResponse, toRoomResponse } from '../../api/responses/room-response.ts'
import { readRoomState } from '../../cache/room-state.ts'
import { type App, type AppContext, type RoomRef, roomFromPath, route } from '../../context/routing.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { readFields } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { runOrRefillForm } from '../../http/response/refilled-form.ts'
import type { Page } from '../../pages/layout/frame.tsx'
import { erasedPage, erasurePage, myDataFormName, myDataPage } from '../../pages/rooms/my-data.tsx'
import { eraseOwnData, playerDataResponse, readOwnData } from './player-data-operations.ts'

export function myDataRoutes(app: App): void {
  route(app, '/:game/:room/my-data', {
    GET: (c) => showPage(c, roomFromPath(c), myDataPage),
    POST: (c) => handleForm(c, roomFromPath(c)),
  })
}

async function showPage(
  c: AppContext,
  { game, name }: RoomRef,
  page: (game: Game, room: RoomResponse) => Page,
): Promise<Response> {
  return pageResponse(c, page(game, toRoomResponse(c, game, await readRoomState(c, name, 'withoutView'))))
}

/** After a refusal, the first form is shown again, without the password. */
function handleForm(c: AppContext, ref: RoomRef): Promise<Response> {
  return runOrRefillForm(
    c,
    () => readMultipartForm(c),
    (form) => act(c, ref, form),
    async (sent) => {
      sent.set('password', '')
      return { form: myDataFormName, page: await showPage(c, ref, myDataPage) }
    },
  )
}

async function act(c: AppContext, ref: RoomRef, form: FormData): Promise<Response> {
  const login = readFields(ownDataFields, {
    name: String(form.get('name') ?? '').trim(),
    // Players can also paste the whole link of a secret.
    password: String(form.get('password') ?? '').replace(/^https?:.*#/, ''),
  })
  switch (form.get('do')) {
    case 'erase':
      if (form.get('sure') !== 'yes') throw invalidFieldError('sure', 'confirm that everything is erased')
      await eraseOwnData(c, ref, login)
      return showPage(c, ref, erasedPage)
    case 'review': {
      const file = await readOwnData(c, ref, login)
      return showPage(c, ref, (game, room) => erasurePage(game, room, login.name, file))
    }
    default:
      return playerDataResponse(await readOwnData(c, ref, login))
  }
}
