// The forms of /new and of the owner page, as a browser without scripts sends them.
import { reset } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import { pollOptions } from '../../timeouts.ts'
import { requestJson, requestText, roomLog } from '../fixtures/request-content.ts'
import { createRoom, formOf, origin, postRoom, sendRequest, siteToken } from '../fixtures/requests.ts'

afterEach(() => reset())

const browser = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
type Fields = Parameters<typeof formOf>[0]
type Asked = Partial<Parameters<typeof sendRequest>[1]>
const post = (path: string, fields: Fields, asked: Asked = {}) =>
  sendRequest(path, { method: 'POST', body: formOf(fields), headers: browser, ...asked })

const act = (fields: Fields, asked?: Asked) => post('/echo/harbor/host', fields, asked)

const linkIn = (text: string) => /data-host="([^"]+)"/.exec(text)?.[1] ?? ''

describe('/new', () => {
  it('creates a room from the form, and shows its host link', async () => {
    const sent = { token: ` ${siteToken} `, game: 'echo', title: '', room: 'pier', 'option.colour': 'teal' }
    const answer = await post('/new', sent)
    expect(answer.status).toBe(201)
    expect(linkIn(await answer.text())).toMatch(new RegExp(`^${origin}/echo/pier/host#[A-Za-z0-9_-]{20,}$`))
    expect(await requestJson('/api/rooms/echo/pier')).toMatchObject({
      title: 'Pier',
      options: { colour: 'teal' },
    })
  })

  it.each(['own#token', `${origin}/echo/pier/host#${siteToken}`])(
    'accepts the site token as %s',
    async (token) => {
      const asked = token === 'own#token' ? { env: { ADMIN_TOKEN: token } } : {}
      expect((await post('/new', { token, game: 'echo', room: 'pier' }, asked)).status).toBe(201)
    },
  )

  it('reads only the first field of a form if that field is not the site token', async () => {
    for (const sent of [
      { game: 'echo', token: siteToken },
      { token: 'guessed', game: 'echo' },
      { token: '', game: 'echo' },
    ])
      expect((await post('/new', sent)).status).toBe(401)
    expect(await requestJson('/api/rooms')).toEqual({ rooms: [] })
  })

  it('is public if CREATE is `open`, except for pages of other sites', async () => {
    const open = { env: { CREATE: 'open' } }
    expect((await post('/new', { game: 'echo' }, open)).status).toBe(201)
    const foreign = { ...open, headers: { ...browser, 'sec-fetch-site': 'cross-site' } }
    expect((await post('/new', { game: 'echo' }, foreign)).status).toBe(401)
  })

  it('shows a refused form again with the typed values, and the reason beside the field', async () => {
    const sent = {
      token: siteToken,
      game: 'echo',
      room: 'No Such Name',
      title: '"><script> &lt;',
      'option.colour': '<b>',
    }
    const answer = await post('/new', sent)
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toMatch(
      /<input id="room" [^>]*value="No Such Name"[^>]*aria-describedby="form-error"[^>]*><p class="error sentence"/,
    )
    expect(text).toMatch(/<input id="title" [^>]*value="&quot;>?(&gt;)?<?(&lt;)?script/)
    expect(text).not.toContain('"><script>')
    expect(text).toContain(' &amp;lt;"')
    expect(text).toContain('value="&lt;b&gt;"')
    expect(text.match(/role="alert"/g)).toHaveLength(1)
    // The options stay folded, because the field to correct is not an option.
    expect(text).not.toMatch(/<details[^>]* open/)
  })

  it('after a wrong token shows the form again without reading files, and returns JSON to programs', async () => {
    const sent = { token: 'guessed', game: 'echo', title: 'Kept', file: new File(['x'], 'x.txt') }
    const answer = await post('/new', sent)
    expect(answer.status).toBe(401)
    const text = await answer.text()
    expect(text).toContain('value="Kept"')
    expect(text).toMatch(/<input id="token"[^>]*aria-invalid="true"/)
    expect(text).toContain('this is not the token of this site')
    const program = { headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' } }
    expect(await (await post('/new', sent, program)).json()).toMatchObject({ error: 'unauthorized' })
  })

  it('stops reading a large form after a wrong token', async () => {
    const sent = {
      token: 'guessed',
      game: 'echo',
      title: 'Kept',
      file: new File(['x'.repeat(100_000)], 'x.txt'),
    }
    const answer = await post('/new', sent)
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain('Kept')
  })

  it('shows the import form again if the file is missing', async () => {
    const answer = await post('/new/import', { token: siteToken, room: 'pier', file: new File([], '') })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toMatch(/<input id="room" [^>]*value="pier"/)
    expect(text).toMatch(/<input id="file" [^>]*aria-invalid="true"/)
  })

  it('is 404 for an unknown game', async () => {
    expect((await sendRequest('/new?game=chess')).status).toBe(404)
  })

  it('shows a host link that the API returns too', async () => {
    const { host, adminToken } = (await (await postRoom({ game: 'echo', room: 'pier' })).json()) as {
      host: string
      adminToken: string
    }
    expect(host).toBe(`${origin}/echo/pier/host#${adminToken}`)
  })
})

describe('the owner page', () => {
  it('rejects wrong tokens, and accepts the whole host link as the token', async () => {
    const { adminToken } = await createRoom()
    const sent = (token: string) =>
      act({ token, act: 'change', title: 'Quay', comments: '' }, { redirect: 'manual' })
    for (const token of ['', 'guessed', 'sidecar-token']) expect((await sent(token)).status).toBe(401)
    const answer = await sent(`${origin}/echo/harbor/host#${adminToken}`)
    // The browser stays at the address that it uses, which may differ from the public address of the site.
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/echo/harbor/host?done=changed'])
    expect(await requestJson('/api/rooms/echo/harbor')).toMatchObject({ title: 'Quay' })
  })

  it('changes only the fields that the user has changed, and keeps the changes that others made meanwhile', async () => {
    const { adminToken } = await createRoom({ title: 'Harbor', options: JSON.stringify({ colour: 'grey' }) })
    const page = await requestText('/echo/harbor/host')
    const shown = [...page.matchAll(/name="([\w.]+\.was)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    const values = shown.map(([name, value]) => [name!.replace(/\.was$/, ''), value!])
    expect(Object.fromEntries(values)).toMatchObject({
      ...{ title: 'Harbor', status: 'open', watching: 'on', comments: '', 'option.colour': 'grey' },
    })
    const json = { title: 'Quay', comments: ['ahoy'], options: { colour: 'teal' } }
    await sendRequest('/api/rooms/echo/harbor', { method: 'PATCH', token: adminToken, json })
    const sent = { token: adminToken, act: 'change', ...Object.fromEntries([...shown, ...values]) }
    const answer = await act({ ...sent, status: 'closed' }, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(await requestJson('/api/rooms/echo/harbor')).toMatchObject({
      status: 'closed',
      ...json,
    })
  })

  it('sets and removes opening hours, and shows an error beside its field', async () => {
    const { adminToken } = await createRoom()
    const save = (fields: Record<string, string>) =>
      act(
        { token: adminToken, act: 'hours', hours: '', closesOn: '', timeZone: '', ...fields },
        { redirect: 'manual' },
      )
    const wrong = await save({ hours: 'Fri 19:00-23:00\nwhenever', timeZone: 'Europe/Berlin' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toMatch(
      /<textarea[^>]*aria-invalid="true"[^>]*>Fri 19:00-23:00\nwhenever<\/textarea>/,
    )
    const nowhere = await save({ hours: 'Fri 19:00-23:00', timeZone: 'Europe/Atlantis' })
    expect(await nowhere.text()).toMatch(/<input id="timeZone"[^>]*aria-invalid="true"/)
    expect((await save({ hours: ' Fri  19:00-23:00 \r\n', timeZone: 'Europe/Berlin' })).status).toBe(303)
    const schedule = async () =>
      (await requestJson<{ schedule?: unknown }>('/api/rooms/echo/harbor')).schedule
    expect(await schedule()).toEqual({ timeZone: 'Europe/Berlin', hours: ['Fri 19:00-23:00'] })
    expect((await save({ timeZone: 'Europe/Berlin' })).status).toBe(303)
    expect(await schedule()).toBeUndefined()
  })

  it('stops reading at a first field that is too long for a token', async () => {
    await createRoom()
    const answer = await act({ token: 'x'.repeat(1_000_000), act: 'look' })
    expect(answer.status).toBe(413)
  })

  it('downloads secret files', async () => {
    const { adminToken } = await createRoom()
    const answer = await act({ token: adminToken, act: 'file', name: 'seed.bin' })
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 3])
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''seed.bin")
  })

  it('creates a new host link and voids the old one', async () => {
    const { adminToken } = await createRoom()
    const renew = (token: string) => act({ token, act: 'renew' })
    const link = linkIn(await (await renew(adminToken)).text())
    expect((await renew(adminToken)).status).toBe(401)
    expect((await renew(link)).status).toBe(200)
  })

  it('deletes the room if its address is typed to confirm', async () => {
    const { adminToken } = await createRoom()
    const remove = (room: string) => act({ token: adminToken, act: 'remove', room })
    expect((await remove('pier')).status).toBe(400)
    expect((await sendRequest('/echo/harbor')).status).toBe(200)
    expect((await remove('harbor')).status).toBe(200)
    expect((await sendRequest('/echo/harbor')).status).toBe(404)
  })

  it('shows a refused form again with the typed values, and the reason beside the field', async () => {
    const { adminToken } = await createRoom()
    const change = {
      act: 'change',
      title: 'Quay',
      comments: 'x'.repeat(300),
      status: 'closed',
      'option.colour': 'teal',
    }
    const answer = await act({ token: adminToken, ...change })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toMatch(
      /<textarea id="comments"[^>]*aria-invalid="true"[^>]*>x{300}<\/textarea><p class="error sentence"/,
    )
    for (const kept of ['value="Quay"', 'value="teal"', '<option value="closed" selected="">'])
      expect(text).toContain(kept)
    expect((await requestJson<{ title: string }>('/api/rooms/echo/harbor')).title).toBe('Harbor')
    // While the owner corrects a refused form, another person may change a setting that the owner has not changed. The
    // form must not overwrite that change.
    const unchanged = { ...change, 'status.was': 'closed' }
    const keepsShown = await (await act({ token: adminToken, ...unchanged })).text()
    expect(keepsShown).toContain('name="status.was" value="closed"')
    const ban = { act: 'ban', who: 'x'.repeat(2000), seconds: '3600' }
    const refused = await (await act({ token: adminToken, ...ban })).text()
    expect(refused).toMatch(/<details data-forms="ban" open/)
    const denied = await act({ token: 'guessed', ...change })
    expect(denied.status).toBe(401)
    const shown = await denied.text()
    expect(shown).toContain('value="Quay"')
    expect(shown).not.toContain('data-refresh="log"><section')
  })

  it.each([
    [{ act: 'dance' }, 400],
    [{ act: '"]' }, 400],
    [{ act: 'hook', url: 'https://a.test/', 'filter.__proto__': 'x' }, 400],
    [{ act: 'clip', from: '+275760-09-13T00:00:00Z', seconds: '30' }, 400],
    [{ act: 'hook', url: 'https://hooks.example.org/', on: 'join', cooldown: '' }, 400],
    [{ act: 'mute', id: 'nobody', seconds: '60' }, 422],
    [{ act: 'mute', id: 'nobody', seconds: '0' }, 400],
    [{ act: 'unmute', id: '1' }, 404],
    [{ act: 'dismiss', id: '1' }, 404],
    [{ act: 'report-kick', id: '1' }, 400],
    [{ act: 'report-mute', seconds: '60' }, 400],
    [{ act: 'broadcast', text: '' }, 400],
    [{ act: 'file', name: 'nothing' }, 404],
    [{ act: 'change', title: '' }, 400],
    [{ act: 'change', surprise: 'x' }, 400],
  ])('rejects %j', async (fields, status) => {
    const { adminToken } = await createRoom()
    expect((await act({ token: adminToken, ...fields })).status).toBe(status)
  })
})

describe('the owner console', () => {
  it('runs a line, quotes the field for one word, shows the output, and logs the line', async () => {
    const { adminToken } = await createRoom()
    const answer = await act({
      token: adminToken,
      act: 'say',
      word: "Ann's <b>",
      line: '/paint',
      rest: 'blue hush',
    })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('grey: /paint &#39;Ann&#39;\\&#39;&#39;s &lt;b&gt;&#39; blue hush')
    expect((await roomLog()).at(-1)).toContain(": /paint 'Ann'\\''s <b>' blue …")
  })

  it('requires the owner’s token, accepts a single line, and is absent for games without a console', async () => {
    const { adminToken } = await createRoom()
    expect((await act({ token: 'guessed', act: 'say', line: 'x' })).status).toBe(401)
    const sent = { token: adminToken, act: 'say' }
    expect((await act({ ...sent, line: '' })).status).toBe(400)
    expect(await requestText('/echo/harbor/host')).toContain('value="/paint"')
    await createRoom({ game: 'quiet' })
    expect(await requestText('/quiet/harbor/host')).not.toContain('Console')
    expect((await post('/quiet/harbor/host', { token: siteToken, act: 'say', line: 'x' })).status).toBe(404)
  })
})

describe('the data of a player on the owner page', () => {
  const send = async (fields: Readonly<Record<string, string>>) => {
    const { adminToken } = await createRoom({ options: '{"history":"24h"}' })
    await sendRequest('/api/rooms/echo/harbor/walls/north', { method: 'PUT', json: { name: 'ann' } })
    return act({ token: adminToken, ...fields })
  }

  it('says what an erasure deletes, in the words of the page for players', async () => {
    await createRoom()
    expect(await requestText('/echo/harbor/host')).toContain('The text of the valley goes.')
  })

  it('is a file to download', async () => {
    const answer = await send({ act: 'player-file', name: ' north ' })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="echo-harbor-player.json"')
    expect(await answer.json()).toMatchObject({ player: 'north', world: { wall: 'north' } })
  })

  it('is erased if the confirmation box is ticked, and the log contains the erasure', async () => {
    const answer = await send({ act: 'erase-player', name: 'north', sure: 'yes' })
    expect(await answer.text()).toContain('The data of the player is erased.')
    const state = await requestJson<{ view: object }>('/api/rooms/echo/harbor')
    expect(state.view).toMatchObject({ text: 'without north' })
    const log = await sendRequest('/api/rooms/echo/harbor/log', { token: siteToken })
    expect(await log.text()).toContain('erased the data of a player')
  })

  const ticked = { act: 'erase-player', sure: 'yes' }
  const unknown = 'the room stores nothing about a player of this name'
  it.each([
    [unknown, 404, 'name', { ...ticked, name: 'nowhere' }],
    [unknown, 404, 'name', { act: 'player-file', name: 'nowhere' }],
    ['several players have this name', 422, 'name', { ...ticked, name: 'twin' }],
    ['this field is required', 400, 'name', { ...ticked, name: '' }],
    ['255', 400, 'name', { act: 'player-file', name: 'x'.repeat(256) }],
    ['tick the box to confirm', 400, 'sure', { act: 'erase-player', name: 'north' }],
    ['tick the box to confirm', 400, 'sure', { act: 'go-back' }],
  ])('a refused form says %j (%d) beside %s', async (reason, status, field, fields) => {
    const answer = await send(fields)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(
      new RegExp(
        `<input [^>]*name="${field}"[^>]* aria-invalid="true"[^>]*><p class="error[^>]*>[^<]*${reason}`,
      ),
    )
  })
})

describe('the film on the owner page', () => {
  it('lets the owner create and delete clips, and shows errors of the form', async () => {
    const { adminToken } = await createRoom({ options: '{"film":true}' })
    const send = (act: string, fields: object = {}) =>
      post('/echo/harbor/host', { token: adminToken, act, ...fields })
    for (const [status, fields] of [
      [400, { from: 'then', seconds: '30' }],
      [400, { from: '2026-11-28 09:30:00', seconds: '61' }],
      [400, { from: '', seconds: '30' }],
      [422, { from: '2026-11-28 09:30:00', seconds: '30' }],
    ] as const)
      expect((await send('clip', fields)).status).toBe(status)
    const { webSocket } = await sendRequest('/echo/harbor', { headers: { upgrade: 'websocket' } })
    webSocket!.accept()
    webSocket!.send('hello')
    let stretches: readonly { readonly from: string }[] = []
    const recorded = async () => {
      const film = await sendRequest('/api/rooms/echo/harbor/film')
      stretches = (await film.json<{ stretches: typeof stretches }>()).stretches
      return stretches.length
    }
    await expect.poll(recorded, pollOptions).toBe(1)
    const from = stretches[0]!.from.slice(0, 19).replace('T', ' ')
    expect(await (await send('clip', { from, seconds: '30' })).text()).toContain('The clip was created.')
    webSocket!.close()
    const shown = await (await send('look')).text()
    const [, id = ''] = /href="[^"]*\/echo\/harbor\/clips\/([\w-]{16})"/.exec(shown) ?? []
    expect((await sendRequest(`/echo/harbor/clips/${id}`)).status).toBe(200)
    expect(await (await send('unclip', { id })).text()).toContain('The clip was deleted.')
    expect((await sendRequest(`/echo/harbor/clips/${id}`)).status).toBe(404)
  })
})

describe('a forked room', () => {
  const sent = { token: siteToken, act: 'fork', from: 'now', title: 'Again' }
  const nameIn = (text: string) => /\/echo\/([a-z0-9-]+)\/host#/.exec(linkIn(text))?.[1] ?? ''

  it('has the files and options of the original, and its host link is shown', async () => {
    await createRoom({ options: '{"colour":"teal"}' })
    const answer = await act(sent)
    expect(answer.status).toBe(201)
    const made = await requestJson(`/api/rooms/echo/${nameIn(await answer.text())}`)
    expect(made).toMatchObject({
      title: 'Again',
      options: { colour: 'teal' },
      view: { text: 'forked from current', name: 'again.txt' },
      listen: [
        { transport: 'tcp' },
        { transport: 'dispatch' },
        { transport: 'udp' },
        { transport: 'websocket' },
      ],
    })
    expect((await roomLog()).at(-1)).toMatch(/host.*current/)
  })

  it('needs the site token unless CREATE is open', async () => {
    const { adminToken } = await createRoom()
    const refused = await act({ ...sent, token: adminToken, site: '' })
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringMatching(/<input id="site" [^>]*aria-invalid="true"[^>]*><p class="error/),
    ])
    expect((await act({ ...sent, token: adminToken, site: `${siteToken} ` })).status).toBe(201)
    const open = { env: { CREATE: 'open' } }
    expect((await act({ ...sent, token: adminToken }, open)).status).toBe(201)
    expect((await act({ ...sent, token: 'guessed' }, open)).status).toBe(401)
  })

  it('is not created from an invalid form, which gets an error', async () => {
    await createRoom()
    expect((await act({ ...sent, from: 'x' })).status).toBe(400)
    expect((await act({ ...sent, from: 'save' })).status).toBe(400)
    for (const title of ['x'.repeat(81), 'two\nlines', '\u0000'])
      expect((await act({ ...sent, title })).status, title).toBe(400)
    await createRoom({ game: 'quiet' })
    expect((await post('/quiet/harbor/host', sent)).status).toBe(404)
    expect((await requestJson<{ rooms: unknown[] }>('/api/rooms')).rooms).toHaveLength(2)
  })
})
