// The host's API operations beside moderation: the cost of the room, and forks.
import type { Game } from '../games/game.ts'
import { json } from './answers/error.ts'
import { metered } from './answers/metered.ts'
import { originOf, urlsOf } from './answers/shown.ts'
import { mustBeAllowedToCreate } from './api.ts'
import { readForm } from './body.ts'
import { forkingForm } from './description/fields.ts'
import { forkForm } from './fields.ts'
import { forked } from './fork.ts'
import { hosted } from './hosted.ts'
import { type Asked, roomOf, type Served } from './routes.ts'
import type { There } from './there.ts'

export function hostOperations(games: readonly Game[], there: There): Served[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path: `${path}/meter`,
      name: 'readMeter',
      says: 'What the room has used of the platform, as it counts that itself, and what it costs.',
      token: 'host',
      answers: { 200: { says: 'By days, the oldest first, and projected.', schema: 'Meter' } },
      errors: ['not-found'],
      answer: (c) => readMeter(c, there, roomOf(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/fork`,
      name: 'forkRoom',
      says:
        'Another room of the same beginnings, with the same options, that goes its own way: where not everybody may create ' +
        "rooms, with the site's token.",
      token: 'host',
      form: forkingForm,
      answers: { 201: { says: 'The room is there.', schema: 'CreatedRoom' } },
      errors: ['invalid', 'not-found', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
      answer: (c) => forkRoom(c, there, roomOf(c, games)),
    },
  ]
}

async function readMeter(c: Asked, there: There, name: string): Promise<Response> {
  const used = await (await hosted(c, there, name)).used()
  if (!used) throw there.none(name)
  return json(metered(used))
}

async function forkRoom(
  c: Asked,
  there: There,
  { game, name }: ReturnType<typeof roomOf>,
): Promise<Response> {
  const room = await hosted(c, there, name)
  await mustBeAllowedToCreate(c)
  const wanted = forkForm(await readForm(c))
  const { room: called, title, adminToken, warnings } = await forked(c, room, game, wanted)
  const { url, websocket } = urlsOf(originOf(c), game.slug, called)
  const host = `${url}/host#${adminToken}`
  return json({ game: game.slug, room: called, title, url, websocket, host, adminToken, warnings }, 201)
}
