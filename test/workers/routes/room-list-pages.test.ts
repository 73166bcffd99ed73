import { reset } from 'cloudflare:test'
import { afterEach, expect, it } from 'vitest'
import { requestText } from '../fixtures/request-content.ts'
import { createRoom, origin, sendRequest } from '../fixtures/requests.ts'

afterEach(() => reset())

it('a card describes the game and how to play it, and links to playing, watching and the game’s page', async () => {
  await createRoom({ title: 'Pier' })
  const text = await requestText('/')
  expect(text).toContain('Every &lt;shout&gt; comes back.')
  expect(text).toContain('src="/assets/screenshot-1.png"')
  expect(text).toContain(`href="${origin}/echo/harbor/play">Play</a>`)
  expect(text).toContain(`href="${origin}/echo/harbor/watch">Watch</a>`)
  expect(text).toContain('In your browser, or with <a href="/echo#client">your voice</a>')
  expect(text).toContain('data-host-of="echo/harbor"')
})

it('if the game has no browser player, the card and the page of a room link to the instructions', async () => {
  await createRoom({ game: 'quiet' })
  for (const path of ['/', '/quiet', '/quiet/harbor'])
    expect(await requestText(path), path).toContain(
      `href="${origin}/quiet/harbor#connect">How to connect</a>`,
    )
  expect(await requestText('/quiet/harbor')).toContain('<h2 id="connect">')
})

it('the page for new rooms says what each game is, and whether it needs a file', async () => {
  const text = await requestText('/new')
  expect(text).toContain('Every &lt;shout&gt; comes back.')
  expect(text).toContain('No file needed')
})

it('a room that nobody may watch has no link to watching', async () => {
  const { adminToken } = await createRoom()
  const json = { watching: 'off' }
  await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: adminToken, json })
  for (const path of ['/', '/echo', '/echo/harbor']) expect(await requestText(path)).not.toContain('/watch">')
})

it('a card says that a room is private, and the page of a game offers a room that all players may join', async () => {
  const { adminToken } = await createRoom({ room: 'attic' })
  const json = { join: 'invited' }
  await sendRequest('/api/rooms/echo/attic', { method: 'PATCH', token: adminToken, json })
  expect(await requestText('/')).toContain('for invited players')
  const firstPlayed = async () => /href="[^"]*\/echo\/(\w+)\/play"/.exec(await requestText('/echo'))?.[1]
  expect(await firstPlayed()).toBe('attic')
  await createRoom({ room: 'pier', title: 'Long Pier' })
  expect(await firstPlayed()).toBe('pier')
  expect(await requestText('/echo')).toMatch(/In the room <a href="[^"]*\/echo\/pier" dir="auto">Long Pier</)
})

it('games without a room are listed after all rooms, on the last page', async () => {
  const listsQuiet = async (path: string) => (await requestText(path)).includes('href="/new?game=quiet"')
  expect(await listsQuiet('/')).toBe(true)
  await createRoom({ game: 'quiet' })
  expect(await listsQuiet('/')).toBe(false)
  expect(await listsQuiet('/?after=quiet/harbor')).toBe(false)
})

it.each([
  [{}, 'you need this site', '<a class="button second" href="/new">'],
  [{ CREATE: 'open' }, 'Anybody can create a room', '<a class="button" href="/new">'],
])('with the settings %j the pages say in advance who may create rooms', async (env, says, link) => {
  expect(await requestText('/', { env })).toContain(link)
  for (const path of ['/', '/echo', '/new']) expect(await requestText(path, { env })).toContain(says)
})

it('the page of a game shows the game’s texts, controls and client, and only rooms of the game', async () => {
  await createRoom({ title: 'Pier' })
  await createRoom({ game: 'quiet', title: 'Hush' })
  const text = await requestText('/echo')
  for (const says of [
    'Since 1999',
    'Shout into the &lt;valley&gt;.',
    'The button',
    'Any voice works.',
    'Pier',
  ])
    expect(text).toContain(says)
  expect(text).toContain('<a href="https://echo.test/client" rel="noreferrer">echo.test/client</a>')
  expect(text).toContain('href="/new?game=echo"')
  expect(text).not.toContain('Hush')
  const quiet = await requestText('/quiet?after=echo/a')
  expect(quiet).toContain('Hush')
  expect(quiet).not.toContain('Play in your browser')
  expect((await sendRequest('/chess')).status).toBe(404)
})
