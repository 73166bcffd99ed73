// workerd has no jurisdictions, so this test's namespaces record which jurisdiction the code requests.
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../durable-objects/env.ts'
import { siteRegions } from '../../../durable-objects/rpc/jurisdiction.ts'
import { regions } from '../../../wire/net/region.ts'
import { errorOf, postRoom, sendRequest } from '../../workers/fixtures/requests.ts'

afterEach(() => reset())

/** A namespace whose objects can be reached only through a jurisdiction. */
function recording(namespace: DurableObjectNamespace, asked: Set<string>): DurableObjectNamespace {
  const jurisdiction = (name: string) => {
    asked.add(name)
    return namespace
  }
  return { jurisdiction } as unknown as DurableObjectNamespace
}

function siteIn(jurisdiction: string) {
  const asked = new Set<string>()
  const objects = (['ROOM', 'DIRECTORY', 'UPLOADS', 'REMOTE_CLIENT'] as const).map((name) => [
    name,
    recording(env[name], asked),
  ])
  return { asked, env: { ...Object.fromEntries(objects), JURISDICTION: jurisdiction } as Partial<Env> }
}

describe('a site with a jurisdiction', () => {
  it.each(['eu', 'us'] as const)('%s has all its objects in that jurisdiction', async (jurisdiction) => {
    const site = siteIn(jurisdiction)
    const file = new File(['small'], 'map.txt')
    expect((await postRoom({ game: 'echo', room: 'harbor', file }, { env: site.env })).status).toBe(201)
    expect((await sendRequest('/api/rooms/echo/harbor', { env: site.env })).status).toBe(200)
    expect([...site.asked]).toEqual([jurisdiction])
  })

  it('creates rooms only in its regions', async () => {
    const site = siteIn('eu')
    const created = await postRoom({ game: 'echo', room: 'inside', region: 'eeur' }, { env: site.env })
    expect(created.status).toBe(201)
    const refused = await postRoom({ game: 'echo', room: 'outside', region: 'wnam' }, { env: site.env })
    expect(await errorOf(refused)).toMatchObject({
      ...{ status: 422, field: 'region', detail: 'rooms of this site can be in weur or eeur' },
    })
    const page = await (await sendRequest('/new?game=echo', { env: site.env })).text()
    expect([...page.matchAll(/<option value="(\w+)">/g)].map(([, value]) => value)).toEqual(
      expect.arrayContaining(['weur', 'eeur']),
    )
    expect(page).not.toContain('value="wnam"')
  })
})

it('a site without a jurisdiction has all regions, and an unknown jurisdiction is an error that names the setting', () => {
  expect(siteRegions({})).toBe(regions)
  expect(() => siteRegions({ JURISDICTION: 'mars' })).toThrow(
    'the setting JURISDICTION is "mars": it must be eu, us or absent',
  )
})
