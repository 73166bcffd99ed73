// Requests to the Worker under test, and the rooms that its tests need.
import { env, exports } from 'cloudflare:workers'
import type { Env } from '../../durable-objects/env.ts'
import { app } from './worker.ts'

export const origin = 'https://play.test'
export const siteToken = 'site-token'

interface RequestOptions {
  readonly method?: string
  readonly token?: string
  readonly json?: unknown
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
  readonly redirect?: 'manual'
  /** Settings that differ from those of wrangler.toml. */
  readonly env?: Partial<Env>
}

let requestCount = 0
/** So that no test waits for the wrong tokens of those before it, each request with a token has a loopback address of its own. */
const freshAddress = () => `127.${1 + (requestCount >> 16)}.${(requestCount >> 8) & 255}.${requestCount++ & 255}`

export async function sendRequest(
  path: string,
  { method, token, json, body, headers, redirect, env: envChange }: RequestOptions = {},
): Promise<Response> {
  const request = new Request(`${origin}${path}`, {
    method: method ?? 'GET',
    ...(redirect && { redirect }),
    headers: {
      ...(token !== undefined && {
        authorization: `Bearer ${token}`,
        'cf-connecting-ip': freshAddress(),
      }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...((json ?? body) !== undefined && { body: json === undefined ? body! : JSON.stringify(json) }),
  })
  return envChange ? app.fetch(request, { ...env, ...envChange }) : exports.default.fetch(request)
}

type Fields = Readonly<Record<string, string | Blob | readonly (string | Blob)[]>>

export function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) ? value : [value]) form.append(name, part)
  }
  return form
}

export const postRoom = (fields: Fields, asked: RequestOptions = {}) =>
  sendRequest('/api/rooms', { method: 'POST', token: siteToken, body: formOf(fields), ...asked })

export interface CreatedRoom {
  game: string
  room: string
  title: string
  url: string
  websocket: string
  adminToken: string
  warnings: string[]
}

/** The room `echo/harbor`, or as `fields` say. */
export async function createRoom(fields: Fields = {}): Promise<CreatedRoom> {
  const answer = await postRoom({ game: 'echo', room: 'harbor', ...fields })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Status and body of an error, and that it is JSON and no more than an error. */
export async function errorOf(
  answer: Response,
): Promise<{ status: number; error: string; field?: string; detail: string }> {
  if (answer.headers.get('content-type') !== 'application/json; charset=utf-8') throw new Error('no JSON')
  return { status: answer.status, ...(await answer.json<{ error: string; detail: string }>()) }
}
