// `/new`: creates rooms in a browser, with or without scripts. The form has the same fields as the API.
import type { Game } from '../games/game.ts'
import { optionsOfForm } from '../games/shared/options/form.ts'
import { notFound, unauthorized } from './answers/error.ts'
import { originOf, urlsOf } from './answers/shown.ts'
import { foundNamed, mustBeAllowedToCreate } from './api.ts'
import { readForm } from './body.ts'
import { brought, maxBrought } from './brought.ts'
import { importedForm, roomForm } from './fields.ts'
import { inLines, type Telling } from './in-lines.ts'
import { apart } from './option-parts.ts'
import { page } from './page.ts'
import { type Creation, createdPage, foundPage, gamesPage, importPage, newRoomPage } from './pages/new.tsx'
import { lookInto } from './preview.ts'
import { type Asked, only, type Routes } from './routes.ts'
import { isSitesToken } from './tokens.ts'

export function newRoutes(app: Routes, games: readonly Game[]): void {
  only(app, '/new', {
    GET: (c) => showForm(c, games),
    POST: (c) => inLines(c, (tell) => create(c, games, tell)),
  })
  only(app, '/new/preview', { POST: (c) => look(c, games) })
  only(app, '/new/import', {
    GET: (c) => page(c, importPage(creationOf(c))),
    POST: (c) => bringIn(c, games),
  })
}

const creationOf = (c: Asked): Creation => (c.env.CREATE === 'open' ? 'open' : 'admin')

function showForm(c: Asked, games: readonly Game[]): Promise<Response> {
  const slug = c.req.query('game')
  if (slug === undefined) return page(c, gamesPage(games, creationOf(c)))
  const game = games.find((known) => known.slug === slug)
  if (!game) throw notFound('there is no such game')
  return page(c, newRoomPage(game, creationOf(c)))
}

async function create(c: Asked, games: readonly Game[], tell: Telling): Promise<Response> {
  const form = roomForm(apiForm(await formOf(c), games), games)
  const { room, title, adminToken, warnings } = await foundNamed(c, form, tell)
  const { url } = urlsOf(originOf(c), form.game.slug, room)
  return page(c, createdPage(title, url, `${url}/host#${adminToken}`, warnings), 201)
}

/** A preview of the form's files, before a room is created. */
async function look(c: Asked, games: readonly Game[]): Promise<Response> {
  const sent = apiForm(await formOf(c, maxBrought(c)), games)
  for (const field of ['room', 'title', 'region']) sent.delete(field)
  const { game, found } = await lookInto(c, sent, games)
  return page(c, foundPage(game, found))
}

/** Imports a room. */
async function bringIn(c: Asked, games: readonly Game[]): Promise<Response> {
  const { file, room: called } = importedForm(apiForm(await formOf(c, maxBrought(c)), games))
  const { game, room, title, adminToken, warnings } = await brought(c, file, called, games)
  const { url } = urlsOf(originOf(c), game.slug, room)
  return page(c, createdPage(title, url, `${url}/host#${adminToken}`, warnings), 201)
}

async function formOf(c: Asked, max?: number): Promise<FormData> {
  if (creationOf(c) === 'open') await mustBeAllowedToCreate(c)
  return readForm(c, (name, value) => mayGoOn(c, name, value), max)
}

/** If the site's token is required, it must be the form's first field: without it no upload is read. */
async function mayGoOn(c: Asked, name: string, value: string): Promise<void> {
  if (creationOf(c) === 'open') return
  if (name !== 'token' || !(await isSitesToken(c, value))) throw unauthorized("the site's token is wanted")
}

/** The form as the API expects it: options together as JSON, empty fields omitted. */
function apiForm(sent: FormData, games: readonly Game[]): FormData {
  const form = new FormData()
  const { options, others } = apart(sent)
  for (const [name, value] of others)
    if (name !== 'token' && (typeof value === 'string' ? value !== '' : value.size > 0))
      form.append(name, value)
  const game = games.find(({ slug }) => slug === form.get('game'))
  if (game) form.set('options', JSON.stringify(optionsOfForm(game.options, options)))
  return form
}
