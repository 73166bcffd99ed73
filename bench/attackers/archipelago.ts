// Archipelago's: a player who asks for data, and those who say, bounce and store as much as a frame holds.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Target } from './crowd-process.ts'
import { type Attackers, again, type Player } from './duel.ts'

/** Those who hear whatever the attackers say. */
const listeners = 20
/** Bytes that one attacker has under way at most: it does not drown itself. */
const mostUnderWay = 4 * 1024 * 1024
const attackEveryMs = 20

/** The slots from here on are the attackers' and listeners'; the first is the honest player's. */
const others = 1

/** A client of the slot, joined. */
async function joined({ port, slots }: Target, slot: number, tags: readonly string[]): Promise<WebSocket> {
  const { name, game } = slots[slot]!
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false, maxPayload: 1 << 28 })
  const answer = new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      if (data.includes('"cmd":"Connected"')) resolve()
      if (data.includes('"cmd":"ConnectionRefused"')) reject(new Error(data.toString()))
    })
    socket.once('close', (code) => reject(new Error(`closed: ${code}`)))
  })
  await once(socket, 'open')
  const version = { major: 0, minor: 6, build: 7, class: 'Version' }
  const who = { cmd: 'Connect', password: null, name, game, uuid: name, version }
  socket.send(JSON.stringify([{ ...who, items_handling: 7, tags: ['AP', ...tags], slot_data: false }]))
  await answer
  return socket
}

export const archipelagoPlayer: Player = async (target) => {
  const socket = await joined(target, 0, ['NoText'])
  return {
    everyMs: 30,
    ask: () =>
      new Promise((resolve, reject) => {
        const lost = () => reject(new Error('the honest player was closed'))
        const heard = (data: Buffer) => {
          if (!data.includes('"cmd":"Retrieved"')) return
          socket.off('message', heard)
          socket.off('close', lost)
          resolve()
        }
        socket.on('message', heard)
        socket.once('close', lost)
        socket.send('[{"cmd":"Get","keys":["nothing"]}]')
      }),
  }
}

const frames: { readonly [how: string]: () => string } = {
  says: () => JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ cmd: 'Say', text: `word ${i}` }))),
  bounce: () => JSON.stringify([{ cmd: 'Bounce', tags: Array.from({ length: 100_000 }, (_, i) => `t${i}`) }]),
  data: () => JSON.stringify([{ cmd: 'Bounce', tags: ['Drowned'], data: 'x'.repeat(900_000) }]),
}

export const archipelagoAttackers: Attackers = async (target, how, count) => {
  const frame = frames[how]!()
  const tags = Array.from({ length: 62 }, (_, tag) => `t${tag * 1000}`)
  const hearing: WebSocket[] = []
  for (let i = 0; i < listeners; i++)
    hearing.push(await joined(target, others + count + i, ['Drowned', ...tags]))
  const attacking: WebSocket[] = []
  for (let i = 0; i < count; i++) attacking.push(await joined(target, others + i, []))
  const stop = again(attackEveryMs, () => {
    for (const socket of attacking)
      if (socket.readyState === socket.OPEN && socket.bufferedAmount < mostUnderWay) socket.send(frame)
  })
  return () => {
    stop()
    for (const socket of [...attacking, ...hearing]) socket.terminate()
  }
}
