import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import type { RoomEntry } from '../../cli/api/api-client.ts'
import { runCommandLine } from '../../cli/commands/commands.ts'

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  /**
   * The decoded body: the value of JSON, or the fields of a form. A file of the form consists of its name and bytes.
   */
  readonly body: unknown
}

export interface FakeWorker {
  readonly url: string
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
}

type Answer = { readonly status?: number; readonly body?: unknown; readonly type?: string }

/** Starts a fake Worker with an answer for each `METHOD /path` in `answers`, and 404 for other requests. */
export async function startFakeWorker(answers: { readonly [request: string]: Answer }): Promise<FakeWorker> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const type = headers['content-type'] ?? ''
    const body = type.startsWith('multipart/')
      ? await formOf(request, type)
      : type
        ? await json(request)
        : undefined
    requests.push({ method, path: url, authorization: headers.authorization, body })
    const answer: Answer = answers[`${method} ${url}`] ?? {
      status: 404,
      body: { error: 'not-found' },
    }
    const { status = 200, body: content, type: as = 'application/json; charset=utf-8' } = answer
    response.writeHead(status, { 'content-type': as })
    response.end(
      content instanceof Uint8Array ? content : content === undefined ? '' : JSON.stringify(content),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, requests }
}

async function formOf(request: AsyncIterable<Buffer>, type: string): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
  const fields = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : { name: value.name, bytes: await value.bytes() },
  ])
  return Object.fromEntries(await Promise.all(fields))
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export function roomEntry(change: Partial<RoomEntry> = {}): RoomEntry {
  return {
    game: 'soaprun',
    room: 'harbor',
    title: 'Harbor',
    status: 'open',
    comments: [],
    watching: 'on',
    join: 'open',
    createdAt: '2026-11-20T10:00:00.000Z',
    players: 2,
    capacity: 63,
    options: {},
    listen: [],
    addresses: [],
    url: 'http://127.0.0.1:8787/soaprun/harbor',
    websocket: 'ws://127.0.0.1:8787/soaprun/harbor',
    ...change,
  }
}

export async function commandLine(
  ...words: string[]
): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommandLine(words, { out: (line) => out.push(line), err: (line) => err.push(line) })
  return { code, out, err }
}

/** A command about a room, its request, the API's answer, and the command's output. */
export type RoomCommandCase = readonly [
  words: readonly string[],
  request: readonly [method: string, path: string, body: unknown],
  answer: unknown,
  out: readonly string[],
  err: readonly string[],
]

/**
 * Runs `packetboat room` with these words. Checks that the command sends the expected request about `room`
 * (`game/name`) with the token of `useAdminToken`, and checks the command's output.
 */
export async function expectRoomCommand(
  room: string,
  [words, [method, path, body], answer, out, err]: RoomCommandCase,
): Promise<void> {
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer))
  const output = await commandLine('room', ...words, '--url', 'https://play.example.org')
  expect(output).toEqual({ code: 0, out, err })
  const [url, request] = requests.mock.calls[0]!
  expect([request?.method, String(url)]).toEqual([
    method,
    `https://play.example.org/api/rooms/${room}${path}`,
  ])
  expect(request?.body == null ? undefined : JSON.parse(String(request.body))).toEqual(body)
  expect(new Headers(request?.headers).get('authorization')).toBe('Bearer secret')
}

/** Sets a token in the environment of the commands of all tests in the file. */
export function useAdminToken(): void {
  beforeEach(() => vi.stubEnv('ADMIN_TOKEN', 'secret'))
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
}
