// Traces one step of a Soaprun client on its own WebSocket: the call stack from the room to the game's session, and the
// source files whose functions run, as V8's precise coverage reports them.
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import type { Game } from '../../games/game.ts'
import { playerSpawn } from '../../games/soaprun/board/board.ts'
import { soaprun } from '../../games/soaprun/index.ts'
import { type FromClient, fromClient } from '../../games/soaprun/packets.ts'
import { MemoryRoom } from '../../test/room/in-memory-room.ts'
import type { MemorySocket } from '../../test/room/memory-socket.ts'
import { soaprunLogin } from '../cost/players/soaprun.ts'

export interface StepTrace {
  /** From `Room.socketMessage` to the game's `Session.receive`, including both. */
  readonly frames: readonly string[]
  /** The source files that ran in the step with the median number of files, relative to the project's root. */
  readonly files: readonly string[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const steps = 53
const stepMs = 238

export async function traceStep(): Promise<StepTrace> {
  const stacks: string[] = []
  const room = await MemoryRoom.created({ game: withTracedSessions(soaprun as Game, stacks) })
  const client = room.enter([])
  for (const packet of soaprunLogin) await send(room, client, packet)
  const coverage = new Session()
  coverage.connect()
  await coverage.post('Profiler.enable')
  await coverage.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const traces: (readonly string[])[] = []
  for (let step = 0; step < steps; step++) {
    await idle(room)
    const frame = fromClient.encode({ type: 'myPo', nodes: [playerSpawn] })
    await coverage.post('Profiler.takePreciseCoverage')
    room.room.socketMessage(client, frame)
    const { result } = await coverage.post('Profiler.takePreciseCoverage')
    traces.push(filesIn(result))
  }
  coverage.disconnect()
  if (client.closedFor !== undefined) throw new Error(`the client was disconnected: ${client.closedFor}`)
  traces.sort((a, b) => a.length - b.length)
  return { frames: framesIn(stacks.at(-1)!), files: traces[Math.floor(steps / 2)]! }
}

/** Waits until output and commits are finished. */
async function idle(room: MemoryRoom): Promise<void> {
  room.clock.pass(stepMs)
  await new Promise((resolve) => setImmediate(resolve))
}

async function send(room: MemoryRoom, client: MemorySocket, packet: FromClient): Promise<void> {
  room.room.socketMessage(client, fromClient.encode(packet))
  await idle(room)
}

function withTracedSessions(game: Game, stacks: string[]): Game {
  return {
    ...game,
    openSession(...args) {
      const session = game.openSession(...args)
      const receive = session.receive.bind(session)
      session.receive = (...frame) => {
        const limit = Error.stackTraceLimit
        Error.stackTraceLimit = Number.POSITIVE_INFINITY
        stacks.push(new Error('trace').stack!)
        Error.stackTraceLimit = limit
        return receive(...frame)
      }
      return session
    },
  }
}

function framesIn(stack: string): string[] {
  const names = stack
    .split('\n')
    .flatMap((line) => /^\s+at (.+?) \(/.exec(line)?.[1] ?? (/^\s+at /.test(line) ? '(closure)' : []))
  const room = names.findIndex((name) => name.startsWith('Room.'))
  return ['Session.receive', ...names.slice(1, room + 1)].reverse()
}

interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
}

function filesIn(scripts: readonly Script[]): string[] {
  return scripts.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : ''
    const isSource =
      path.startsWith(root) && /^(wire|games|durable-objects)[/\\]/.test(path.slice(root.length))
    const ran = functions.some(({ ranges }) => ranges[0]!.count > 0)
    return isSource && ran ? [path.slice(root.length)] : []
  })
}
