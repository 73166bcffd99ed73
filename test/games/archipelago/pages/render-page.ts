// Renders pages of a room in memory, and reads their tables like a program that scrapes them.
import { archipelago } from '../../../../games/archipelago/index.ts'
import { pages } from '../../../../games/archipelago/pages/index.ts'
import type { CompatibilityPageContent } from '../../../../games/game.ts'
import type { TestRoom } from '../test-client.ts'

export const roomPath = '/archipelago/tiny'
export const publicIds = { room: 'r'.repeat(22), tracker: 't'.repeat(22) } as const
const connect = ['192.0.2.1:38281', `wss://play.test:8443${roomPath}`] as const

type Texts = Readonly<Record<string, string>>

export function readEndpoint(room: TestRoom, name: string, params: Texts = {}): string | undefined {
  return room.harness.host.views.readEndpoint(name, params, {
    url: `https://play.test${roomPath}`,
    createdAt: 1_000_000_000_000,
    publicIds,
    ports: [],
  })
}

const roomFacts = (room: TestRoom, query: Texts) => ({
  ...{ path: roomPath, title: 'Tiny', connect, servers: [], assets: {}, query },
  ...{ addresses: [], websocket: connect[1] },
  now: room.harness.clock.now(),
})

/** Renders the page `name` of a room. Returns undefined if nothing matches the parameters. */
export async function renderPage(
  room: TestRoom,
  name: string,
  { params = {}, query = {} }: { params?: Texts; query?: Texts } = {},
): Promise<string | undefined> {
  const page = pages[name]!
  const reading = readEndpoint(room, page.endpoint ?? '', params)
  return reading === undefined
    ? undefined
    : String((await page.render(reading, roomFacts(room, query))).content)
}

/** Renders the page at a path of archipelago.gg. Returns undefined if the site answers 404. */
export async function renderWebhostPage(
  room: TestRoom,
  path: string,
): Promise<(Omit<CompatibilityPageContent, 'content'> & { readonly html: string }) | undefined> {
  for (const page of archipelago.compatibilityPages ?? []) {
    const pattern = new RegExp(`^${page.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const params = pattern.exec(path)?.groups
    if (!params) continue
    const reading = readEndpoint(room, page.endpoint, params)
    if (reading === undefined) return undefined
    const { content, ...rest } = await page.render(reading, { ...roomFacts(room, {}), params, publicIds })
    return { ...rest, html: String(content) }
  }
  return undefined
}

export interface HtmlTable {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The texts of all cells, including those of the footer. */
  readonly cells: readonly string[]
}

export function tableOf(html: string, id: string): HtmlTable | undefined {
  const table = new RegExp(`<table id="${id}">(.*?)</table>`, 's').exec(html)?.[1]
  if (table === undefined) return undefined
  const body = /<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? ''
  return {
    heads: [...table.matchAll(/<th>(.*?)<\/th>/gs)].map(([, head]) => textOf(head!)),
    rows: [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => cellsOf(row!)),
    cells: cellsOf(table),
  }
}

const cellsOf = (html: string) => [...html.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => textOf(cell!))

const entities: Texts = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text as an HTML parser returns it, white space included. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => entities[name] ?? whole)
}
