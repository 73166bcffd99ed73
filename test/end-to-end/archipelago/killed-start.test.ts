// workerd is killed while a room that gathered files starts with its multiworld.
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { ApiClient, type RoomEntry } from '../../../cli/api/api-client.ts'
import { readFixtureMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { pollOptions, type Site, test } from '../running-site.ts'
import { Seed } from './seed.ts'

const seed = new Seed('big-120p')
/** Milliseconds from the start request to the kill of workerd. Each room is tested with one of these delays. */
const instants = [0, 20, 50, 100, 200]

const yaml = ({ name, game }: { readonly name: string; readonly game: string }) =>
  `name: ${JSON.stringify(name)}\ngame: ${JSON.stringify(game)}\n${JSON.stringify(game)}: {}\n`

const multidata = readFixtureMultidata('big-120p')

class GatheringRoom {
  readonly #site: Site
  readonly path: string
  readonly #token: string
  readonly url: string

  constructor(site: Site, room: string, token: string) {
    this.#site = site
    this.path = `/api/rooms/archipelago/${room}`
    this.url = `${site.url}/archipelago/${room}`
    this.#token = token
  }

  static async create(site: Site): Promise<GatheringRoom> {
    const form = new FormData()
    for (const [field, value] of Object.entries({ game: 'archipelago', stage: 'gathering', listen: '[]' }))
      form.set(field, value)
    const created = await new ApiClient(new URL(site.url), site.ready.adminToken).createRoom(form)
    const room = new GatheringRoom(site, created.room, created.adminToken)
    for (const player of seed.players.slice(0, 3)) {
      const answer = await fetch(`${site.url}${room.path}/yamls?called=${player.slot}`, {
        method: 'POST',
        body: yaml(player),
      })
      expect(answer.status).toBe(201)
    }
    return room
  }

  /** The status of the answer, or 0 if there was none. */
  async start(): Promise<number> {
    try {
      const answer = await fetch(`${this.#site.url}${this.path}/multidata`, {
        method: 'PUT',
        body: multidata as Uint8Array<ArrayBuffer>,
        headers: { authorization: `Bearer ${this.#token}` },
      })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0 // the connection was cut
    }
  }

  async read<T>(path = ''): Promise<T | undefined> {
    try {
      const answer = await fetch(`${this.#site.url}${this.path}${path}`)
      return answer.ok ? ((await answer.json()) as T) : undefined
    } catch {
      return undefined // workerd does not answer yet
    }
  }
}

test('[AP-16.6] after workerd is killed at any instant of the start, the room has either the gathered files or the whole multiworld', async ({
  site,
  annotate,
}) => {
  let began = 0
  for (const instant of instants) {
    const room = await GatheringRoom.create(site)
    const starting = room.start()
    await delay(instant)
    await site.killRuntime()
    const answer = await starting
    let entry: RoomEntry | undefined
    const up = async () => {
      entry = await room.read<RoomEntry>()
      return entry !== undefined
    }
    await expect.poll(up, pollOptions).toBe(true)
    const isGathering = entry!.stage === 'gathering'
    if (!isGathering) began++
    // An acknowledged start must survive the kill.
    if (answer === 200) expect([instant, isGathering]).toEqual([instant, false])
    const { files } = (await room.read<{ files: object[] }>('/yamls'))!
    expect([instant, files.length]).toEqual([instant, 3])
    if (isGathering) expect((entry!.view as { slots: number }).slots).toBe(3)
    // A retry starts a game that has not started, and is refused with 409 if it has.
    expect([instant, await room.start()]).toEqual([instant, isGathering ? 200 : 409])
    const started = (await room.read<RoomEntry & { view: { slots: object[] } }>())!
    expect([instant, started.stage, started.view.slots.length >= seed.players.length]).toEqual([
      ...[instant, undefined, true],
    ])
    const claims = (await room.read<{ called: string }>('/claims/1'))!
    expect([instant, claims.called]).toEqual([instant, '1'])
  }
  await annotate(`${began} of ${instants.length} kills came after the start was stored`)
})
