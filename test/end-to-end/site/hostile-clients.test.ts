import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../../wire/util/random.ts'
import { whenClosed } from '../../sidecar/harness/loopback-clients.ts'
import { pollOptions, Site } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { maxAnswerMs } from '../soaprun/painters.ts'

const connectionsPerKind = 250
/**
 * Minimum milliseconds for which the sidecar keeps a silent new client. On a busy machine this time may be over when
 * the test checks.
 */
const leastMs = 10_000

test('20 players are not affected by 1,000 connections that are silent or send single bytes, huge lengths or garbage', async ({
  annotate,
}) => {
  const site = await Site.start()
  const port = site.port('tcp')
  const players = await Promise.all(Array.from({ length: 20 }, () => SoaprunClient.seated(port)))
  const stop = new AbortController()
  const playing = Promise.all(players.map((player) => play(player, stop.signal)))

  const dialled = performance.now()
  const silent = await dialAll(port)
  const dripping = await dialAll(port)
  const boastful = await dialAll(port)
  const babbling = await dialAll(port)
  const early: Socket[] = []
  for (const socket of [...silent, ...dripping])
    socket.on('close', () => performance.now() - dialled < leastMs && early.push(socket))
  const drips = drip(dripping, stop.signal)
  for (const socket of boastful) socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x50, 0x72, 0x74, 0x63]))
  const chance = seededRandom('babble')
  for (const socket of babbling) socket.write(babble(chance))

  await Promise.all([...boastful, ...babbling].map(whenClosed))
  const before = players.map(({ answers }) => answers)
  const haveFiveMoreAnswers = () => players.every(({ answers }, index) => answers >= before[index]! + 5)
  await expect.poll(haveFiveMoreAnswers, pollOptions).toBe(true)
  expect(early).toEqual([])
  expect((await site.room()).players).toBe(20)

  stop.abort()
  await Promise.all([playing, drips])
  expect(players.map(({ fate }) => fate)).toEqual(players.map(() => 'open'))
  const longest = Math.round(Math.max(...players.map(({ longestWait }) => longestWait)))
  await annotate(`longest wait for an answer among 1,000 hostile connections: ${longest} ms`)
  expect(longest).toBeLessThan(maxAnswerMs)
  for (const socket of [...silent, ...dripping]) socket.destroy()
  await SoaprunClient.seated(port)
  expect(site.program.running).toBe(true)
})

/** A player who walks at the original client's rate. Throws if an answer is missing. */
async function play(player: SoaprunClient, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await player.walk()
    await delay(238)
  }
}

async function dialAll(port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: connectionsPerKind }, () =>
    connect({ port, host: '127.0.0.1', noDelay: true }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) socket.on('error', () => {}).resume()
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

/** Sends a frame of a valid length one byte at a time and never completes it. */
async function drip(sockets: readonly Socket[], stop: AbortSignal): Promise<void> {
  const frame = Buffer.alloc(1000)
  frame.writeUInt32LE(1020)
  frame.write('Dlog', 4, 'latin1')
  for (const byte of frame) {
    if (stop.aborted) return
    for (const socket of sockets) socket.write(Buffer.of(byte))
    await delay(50)
  }
}

/** Sends random bytes, every second time after a valid length, so that they reach the room. */
function babble(chance: () => number): Buffer {
  const bytes = Buffer.from(Array.from({ length: 64 }, () => Math.floor(chance() * 256)))
  if (chance() < 0.5) bytes.writeUInt32LE(60)
  else bytes[3] = 1 + Math.floor(chance() * 255)
  return bytes
}
