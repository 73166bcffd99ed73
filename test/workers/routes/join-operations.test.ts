import { reset } from 'cloudflare:test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestJson, requestText } from '../fixtures/request-content.ts'
import { createRoom, formOf, origin, sendRequest } from '../fixtures/requests.ts'
import { connectClient } from '../fixtures/test-socket.ts'

afterEach(() => reset())

let token: string
beforeEach(async () => {
  token = (await createRoom({ game: 'quiet', room: 'attic' })).adminToken
})

const patch = (json: object) => sendRequest('/api/rooms/quiet/attic', { method: 'PATCH', json, token })
const enter = (secret: string, address = '192.0.2.1') =>
  sendRequest('/quiet/attic/join', {
    method: 'POST',
    body: formOf({ secret }),
    headers: { accept: 'text/html', 'cf-connecting-ip': address },
  })
const invitation = async () =>
  (await requestJson<{ url: string | null }>('/api/rooms/quiet/attic/invitation', { token })).url

/** Connects a client. Returns undefined if the client may join, and otherwise the close reason. */
async function refusal(headers: Record<string, string>): Promise<string | undefined> {
  const client = await connectClient('/quiet/attic', headers)
  const closed = await Promise.race([client.closed, new Promise<undefined>((done) => setTimeout(done, 100))])
  client.close()
  return closed?.reason
}

it('a private room asks for the password on a page, and then admits the browser and all clients at the browser’s IP address', async () => {
  expect(await (await patch({ password: 'sesame' })).json()).toMatchObject({ join: 'password' })
  expect(await refusal({ 'cf-connecting-ip': '192.0.2.1' })).toBe('uninvited')
  const page = await requestText('/quiet/attic/join', { headers: { accept: 'text/html' } })
  expect(page).toContain('This room has a password.')
  const refused = await enter('guessed')
  expect(refused.status).toBe(401)
  const again = await refused.text()
  expect(again).toMatch(
    /<input id="secret"[^>]*aria-invalid="true"[^>]*><p [^>]*>this is neither the password nor the invite link of this room\.</,
  )
  expect(again).not.toContain('guessed')
  const admitted = await enter('sesame')
  expect(admitted.status).toBe(200)
  const cookie = admitted.headers.get('set-cookie')!
  expect(cookie).toMatch(
    /^admission=[\w.-]+; Path=\/quiet\/attic; Expires=.+; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(cookie).not.toContain('sesame')
  expect(await refusal({ 'cf-connecting-ip': '192.0.2.1' })).toBeUndefined()
  expect(await refusal({ 'cf-connecting-ip': '192.0.2.2' })).toBe('uninvited')
  const headers = { 'cf-connecting-ip': '192.0.2.2', cookie: `theme=dark; ${cookie.split(';')[0]}` }
  expect(await refusal(headers)).toBeUndefined()
})

it('a private room accepts a pasted invite link, and a room for invited players accepts no password', async () => {
  expect(await invitation()).toBeNull()
  await patch({ password: 'sesame', join: 'invited' })
  expect((await enter('sesame')).status).toBe(401)
  const link = (await invitation())!
  expect(link).toMatch(new RegExp(`^${origin}/quiet/attic/join#[\\w-]{24}$`))
  expect((await enter(` ${link}\n`)).status).toBe(200)
  expect(await refusal({ 'cf-connecting-ip': '192.0.2.1' })).toBeUndefined()
})

it('the join page keeps spaces at the start and end of a password', async () => {
  await patch({ password: ' open sesame ' })
  expect((await enter('open sesame')).status).toBe(401)
  expect((await enter(' open sesame ')).status).toBe(200)
})

it('a private room keeps the password out of the room’s public data, its log and its pages', async () => {
  await patch({ password: 'sesame-12345' })
  for (const path of [
    '/api/rooms/quiet/attic',
    '/quiet/attic',
    '/quiet/attic/host',
    '/api/rooms/quiet/attic/log',
  ]) {
    const text = await requestText(path, { token })
    expect(text).not.toContain('sesame-12345')
    expect(text).not.toContain('pbkdf2')
  }
})

it('the host page changes the password and the mode, and shows the invite link to the host alone', async () => {
  const act = (fields: object) =>
    sendRequest('/quiet/attic/host', {
      method: 'POST',
      body: formOf({ token, ...fields }),
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
  const saved = await act({ act: 'change', join: 'password', 'join.was': 'open', password: 'sesame' })
  expect(saved.status).toBe(303)
  expect((await act({ act: 'change', title: 'Attic', password: '' })).status).toBe(303)
  expect((await enter('sesame')).status).toBe(200)
  const link = (await invitation())!
  expect(await (await act({ act: 'look' })).text()).toContain(link)
  const stranger = await sendRequest('/quiet/attic/host', { headers: { accept: 'text/html' } })
  expect(await stranger.text()).not.toContain(link)
  expect((await act({ act: 'invite' })).headers.get('location')).toContain('done=invited')
  expect(await invitation()).not.toBe(link)
})
