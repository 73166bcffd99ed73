// Limits of the cost of single requests of ten Archipelago clients behind a sidecar: messages to the room, and rows.
// Counted under simulated time; `npm run bench -- archipelago-requests` measures seconds.
import { expect, it } from 'vitest'
import { type ArchipelagoPacket, archipelagoLoad } from '../../bench/cost/players/archipelago.ts'
import { type LoadClient, MeteredRoom } from '../../bench/cost/simulated-room.ts'

const clients = 10
const forMs = 10_000

/**
 * Runs ten clients, each of which sends its next request a millisecond after the previous answer. The cost is per
 * answer.
 */
async function costOf(answer: string, question: (n: number, locations: readonly number[]) => object) {
  const room = await MeteredRoom.create(archipelagoLoad.setup)
  let answered = 0
  const askers: (() => void)[] = []
  for (let n = 0; n < clients; n++)
    room.connectClient('websocket', 'sidecar', (client: LoadClient) => {
      const program = archipelagoLoad.player(n, 'idle', client)
      let locations: readonly number[] = []
      const ask = () => client.send(JSON.stringify([question(n, locations)]))
      askers.push(ask)
      return {
        receive(frame) {
          program.receive(frame)
          for (const packet of JSON.parse(frame as string) as readonly ArchipelagoPacket[]) {
            if (packet.cmd === 'Connected') locations = packet.missing_locations!.slice(0, 50)
            if (packet.cmd !== answer) continue
            answered++
            client.after(1, ask)
          }
        },
      }
    })
  await room.advance(5000)
  const usageSoFar = room.meter.begin()
  for (const ask of askers) ask()
  await room.advance(forMs)
  const { messages, rowsWritten } = usageSoFar()
  expect(room.closed).toEqual([])
  return { messages: messages / answered, rows: rowsWritten / answered }
}

it('a Set costs at most 0.21 messages to the room and 1.01 written rows', async () => {
  const { messages, rows } = await costOf('SetReply', (n) => ({
    ...{ cmd: 'Set', key: `key ${n}`, default: 0, want_reply: true },
    operations: [{ operation: 'add', value: 1 }],
  }))
  expect(messages).toBeLessThanOrEqual(0.21)
  expect(rows).toBeLessThanOrEqual(1.01)
})

it.each([
  ['Get', 'Retrieved', (n: number) => ({ cmd: 'Get', keys: [`key ${n}`] })],
  [
    'LocationScouts',
    'LocationInfo',
    (_: number, locations: readonly number[]) => ({ cmd: 'LocationScouts', locations }),
  ],
])('a %s costs at most 0.21 messages to the room and no written row', async (_, answer, question) => {
  const { messages, rows } = await costOf(answer, question)
  expect(messages).toBeLessThanOrEqual(0.21)
  expect(rows).toBe(0)
})
