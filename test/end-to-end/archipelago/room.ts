// Archipelago rooms on a running site, created through the HTTP API.
import { expect } from 'vitest'
import type { CreateRoomResponse, RoomEntry } from '../../../cli/api/api-client.ts'
import type { ListenerRequest } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Options } from '../../../games/game.ts'
import { readFixture, readFixtureMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { pollOptions, type Site } from '../running-site.ts'

export interface ItemView {
  readonly item: string
  readonly location: string
  readonly from: string
  readonly kind: string
}

interface SlotView {
  readonly slot: number
  readonly name: string
  readonly game: string
  readonly alias: string | null
  readonly status: string
  readonly checks: number
  readonly locations: number
  readonly checked: readonly string[]
  readonly items: readonly ItemView[]
}

export interface RoomView {
  readonly checksDone: number
  readonly checksTotal: number
  readonly lastActivity: string | null
  readonly options: Options
  readonly slots: readonly SlotView[]
}

export interface RoomRequest {
  readonly file: Uint8Array
  readonly save?: Uint8Array
  readonly room?: string
  readonly options?: Options
  readonly listen?: readonly ListenerRequest[]
}

/** The answer of `POST /api/rooms` with the site token. */
export function post(
  site: Site,
  { file, save, room, options, listen }: RoomRequest,
  headers: { readonly [name: string]: string } = { authorization: `Bearer ${site.ready.adminToken}` },
): Promise<Response> {
  const form = new FormData()
  form.set('game', 'archipelago')
  if (room !== undefined) form.set('room', room)
  if (options) form.set('options', JSON.stringify(options))
  if (listen) form.set('listen', JSON.stringify(listen))
  form.set('file', new File([new Uint8Array(file)], 'seed.archipelago'))
  if (save) form.set('save', new File([new Uint8Array(save)], 'seed.apsave'))
  return fetch(`${site.url}/api/rooms`, { method: 'POST', body: form, headers })
}

export function seedFile(name: string): Uint8Array {
  return name === 'mixed-8p' ? readFixture('mixed-8p.zip') : readFixtureMultidata(name)
}

export class ArchipelagoRoom {
  readonly site: Site
  readonly created: CreateRoomResponse

  constructor(site: Site, created: CreateRoomResponse) {
    this.site = site
    this.created = created
  }

  static async create(site: Site, request: RoomRequest): Promise<ArchipelagoRoom> {
    const answer = await post(site, { listen: [{ transport: 'websocket', port: 0 }], ...request })
    const said = (await answer.json()) as CreateRoomResponse
    expect([answer.status, answer.ok || said]).toEqual([201, true])
    return new ArchipelagoRoom(site, said)
  }

  /** `game/room`. */
  get name(): string {
    return `archipelago/${this.created.room}`
  }

  get direct(): string {
    return this.created.websocket
  }

  /** Waits until the site's own sidecar has a listener for the room, and returns its URL. */
  async carried(): Promise<string> {
    let url: string | undefined
    const look = async () => {
      const { addresses } = await this.site.room(this.name)
      const at = addresses.find((one) => one.transport === 'websocket' && one.error === undefined)
      url = at && `ws://${at.host}:${at.port}`
      return url
    }
    await expect.poll(look, pollOptions).toBeDefined()
    return url!
  }

  entry(): Promise<RoomEntry> {
    return this.site.room(this.name)
  }

  async view(): Promise<RoomView> {
    return (await this.entry()).view as unknown as RoomView
  }

  /** Sends the room's own token or the given one. If it is '', sends no token. */
  fetch(path: string, token = this.created.adminToken, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (token !== '') headers.set('authorization', `Bearer ${token}`)
    return fetch(`${this.site.url}${path}`, { ...init, headers })
  }

  async patch(change: object): Promise<{ status: number; body: RoomEntry & { field?: string } }> {
    const init = { method: 'PATCH', body: JSON.stringify(change) }
    const answer = await this.fetch(`/api/rooms/${this.name}`, this.created.adminToken, init)
    return { status: answer.status, body: (await answer.json()) as RoomEntry & { field?: string } }
  }
}
