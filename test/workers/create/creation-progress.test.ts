import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { directoryStub, roomStub } from '../../../workers/platform/stubs.ts'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { type CreatedRoom, errorOf, formOf, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

const lines = { accept: 'application/x-ndjson' }
const file = (text: string) => new File([text], 'map.txt')
const slowRoom = { game: 'echo', room: 'harbor', file: file('parts') }
const readLines = async (answer: Response) =>
  (await answer.text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const shares = [0.25, 0.5, 0.75].map((share) => ({ room: 'echo/harbor', share }))

describe('a room that is created in steps', () => {
  it('streams its progress as NDJSON, and then the usual response', async () => {
    const answer = await postRoom(slowRoom, { headers: lines })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const all = await readLines(answer)
    expect(all.slice(0, -1)).toEqual(shares)
    const { status, answer: made } = all.at(-1) as { status: number; answer: CreatedRoom }
    expect([status, made.room, made.title]).toEqual([201, 'harbor', 'Harbor'])
    expect(await roomStub(env, 'echo/harbor').checkToken(made.adminToken)).toBe(true)
    const unasked = await postRoom({ ...slowRoom, room: 'pier' })
    expect([unasked.status, Object.keys(await unasked.json())]).toEqual([201, Object.keys(made)])
  })

  it('reports an error in the last line of the response, and frees the room’s name', async () => {
    const all = await readLines(await postRoom({ ...slowRoom, file: file('parts bad') }, { headers: lines }))
    expect(all.slice(0, -1)).toEqual(shares)
    expect(all.at(-1)).toEqual({
      status: 422,
      answer: { error: 'refused', field: 'file', detail: 'its last part is bad' },
    })
    expect((await postRoom(slowRoom)).status).toBe(201)
  })

  it('is created even if the client disconnects', async () => {
    const { body } = await postRoom(slowRoom, { headers: lines })
    await body!.cancel()
    await expect.poll(async () => (await sendRequest('/api/rooms/echo/harbor')).status).toBe(200)
  })

  it.each([
    [201, { game: 'echo', file: file('small') }],
    [422, { game: 'echo', file: file('bad') }],
    [400, {}],
  ])(
    'is answered with an ordinary %i response if the creation ends before its first step',
    async (status, fields) => {
      const answer = await postRoom(fields as Record<string, string>, { headers: lines })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'application/json; charset=utf-8',
      ])
    },
  )

  it('returns a page in the last line if the request comes from a browser form', async () => {
    const sent = (text: string) =>
      sendRequest('/new', {
        method: 'POST',
        body: formOf({ token: siteToken, ...slowRoom, file: file(text) }),
        headers: { accept: 'application/x-ndjson, text/html', 'sec-fetch-site': 'same-origin' },
      })
    const refused = (await readLines(await sent('parts bad'))).at(-1)
    expect([refused.status, refused.answer]).toEqual([422, expect.stringContaining('its last part is bad')])
    const made = (await readLines(await sent('parts'))).at(-1)
    expect([made.status, made.answer]).toEqual([201, expect.stringContaining('/echo/harbor/host#')])
  })
})

describe('the address of a room that is being created', () => {
  /** Starts the creation of a room and stops halfway. */
  async function createHalf() {
    const generation = (await directoryStub(env).reserveName('echo/harbor'))!
    const room = roomStub(env, 'echo/harbor')
    const sent = { field: 'file', name: 'map.txt', body: new Blob(['parts']).stream() }
    await room.createRoom({
      ...{ game: 'echo', room: 'harbor', title: 'Harbor', generation },
      ...{ options: {}, listen: [], files: [sent] },
    })
    await room.continueCreation(generation)
    return { room, generation }
  }

  it('shows the progress as a page and in the API until the room exists', async () => {
    const { room, generation } = await createHalf()
    const answer = await sendRequest('/api/rooms/echo/harbor/founding')
    expect([answer.status, await answer.json()]).toEqual([200, { room: 'echo/harbor', share: 0.5 }])
    const page = await requestText('/echo/harbor')
    expect(page).toMatch(/<progress id="far" max="1" value="0.5">/)
    expect(page).toMatch(/<label for="far">[^<]+<\/label>/)
    expect(page).toContain('<p role="status">50 %</p>')
    expect(page).toContain('<a class="button second" href="/echo/harbor">')
    await room.continueCreation(generation)
    await room.continueCreation(generation)
    expect((await errorOf(await sendRequest('/api/rooms/echo/harbor/founding'))).status).toBe(404)
    expect(await requestText('/echo/harbor')).not.toContain('progress')
  })

  it('cannot be used for another room, even between two steps of the creation', async () => {
    const { room, generation } = await createHalf()
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(409)
    await room.continueCreation(generation)
    expect(await room.continueCreation(generation)).toHaveProperty('adminToken')
    expect((await postRoom({ game: 'echo', room: 'harbor' })).status).toBe(409)
  })

  it('shows a progress of 0 while the client uploads files', async () => {
    await directoryStub(env).reserveName('echo/harbor')
    expect(await requestJson('/api/rooms/echo/harbor/founding')).toEqual({ room: 'echo/harbor', share: 0 })
  })

  it('returns 404 if no creation has reserved the name', async () => {
    expect((await sendRequest('/echo/harbor')).status).toBe(404)
    expect((await errorOf(await sendRequest('/api/rooms/echo/harbor/founding'))).status).toBe(404)
  })
})
