import { expect, test, vi } from 'vitest'
import { showLogs } from '../../../cli/commands/logs.ts'
import { commandLine, useAdminToken } from '../fake-worker.ts'

useAdminToken()

const url = 'https://play.example.org'
const line = (number: number, text = 'Ann came in') => ({
  ...{ number, time: `2026-01-01T00:00:0${number}.000Z`, kind: 'join', text },
})

function answers(...bodies: readonly (object | Error)[]) {
  const left = [...bodies]
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const body = left.length > 1 ? left.shift()! : left[0]!
    if (body instanceof Error) throw body
    return Response.json(body)
  })
}

test('logs of a room prints its lines without control characters', async () => {
  const requests = answers({ log: [line(1, 'A\u001bnn came in')] })
  expect(await commandLine('logs', 'tally/harbor', '--url', url)).toEqual({
    ...{ code: 0, out: ['2026-01-01T00:00:01.000Z  join     A·nn came in'], err: [] },
  })
  expect(String(requests.mock.calls[0]![0])).toBe(`${url}/api/rooms/tally/harbor/log`)
})

test('logs of the site prints each line’s room, or JSON per line', async () => {
  const one = { game: 'tally', room: 'harbor', ...line(1) }
  answers({ log: [one] })
  const text = await commandLine('logs', '--url', url)
  expect(text.out).toEqual(['2026-01-01T00:00:01.000Z  tally/harbor  join     Ann came in'])
  expect((await commandLine('logs', '--url', url, '--json')).out.map((out) => JSON.parse(out))).toEqual([one])
})

test('logs --follow of the site also prints the first lines of a room that replaces a deleted room of the same name', async () => {
  const of = (number: number, second: number) => ({
    ...{ game: 'tally', room: 'harbor', ...line(number) },
    time: `2026-01-01T00:00:0${second}.000Z`,
  })
  answers({ log: [of(7, 1)] }, { log: [of(7, 1), of(1, 2), of(2, 2)] }, { log: [of(2, 2), of(3, 2)] })
  let polls = 0
  const out: number[] = []
  const output = { out: (said: string) => out.push(JSON.parse(said).number), err() {} }
  await showLogs(undefined, { url, follow: true, json: true }, output, async () => ++polls < 3)
  expect(out).toEqual([7, 1, 2, 3])
})

test('logs --follow prints each line once, polls less often while idle and survives an outage', async () => {
  const requests = answers(
    { log: [line(1), line(2)] },
    { log: [line(3)] },
    { log: [] },
    Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    }),
    { log: [line(4)] },
  )
  const waits: number[] = []
  const hasWaited = async (ms: number) => waits.push(ms) < 5
  const out: string[] = []
  const err: string[] = []
  const output = { out: (said: string) => out.push(said), err: (said: string) => err.push(said) }
  await showLogs('tally/harbor', { url, follow: true, json: true }, output, hasWaited)
  expect(out.map((said) => JSON.parse(said).number)).toEqual([1, 2, 3, 4])
  expect(waits).toEqual([2000, 2000, 4000, 15_000, 2000])
  expect(requests.mock.calls.map(([at]) => new URL(String(at)).search)).toEqual([
    ...['', '?after=2', '?after=3', '?after=3', '?after=3'],
  ])
  expect(err).toEqual([expect.stringContaining('cannot reach')])
})
