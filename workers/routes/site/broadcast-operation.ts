import { describeError } from '../../../wire/util/log-line.ts'
import { broadcastFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse, unauthorizedError } from '../../api/responses/api-error.ts'
import { type App, type AppContext, type HandledOperation, route } from '../../context/routing.ts'
import { isSiteToken, pastedToken, requireSiteToken, siteTokenRequiredText } from '../../http/auth/tokens.ts'
import { readJsonObject, readMultipartForm } from '../../http/request/body.ts'
import { readFields } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { runOrRefillForm } from '../../http/response/refilled-form.ts'
import { messageFormName, messagePage } from '../../pages/site/message.tsx'
import { log } from '../../platform/log.ts'
import { directoryStub, roomStub } from '../../platform/stubs.ts'

/** The number of rooms that get the message at the same time. The limit keeps the site responsive. */
const batchSize = 20

export const broadcastOperation: HandledOperation = {
  method: 'POST',
  path: '/api/say',
  name: 'broadcast',
  summary:
    'Shows a message to the players of all rooms: in the game’s chat or, in games without chat, on the room’s page and in the browser player.',
  token: 'site',
  json: broadcastFields,
  responses: {
    200: { description: 'The number of rooms and players that received the message.', schema: 'Broadcast' },
  },
  errors: ['invalid', 'too-large', 'unsupported'],
  handler: broadcastToAll,
}

export function messageRoutes(app: App): void {
  route(app, '/status/message', { GET: (c) => pageResponse(c, messagePage()), POST: sendFromPage })
}

function sendFromPage(c: AppContext): Promise<Response> {
  const requireToken = async (field: string, value: string) => {
    if (field !== 'token' || !(await isSiteToken(c, pastedToken(value))))
      throw unauthorizedError(siteTokenRequiredText)
  }
  return runOrRefillForm(
    c,
    () => readMultipartForm(c, requireToken),
    async (form) => {
      const { text } = readFields(broadcastFields, { text: String(form.get('text') ?? '').trim() })
      return pageResponse(c, messagePage(await showToAll(c, text)))
    },
    async () => ({ form: messageFormName, page: await pageResponse(c, messagePage()) }),
  )
}

async function broadcastToAll(c: AppContext): Promise<Response> {
  await requireSiteToken(c)
  const { text } = readFields(broadcastFields, await readJsonObject(c.req.raw))
  return jsonResponse<Answers['Broadcast']>(await showToAll(c, text))
}

async function showToAll(c: AppContext, text: string): Promise<Answers['Broadcast']> {
  const withMessages = new Set(
    c
      .get('games')
      .filter(({ broadcast, notify }) => broadcast || notify)
      .map(({ slug }) => slug),
  )
  const rooms = (await directoryStub(c.env).listRooms())
    .filter(({ game, players }) => withMessages.has(game) && players > 0)
    .map(({ game, room }) => `${game}/${room}`)
  const failed: string[] = []
  let [reached, players] = [0, 0]
  for (let from = 0; from < rooms.length; from += batchSize)
    await Promise.all(
      rooms.slice(from, from + batchSize).map(async (name) => {
        // If one room does not answer, the other rooms must still get the message.
        try {
          const answer = await roomStub(c.env, name).broadcast(text)
          if (answer === 'failed') failed.push(name)
          else if (answer) {
            reached++
            players += answer
          }
        } catch (error) {
          log('warn', 'message not shown', { room: name, detail: describeError(error) })
          failed.push(name)
        }
      }),
    )
  return { rooms: reached, players, failed: failed.sort() }
}
