import { evictDurableObject, listDurableObjectIds, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { decode } from 'fast-png'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodePng } from '../../../workers/http/response/png.ts'
import { echoGame } from '../fixtures/echo-game.ts'
import { requestText } from '../fixtures/request-content.ts'
import { createRoom, errorOf, origin, postRoom, sendRequest } from '../fixtures/requests.ts'
import { app } from '../worker.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await reset()
})

const picture = '/echo/harbor/picture.png'
// The Worker keeps a picture for a minute. Tests that count drawings or expect none use rooms of their own.
const pier = '/echo/pier/picture.png'
const redAndBlue = [255, 0, 0, 0, 0, 255]

/** The decoded picture: red, green, blue by pixel. */
function decodePng(png: Uint8Array): { width: number; height: number; rgb: number[] } {
  const { width, height, data, palette } = decode(png)
  return { width, height, rgb: [...data].flatMap((value) => palette?.[value] ?? value) }
}

describe('the picture of a room', () => {
  it('is a PNG of its world', async () => {
    await createRoom()
    const answer = await sendRequest(picture)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, no-transform')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const png = new Uint8Array(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(png.length)
    expect(decodePng(png)).toMatchObject({ width: 2, height: 1, rgb: redAndBlue })
  })

  it('is answered with 304 for a client that has the current picture', async () => {
    await createRoom()
    const etag = (await sendRequest(picture)).headers.get('etag')!
    const answer = await sendRequest(picture, { headers: { 'if-none-match': etag } })
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
    expect((await sendRequest(picture, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('is drawn once a minute, whatever query, host name or escaped path the requests have', async () => {
    await createRoom({ room: 'pier' })
    const drawn = vi.spyOn(echoGame, 'drawPicture')
    for (const asked of ['/echo/%70ier/picture.png', pier, `${pier}?again`, `${pier}?1`])
      expect((await sendRequest(asked)).status).toBe(200)
    await sendRequest(pier, { method: 'HEAD' })
    for (const host of ['http://localhost:1', 'https://made-up.test'])
      expect((await app.fetch(new Request(host + pier), env)).status).toBe(200)
    expect(drawn).toHaveBeenCalledTimes(1)
    await createRoom({ room: 'other' })
    expect((await sendRequest('/echo/other/picture.png')).status).toBe(200)
    expect(drawn).toHaveBeenCalledTimes(2)
  })

  it('is 404 for games without pictures and for unknown rooms, and such requests create no objects', async () => {
    await postRoom({ game: 'quiet', room: 'harbor' })
    const before = (await listDurableObjectIds(env.ROOM)).length
    for (const path of [
      '/quiet/harbor/picture.png',
      '/echo/nowhere/picture.png',
      '/chess/harbor/picture.png',
    ])
      expect(await errorOf(await sendRequest(path))).toMatchObject({ status: 404, error: 'not-found' })
    expect(await listDurableObjectIds(env.ROOM)).toHaveLength(before)
  })

  it('is an uncached 404 if the world cannot be opened', async () => {
    await createRoom({ room: 'quay' })
    await evictDurableObject(env.ROOM.getByName('echo/quay'))
    const failing = vi.spyOn(echoGame, 'openWorld').mockImplementation(() => {
      throw new Error('simulated')
    })
    const quay = '/echo/quay/picture.png'
    expect(await errorOf(await sendRequest(quay))).toMatchObject({ status: 404, error: 'not-found' })
    expect(failing).toHaveBeenCalledOnce()
    failing.mockRestore()
    await evictDurableObject(env.ROOM.getByName('echo/quay'))
    expect((await sendRequest(quay)).status).toBe(200)
  })
})

describe('pages with pictures', () => {
  it('show the picture of the room, and their link previews contain the picture', async () => {
    await createRoom()
    await postRoom({ game: 'quiet', room: 'harbor' })
    // The content security policy of a page allows pictures only from the address that the browser uses, which may
    // differ from the public address.
    const image = `src="${picture}" width="480" height="270" alt="" loading="lazy"`
    expect(await requestText('/echo')).toContain(image)
    expect(await requestText('/quiet')).not.toContain('/quiet/harbor/picture.png')
    const page = await requestText('/echo/harbor')
    expect(page).toContain(image)
    expect(page).toContain(`<meta property="og:image" content="${origin}${picture}"/>`)
    expect(await requestText('/quiet/harbor')).not.toContain('picture.png')
  })
})

describe('a PNG', () => {
  it.each([3, 256, 257, 1000])('of %d colours decodes to the drawn pixels', (colours) => {
    const [width, height] = [50, 40]
    const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
      const colour = Math.floor(at / 3) % colours
      return [colour >> 8, colour & 0xff, 7][at % 3]!
    })
    expect(decodePng(encodePng({ width, height, rgb }))).toEqual({ width, height, rgb: [...rgb] })
  })
})
