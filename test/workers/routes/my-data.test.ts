import { reset } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, formOf, sendRequest } from '../fixtures/requests.ts'

const page = '/echo/harbor/my-data'
const html = { accept: 'text/html' }
const post = (fields: Parameters<typeof formOf>[0], headers: Readonly<Record<string, string>> = html) =>
  sendRequest(page, { method: 'POST', body: formOf(fields), headers })

let secret: string

beforeEach(async () => {
  await createRoom()
  const signed = await sendRequest('/api/rooms/echo/harbor/walls/north', {
    method: 'PUT',
    json: { name: 'ann' },
  })
  secret = (await signed.json<{ secret: string }>()).secret
})
afterEach(async () => reset())

describe('the page of a player’s own data', () => {
  it('asks for the same credentials as the game', async () => {
    const text = await requestText(page, { headers: html })
    expect(text).toContain('Your wall')
    expect(text).toContain('Your link')
  })

  it('returns a file with the data, even if the player enters the whole link instead of the secret', async () => {
    const link = `https://play.test/echo/harbor/shades/north#${secret}`
    const answer = await post({ name: 'north', password: link, do: 'download' })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="echo-harbor-player.json"')
    expect(await answer.json()).toMatchObject({ game: 'echo', player: 'north', world: { wall: 'north' } })
  })

  it('shows what an erasure deletes, does not repeat the password, and erases after a confirmation', async () => {
    const review = await (await post({ name: 'north', password: secret, do: 'review' })).text()
    expect(review).toContain('The text of the valley goes.')
    expect(review).toContain('value="north"')
    expect(review).not.toContain(secret)
    const unsure = await post({ name: 'north', password: secret, do: 'erase' })
    expect(unsure.status).toBe(400)
    const erased = await post({ name: 'north', password: secret, do: 'erase', sure: 'yes' })
    expect(await erased.text()).toContain('Your data is erased.')
    const state = await requestJson<{ view: object }>('/api/rooms/echo/harbor')
    expect(state.view).toMatchObject({ text: 'without north' })
  })

  it.each(['north', 'nowhere', 'twin'])(
    'answers a wrong password for the player name %s like one for any other name',
    async (name) => {
      const answer = await post({ name, password: 'guessed', do: 'review' })
      const text = await answer.text()
      expect(answer.status).toBe(401)
      expect(text).toContain('no player has this name and this password')
      expect(text).toContain(`value="${name}"`)
      expect(text).not.toContain('guessed')
      const json = await post({ name, password: 'guessed again', do: 'download' }, {})
      expect(await json.json()).toEqual({
        error: 'unauthorized',
        detail: 'no player has this name and this password',
      })
    },
  )

  it('names the person to ask in a game without passwords', async () => {
    await createRoom({ game: 'quiet', room: 'still' })
    const text = await requestText('/quiet/still/my-data', { headers: html })
    expect(text).toContain('Ask the host')
    expect(text).not.toContain('<form method="post"')
  })
})
