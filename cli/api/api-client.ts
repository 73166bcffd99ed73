// The client of the Worker's HTTP API. It does not check that answers have the types of the API description.

import type { BanRequest, RoomPatch } from '../../durable-objects/rpc/rpc-types.ts'
import type { LobbyResponse, MatchedFilesResponse } from '../../games/archipelago/endpoints/yamls.ts'
import type { Json } from '../../games/game.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { parseJsonOrUndefined } from '../../wire/util/json.ts'
import type { Answers } from '../../workers/api/responses/answers.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import { ndjsonType, readNdjsonAnswer } from './ndjson-progress.ts'

/** A room as the API returns it. `view` is present only if the room was requested by name. */
export type RoomEntry = Answers['ListedRoom'] & { readonly view?: Json }
export type CreateRoomResponse = Answers['CreatedRoom']

/** `secret`: the secret of a new author, which the site returns only once. */
interface SubmittedStageFile {
  readonly id: number
  readonly slots: readonly object[]
  readonly warnings: readonly string[]
  readonly secret?: string
}

/** `message` has the form `error field: detail`; absent parts are left out. */
export class ApiFailure extends Failure {
  readonly status: number
  readonly error: string
  /** The field that the error concerns, or '' if it concerns none. */
  readonly field: string

  constructor(status: number, body: { error?: unknown; field?: unknown; detail?: unknown }) {
    const error = typeof body.error === 'string' ? body.error : httpError(status)
    const field = typeof body.field === 'string' ? body.field : ''
    const head = field === '' ? error : `${error} ${field}`
    // The detail of a part of a field begins with the path of the part, as in `.hours[0]: …`.
    const colon = /^[.[]/.test(String(body.detail)) ? '' : ': '
    super(typeof body.detail === 'string' ? `${head}${colon}${body.detail}` : head)
    this.status = status
    this.error = error
    this.field = field
  }
}

const httpError = (status: number) => `HTTP ${status}`

function toApiFailure(status: number, errorBody: unknown): ApiFailure {
  return new ApiFailure(status, typeof errorBody === 'object' && errorBody !== null ? errorBody : {})
}

/** Timeouts in milliseconds, long enough to upload many megabytes to a distant Worker. */
const requestTimeoutMs = 120_000
const transferTimeoutMs = 900_000

export class ApiClient {
  readonly #url: URL
  readonly #token: string | undefined

  /** `url`: any URL of the site. Only its origin is used. */
  constructor(url: URL, token?: string) {
    this.#url = url
    this.#token = token
  }

  async health(): Promise<Answers['Health']> {
    const response = await this.#fetch('GET', '/healthz')
    const health = await this.#json<Answers['Health']>(response)
    if (typeof health.ok !== 'boolean') throw foreignSite(response, 'has no ok')
    return health
  }

  async rooms(): Promise<readonly RoomEntry[]> {
    return this.#list<'Rooms', 'rooms'>('/api/rooms', 'rooms')
  }

  /** In all methods about a room, `name` is its full name, `game/room`. */
  async room(name: string): Promise<RoomEntry> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}`))
  }

  /** `onProgress` is called with the progress from 0 to 1 if the room is created in parts. */
  async createRoom(
    parts: FormData,
    onProgress: (share: number) => void = () => {},
  ): Promise<CreateRoomResponse> {
    const answer = await this.#fetch(
      'POST',
      '/api/rooms',
      parts,
      transferTimeoutMs,
      `${ndjsonType}, application/json`,
    )
    if (answer.headers.get('content-type') !== ndjsonType) return this.#json(answer)
    const final = await readNdjsonAnswer(answer, onProgress)
    if (final.status !== 201) throw toApiFailure(final.status, final.answer)
    return final.answer as CreateRoomResponse
  }

  /** A preview creates no room. */
  async preview(parts: FormData): Promise<Answers['Preview']> {
    return this.#json(await this.#fetch('POST', '/api/preview', parts))
  }

  /** Lists the players' files of a room that is gathering files or has gathered them. */
  async stageFiles(name: string): Promise<LobbyResponse | MatchedFilesResponse> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/yamls`))
  }

  async stageFilesZip(name: string): Promise<Uint8Array> {
    return this.#bytes(await this.#fetch('GET', `/api/rooms/${name}/yamls.zip`, undefined, transferTimeoutMs))
  }

  async submitStageFile(name: string, parts: FormData): Promise<SubmittedStageFile> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/yamls`, parts))
  }

  async takeBackStageFile(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/yamls/${encodeURIComponent(id)}`)
  }

  /** Takes the lease on generating the room's multiworld. Returns its fencing token. */
  async takeGeneration(name: string, worker: string): Promise<number> {
    return (await this.#generation('POST', name, 'generation', { worker })).fence
  }

  /** Throws an ApiFailure with status 409 if another worker has taken the lease. */
  async renewGeneration(name: string, fence: number): Promise<true> {
    await this.#generation('PUT', name, 'generation', { fence })
    return true
  }

  /** `text`: the end of the generator's output. */
  async failGeneration(name: string, fence: number, text: string): Promise<void> {
    await this.#generation('POST', name, 'generation/failure', { fence, text })
  }

  async #generation(
    method: string,
    name: string,
    path: string,
    body: object,
  ): Promise<{ readonly fence: number }> {
    return this.#json(await this.#fetch(method, `/api/rooms/${name}/${path}`, JSON.stringify(body)))
  }

  /** `path`: the path of the operation by which rooms of this game are started. */
  async startRoom(name: string, path: string, parts: FormData): Promise<Answers['StartedRoom']> {
    return this.#json(await this.#fetch('PUT', `/api/rooms/${name}/${path}`, parts, transferTimeoutMs))
  }

  async updateRoom(name: string, patch: RoomPatch): Promise<RoomEntry> {
    return this.#json(await this.#fetch('PATCH', `/api/rooms/${name}`, JSON.stringify(patch)))
  }

  async deleteRoom(name: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}`)
  }

  async undeleteRoom(name: string): Promise<RoomEntry> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/undelete`))
  }

  /** The new room token replaces the old one. */
  async renewToken(name: string): Promise<Answers['Token']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/token`))
  }

  async fork(name: string, parts: FormData): Promise<CreateRoomResponse> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/fork`, parts))
  }

  /** wire/EXPORT.md describes the format. */
  async export(name: string): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#fetch('GET', `/api/rooms/${name}/export`, undefined, transferTimeoutMs)
    if (!body) throw new Failure(`${name}: the response is empty`)
    return body
  }

  async import(parts: FormData): Promise<CreateRoomResponse> {
    return this.#json(await this.#fetch('POST', '/api/rooms/import', parts, transferTimeoutMs))
  }

  async usage(name: string): Promise<Answers['Meter']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/meter`))
  }

  /** Sidecars that are connected or were connected in the last week. */
  async sidecars(): Promise<Answers['Status']['sidecars']> {
    return this.#list<'Status', 'sidecars'>('/status', 'sidecars')
  }

  async forgetSidecar(id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/sidecars/${encodeURIComponent(id)}`)
  }

  async people(name: string): Promise<Answers['People']['people']> {
    return this.#list<'People', 'people'>(`/api/rooms/${name}/people`, 'people')
  }

  async kick(name: string, id: string): Promise<Answers['Person']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/kick`, JSON.stringify({ id })))
  }

  /** Runs a line in the game's console. */
  async say(name: string, line: string): Promise<readonly string[]> {
    const answer = await this.#fetch('POST', `/api/rooms/${name}/say`, JSON.stringify({ line }))
    return (await this.#json<Answers['Answers']>(answer)).answers
  }

  async ban(name: string, request: BanRequest): Promise<Answers['Ban']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/bans`, JSON.stringify(request)))
  }

  async bans(name: string): Promise<Answers['Bans']['bans']> {
    return this.#list<'Bans', 'bans'>(`/api/rooms/${name}/bans`, 'bans')
  }

  async liftBan(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/bans?id=${encodeURIComponent(id)}`)
  }

  /** Returns the number of players to whom the message was shown. */
  async broadcast(name: string, text: string): Promise<number> {
    const answer = await this.#fetch('POST', `/api/rooms/${name}/say`, JSON.stringify({ text }))
    return (await this.#json<Answers['Answers']>(answer)).players ?? 0
  }

  async broadcastToAll(text: string): Promise<Answers['Broadcast']> {
    return this.#json(await this.#fetch('POST', '/api/say', JSON.stringify({ text })))
  }

  /** Returns the room's invite link. With `renew`, creates a new link, and the old one stops working. */
  async invitation(name: string, renew?: true): Promise<Answers['Invitation']> {
    return this.#json(await this.#fetch(renew ? 'POST' : 'GET', `/api/rooms/${name}/invitation`))
  }

  async mute(name: string, request: BanRequest): Promise<Answers['Ban']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/mutes`, JSON.stringify(request)))
  }

  async mutes(name: string): Promise<Answers['Mutes']['mutes']> {
    return this.#list<'Mutes', 'mutes'>(`/api/rooms/${name}/mutes`, 'mutes')
  }

  async liftMute(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/mutes?id=${encodeURIComponent(id)}`)
  }

  async reports(name: string): Promise<Answers['Reports']['reports']> {
    return this.#list<'Reports', 'reports'>(`/api/rooms/${name}/reports`, 'reports')
  }

  async dismissReport(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/reports?id=${encodeURIComponent(id)}`)
  }

  async webhooks(name: string): Promise<Answers['Webhooks']['webhooks']> {
    return this.#list<'Webhooks', 'webhooks'>(`/api/rooms/${name}/webhooks`, 'webhooks')
  }

  /** The answer contains the signing secret of a `plain` webhook, which is returned only once. */
  async createWebhook(name: string, webhook: object): Promise<Answers['CreatedWebhook']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/webhooks`, JSON.stringify(webhook)))
  }

  async deleteWebhook(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/webhooks?id=${encodeURIComponent(id)}`)
  }

  /** `after`: the number of the last line that the caller already has. */
  async log(name: string, after = 0): Promise<Answers['Log']['log']> {
    return this.#list<'Log', 'log'>(`/api/rooms/${name}/log${after > 0 ? `?after=${after}` : ''}`, 'log')
  }

  /** Returns the room's log with events, and the earliest time to which the room can go back. */
  async timeline(name: string): Promise<Answers['Timeline']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/timeline`))
  }

  async film(name: string): Promise<Answers['Film']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/film`))
  }

  async clips(name: string): Promise<Answers['Clips']['clips']> {
    return this.#list<'Clips', 'clips'>(`/api/rooms/${name}/clips`, 'clips')
  }

  async createClip(
    name: string,
    clip: { readonly from: string; readonly to: string },
  ): Promise<Answers['Clip']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/clips`, JSON.stringify(clip)))
  }

  async deleteClip(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/clips?id=${encodeURIComponent(id)}`)
  }

  async stories(name: string): Promise<Answers['Stories']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/stories`))
  }

  async series(game: string, name: string): Promise<Answers['Series']> {
    return this.#json(await this.#fetch('GET', seriesPath(game, name)))
  }

  async eraseFromSeries(
    game: string,
    name: string,
    what: { readonly room: string } | { readonly player: string },
  ): Promise<Answers['ErasedFromSeries']> {
    return this.#json(await this.#fetch('DELETE', `${seriesPath(game, name)}?${new URLSearchParams(what)}`))
  }

  async rewind(name: string, at: string): Promise<Answers['Rewound']> {
    const body = JSON.stringify({ at, as: 'replace' })
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/rewind`, body))
  }

  async forkAt(
    name: string,
    copy: { readonly at: string; readonly room?: string; readonly title?: string },
  ): Promise<CreateRoomResponse> {
    const body = JSON.stringify({ ...copy, as: 'fork' })
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/rewind`, body))
  }

  async playerData(name: string, player: string): Promise<Answers['PlayerData']> {
    return this.#json(await this.#fetch('GET', playerDataPath(name, player)))
  }

  async erasePlayerData(name: string, player: string): Promise<void> {
    await this.#fetch('DELETE', playerDataPath(name, player))
  }

  /** The lines of the most recently active rooms, oldest first. `since`: the time of the earliest line, as ISO 8601. */
  async logs(since?: string): Promise<Answers['SiteLog']['log']> {
    return this.#list<'SiteLog', 'log'>(
      `/api/logs${since ? `?since=${encodeURIComponent(since)}` : ''}`,
      'log',
    )
  }

  async downloadFile(name: string, file: string): Promise<Uint8Array> {
    return this.#bytes(await this.#fetch('GET', `/${name}/files/${encodeURIComponent(file)}`))
  }

  /** `path`: the part after `api/`. Returns undefined if the room does not have the endpoint. */
  async readEndpoint(name: string, path: string): Promise<Json | undefined> {
    try {
      return await this.#json<Json>(await this.#fetch('GET', `/${name}/api/${path}`))
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 404) return undefined
      throw error
    }
  }

  async #fetch(
    method: string,
    path: string,
    body?: FormData | string,
    timeoutMs = requestTimeoutMs,
    accept?: string,
  ): Promise<Response> {
    // The site closes idle connections after 5 s, possibly at the moment when the next request is sent. A request that
    // creates a room must not be sent again, so each request has a connection of its own.
    const headers = new Headers({ connection: 'close' })
    if (accept !== undefined) headers.set('accept', accept)
    if (this.#token) headers.set('authorization', `Bearer ${this.#token}`)
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    const url = new URL(path, this.#url)
    // A name such as `..` would change the path, so a request could delete something else.
    if (url.pathname !== path.split('?')[0]) throw new Failure('a name or id must not be . or ..')
    const signal = AbortSignal.timeout(timeoutMs)
    let response: Response
    try {
      response = await fetch(url, { method, headers, signal, redirect: 'manual', body: body ?? null })
    } catch (error) {
      const code = systemErrorCode(error)
      throw new Failure(`cannot reach ${this.#url.origin}: ${code ?? describeInOneLine(error)}`, code)
    }
    if (response.ok) return response
    const errorBody: unknown = await response.json().catch(() => null) // a page of a proxy, for example
    const failure = toApiFailure(response.status, errorBody)
    const location = response.headers.get('location')
    if (response.status < 400 && location !== null)
      failure.message = `${this.#url.origin} redirects to ${location}: pass the URL of the site with --url`
    else if (failure.error === httpError(response.status))
      failure.message = `${this.#url.origin} answers with ${failure.error}, but not like a Packetboat site: check --url, or try again later`
    // The site's message for a request without a token does not name the flags of this command.
    if (response.status === 401 && !this.#token)
      failure.message =
        'not authorized: pass --token, or set PACKETBOAT_TOKEN to the site token or the room token'
    throw failure
  }

  async #bytes(response: Response): Promise<Uint8Array> {
    try {
      return await response.bytes()
    } catch (error) {
      throw new Failure(`the response of ${this.#url.origin} ended early: ${describeInOneLine(error)}`)
    }
  }

  async #json<T>(response: Response): Promise<T> {
    const value = parseJsonOrUndefined(new TextDecoder().decode(await this.#bytes(response)))
    if (typeof value === 'object' && value !== null) return value as T
    throw foreignSite(response, 'is not JSON')
  }

  async #list<Name extends keyof Answers, Field extends keyof Answers[Name] & string>(
    path: string,
    field: Field,
  ): Promise<Answers[Name][Field]> {
    const response = await this.#fetch('GET', path)
    const { [field]: list } = await this.#json<Answers[Name]>(response)
    if (Array.isArray(list)) return list
    throw foreignSite(response, `has no ${field}`)
  }
}

const foreignSite = ({ url }: Response, problem: string) =>
  new Failure(`${url} is not a Packetboat site: its response ${problem}`)

const seriesPath = (game: string, name: string) =>
  `/api/series/${encodeURIComponent(game)}/${encodeURIComponent(name)}`

function playerDataPath(name: string, player: string): string {
  return `/api/rooms/${name}/players/${encodeURIComponent(player)}/data`
}
