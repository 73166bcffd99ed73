// The client of the Worker's HTTP API. Answers are not validated beyond the API's contract.
import type { BanRequest, RoomPatch } from '../../durable-objects/rpc/rpc-types.ts'
import type { LobbyResponse, MatchedResponse } from '../../games/archipelago/endpoints/yamls.ts'
import type { Json } from '../../games/game.ts'
import type { Answers } from '../../workers/api/responses/answers.ts'
import { Failure, oneLine, systemCode } from '../terminal/failure.ts'
import { ndjsonType, readNdjsonAnswer } from './ndjson-progress.ts'

/** A room as in `GET /api/rooms`; `view` only if the room was requested by name. */
export type RoomEntry = Answers['ListedRoom'] & { readonly view?: Json }
export type CreateRoomResponse = Answers['CreatedRoom']

/** The answer to a submitted file. `secret`: the secret of a new author, which is returned only this once. */
interface SubmittedStageFile {
  readonly id: number
  readonly slots: readonly object[]
  readonly warnings: readonly string[]
  readonly secret?: string
}

/** A rejected request. `message` is `error field: detail`, without the absent parts. */
export class ApiFailure extends Failure {
  readonly status: number
  readonly error: string

  constructor(status: number, body: { error?: unknown; field?: unknown; detail?: unknown }) {
    const error = typeof body.error === 'string' ? body.error : `HTTP ${status}`
    const head = typeof body.field === 'string' ? `${error} ${body.field}` : error
    super(typeof body.detail === 'string' ? `${head}: ${body.detail}` : head)
    this.status = status
    this.error = error
  }
}

function toApiFailure(status: number, errorBody: unknown): ApiFailure {
  return new ApiFailure(status, typeof errorBody === 'object' && errorBody !== null ? errorBody : {})
}

/** Timeout of a request in milliseconds, enough to upload many megabytes to a distant Worker. */
const requestTimeoutMs = 120_000
/** Timeout for the transfer of a whole room. */
const transferTimeoutMs = 900_000

export class ApiClient {
  readonly #url: URL
  readonly #token: string | undefined

  /** `url`: any page of the Worker; only its origin counts. */
  constructor(url: URL, token?: string) {
    this.#url = url
    this.#token = token
  }

  async health(): Promise<Answers['Health']> {
    return this.#json(await this.#fetch('GET', '/healthz'))
  }

  async rooms(): Promise<readonly RoomEntry[]> {
    return (await this.#json<Answers['Rooms']>(await this.#fetch('GET', '/api/rooms'))).rooms
  }

  /** `name`: `game/room`, here and below. */
  async room(name: string): Promise<RoomEntry> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}`))
  }

  /** `onProgress`: receives the progress, 0 to 1, while a room is created in parts. */
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

  /** The game's preview of these files. */
  async preview(parts: FormData): Promise<Answers['Preview']> {
    return this.#json(await this.#fetch('POST', '/api/preview', parts))
  }

  /** The players' files of a room that is gathering them, or has gathered them. */
  async stageFiles(name: string): Promise<LobbyResponse | MatchedResponse> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/yamls`))
  }

  /** The players' files as a zip for the generator. */
  async stageFilesZip(name: string): Promise<Uint8Array> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/yamls.zip`, undefined, transferTimeoutMs)
    return answer.bytes()
  }

  async submitStageFile(name: string, parts: FormData): Promise<SubmittedStageFile> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/yamls`, parts))
  }

  async takeBackStageFile(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/yamls/${encodeURIComponent(id)}`)
  }

  /** Takes the lease to generate a waiting room, and returns the lease's fence. */
  async takeGeneration(name: string, worker: string): Promise<number> {
    return (await this.#generation('POST', name, 'generation', { worker })).fence
  }

  /** Throws 409 if the lease is no longer the current one. */
  async renewGeneration(name: string, fence: number): Promise<true> {
    await this.#generation('PUT', name, 'generation', { fence })
    return true
  }

  /** Reports that the generator failed. `text`: the end of its output. */
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

  /** Ends the stage of a room that gathers. `path`: the path of the operation. */
  async startRoom(name: string, path: string, parts: FormData): Promise<Answers['StartedRoom']> {
    return this.#json(await this.#fetch('PUT', `/api/rooms/${name}/${path}`, parts, transferTimeoutMs))
  }

  async updateRoom(name: string, patch: RoomPatch): Promise<RoomEntry> {
    return this.#json(await this.#fetch('PATCH', `/api/rooms/${name}`, JSON.stringify(patch)))
  }

  async deleteRoom(name: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}`)
  }

  /** Restores a deleted room. */
  async undeleteRoom(name: string): Promise<RoomEntry> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/undelete`))
  }

  /** The room's new token, which replaces the old one. */
  async renewToken(name: string): Promise<Answers['Token']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/token`))
  }

  /** A fork of the room. */
  async fork(name: string, parts: FormData): Promise<CreateRoomResponse> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/fork`, parts))
  }

  /** The room's file as a stream (wire/EXPORT.md). */
  async export(name: string): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#fetch('GET', `/api/rooms/${name}/export`, undefined, transferTimeoutMs)
    if (!body) throw new Failure(`${name}: the response is empty`)
    return body
  }

  /** Creates a room from the file in these parts. */
  async import(parts: FormData): Promise<CreateRoomResponse> {
    return this.#json(await this.#fetch('POST', '/api/rooms/import', parts, transferTimeoutMs))
  }

  /** The room's usage and its cost. */
  async usage(name: string): Promise<Answers['Meter']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/meter`))
  }

  /** The sidecars that are connected or were in the last week. */
  async sidecars(): Promise<Answers['Status']['sidecars']> {
    return (await this.#json<Answers['Status']>(await this.#fetch('GET', '/status'))).sidecars
  }

  async forgetSidecar(id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/sidecars/${encodeURIComponent(id)}`)
  }

  async people(name: string): Promise<Answers['People']['people']> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/people`)
    return (await this.#json<Answers['People']>(answer)).people
  }

  async kick(name: string, id: string): Promise<Answers['Person']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/kick`, JSON.stringify({ id })))
  }

  /** The game's answers. */
  async say(name: string, line: string): Promise<readonly string[]> {
    const answer = await this.#fetch('POST', `/api/rooms/${name}/say`, JSON.stringify({ line }))
    return (await this.#json<Answers['Answers']>(answer)).answers
  }

  async ban(name: string, request: BanRequest): Promise<Answers['Ban']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/bans`, JSON.stringify(request)))
  }

  async bans(name: string): Promise<Answers['Bans']['bans']> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/bans`)
    return (await this.#json<Answers['Bans']>(answer)).bans
  }

  async liftBan(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/bans?id=${encodeURIComponent(id)}`)
  }

  /** Shows a message to all players of the room, and returns how many there are. */
  async broadcast(name: string, text: string): Promise<number> {
    const answer = await this.#fetch('POST', `/api/rooms/${name}/say`, JSON.stringify({ text }))
    return (await this.#json<Answers['Answers']>(answer)).players ?? 0
  }

  /** Shows a message to the players of all rooms. */
  async broadcastToAll(text: string): Promise<Answers['Broadcast']> {
    return this.#json(await this.#fetch('POST', '/api/say', JSON.stringify({ text })))
  }

  /** The invite link of a private room, a new one if `renew`. */
  async invitation(name: string, renew?: true): Promise<Answers['Invitation']> {
    return this.#json(await this.#fetch(renew ? 'POST' : 'GET', `/api/rooms/${name}/invitation`))
  }

  async mute(name: string, request: BanRequest): Promise<Answers['Ban']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/mutes`, JSON.stringify(request)))
  }

  async mutes(name: string): Promise<Answers['Mutes']['mutes']> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/mutes`)
    return (await this.#json<Answers['Mutes']>(answer)).mutes
  }

  async liftMute(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/mutes?id=${encodeURIComponent(id)}`)
  }

  async reports(name: string): Promise<Answers['Reports']['reports']> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/reports`)
    return (await this.#json<Answers['Reports']>(answer)).reports
  }

  async dismissReport(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/reports?id=${encodeURIComponent(id)}`)
  }

  async webhooks(name: string): Promise<Answers['Webhooks']['webhooks']> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/webhooks`)
    return (await this.#json<Answers['Webhooks']>(answer)).webhooks
  }

  /** The new webhook, with the secret that signs messages of a plain one. The secret is not shown again. */
  async createWebhook(name: string, webhook: object): Promise<Answers['CreatedWebhook']> {
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/webhooks`, JSON.stringify(webhook)))
  }

  async deleteWebhook(name: string, id: string): Promise<void> {
    await this.#fetch('DELETE', `/api/rooms/${name}/webhooks?id=${encodeURIComponent(id)}`)
  }

  /** `after`: the number of the last known line. */
  async log(name: string, after = 0): Promise<Answers['Log']['log']> {
    const answer = await this.#fetch('GET', `/api/rooms/${name}/log${after > 0 ? `?after=${after}` : ''}`)
    return (await this.#json<Answers['Log']>(answer)).log
  }

  /** The room's log, and since when it can go back. */
  async timeline(name: string): Promise<Answers['Timeline']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/timeline`))
  }

  async film(name: string): Promise<Answers['Film']> {
    return this.#json(await this.#fetch('GET', `/api/rooms/${name}/film`))
  }

  async clips(name: string): Promise<Answers['Clips']['clips']> {
    return (await this.#json<Answers['Clips']>(await this.#fetch('GET', `/api/rooms/${name}/clips`))).clips
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

  /** `name`: `game/series`, here and below. */
  async series(name: string): Promise<Answers['Series']> {
    return this.#json(await this.#fetch('GET', `/api/series/${name}`))
  }

  async eraseFromSeries(
    name: string,
    what: { readonly room: string } | { readonly player: string },
  ): Promise<Answers['ErasedFromSeries']> {
    return this.#json(await this.#fetch('DELETE', `/api/series/${name}?${new URLSearchParams(what)}`))
  }

  /** Takes the room back to `at`. */
  async rewind(name: string, at: string): Promise<Answers['Rewound']> {
    const body = JSON.stringify({ at, as: 'replace' })
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/rewind`, body))
  }

  /** Creates another room as this one was at `at`. */
  async forkAt(
    name: string,
    copy: { readonly at: string; readonly room?: string; readonly title?: string },
  ): Promise<CreateRoomResponse> {
    const body = JSON.stringify({ ...copy, as: 'fork' })
    return this.#json(await this.#fetch('POST', `/api/rooms/${name}/rewind`, body))
  }

  /** Returns the data that a room holds of a player. */
  async playerData(name: string, player: string): Promise<Answers['PlayerData']> {
    return this.#json(await this.#fetch('GET', playerDataPath(name, player)))
  }

  /** Erases a player from a room. */
  async erasePlayerData(name: string, player: string): Promise<void> {
    await this.#fetch('DELETE', playerDataPath(name, player))
  }

  /** The logs of the most recently active rooms, or all since a time (ISO 8601), oldest line first. */
  async logs(since?: string): Promise<Answers['SiteLog']['log']> {
    const answer = await this.#fetch('GET', `/api/logs${since ? `?since=${encodeURIComponent(since)}` : ''}`)
    return (await this.#json<Answers['SiteLog']>(answer)).log
  }

  /** The bytes of one of its files. */
  async downloadFile(name: string, file: string): Promise<Uint8Array> {
    const answer = await this.#fetch('GET', `/${name}/files/${encodeURIComponent(file)}`)
    return new Uint8Array(await answer.arrayBuffer())
  }

  /** An endpoint of the room, by its path after `api/`. Undefined if the room does not have the endpoint. */
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
    // The site closes idle connections after 5 s, possibly just as the next request is sent. A request that creates a
    // room must not be sent twice, so each request has its own connection.
    const headers = new Headers({ connection: 'close' })
    if (accept !== undefined) headers.set('accept', accept)
    if (this.#token) headers.set('authorization', `Bearer ${this.#token}`)
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    const signal = AbortSignal.timeout(timeoutMs)
    let response: Response
    try {
      response = await fetch(new URL(path, this.#url), {
        ...{ method, headers, signal, redirect: 'manual', body: body ?? null },
      })
    } catch (error) {
      throw new Failure(`cannot reach ${this.#url.origin}: ${systemCode(error) ?? oneLine(error)}`)
    }
    if (response.ok) return response
    const errorBody: unknown = await response.json().catch(() => null) // not JSON: the status suffices
    const failure = toApiFailure(response.status, errorBody)
    // The site's message for a request without a token does not name this command's flags.
    if (response.status === 401 && !this.#token)
      failure.message =
        'not authorized: pass --token, or set PACKETBOAT_TOKEN to the site token or the room token'
    throw failure
  }

  async #json<T>(response: Response): Promise<T> {
    try {
      return (await response.json()) as T
    } catch {
      throw new Failure(`${response.url} is not a Packetboat site: its response is not JSON`)
    }
  }
}

function playerDataPath(name: string, player: string): string {
  return `/api/rooms/${name}/players/${encodeURIComponent(player)}/data`
}
