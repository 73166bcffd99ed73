// `packetboat room timeline|rewind`: what happened in a room, and a way back.

import { requireConfirmation } from '../terminal/confirm.ts'
import { type Output, printable } from '../terminal/output.ts'
import { type ApiFlags, apiClient, type ConfirmationFlags, printCreatedRoom } from './room.ts'

export interface RewindFlags extends ConfirmationFlags {
  readonly at: string
  readonly as: 'fork' | 'replace'
  readonly room?: string
  readonly title?: string
}

export async function printTimeline(name: string, flags: ApiFlags, { out }: Output) {
  const timeline = await apiClient(flags).timeline(name)
  if (flags.json) return out(JSON.stringify(timeline))
  const { since, log } = timeline
  out(
    since === undefined
      ? `${name} keeps no history; to keep a day of it: room set ${name} --option history=24h`
      : `${name} can go back to any second since ${since}`,
  )
  for (const { time, kind, text } of log) out(`${time}  ${kind.padEnd(7)}  ${printable(text)}`)
}

export async function rewindRoom(name: string, flags: RewindFlags, output: Output) {
  const { at, as, room, title } = flags
  const client = apiClient(flags)
  if (as === 'fork') {
    const named = { ...(room !== undefined && { room }), ...(title !== undefined && { title }) }
    return void (await printCreatedRoom(client, await client.forkAt(name, { at, ...named }), flags, output))
  }
  await requireConfirmation(`This takes ${name} back to ${at} and disconnects everybody.`, flags.yes, output)
  const rewound = await client.rewind(name, at)
  output.out(
    flags.json
      ? JSON.stringify(rewound)
      : `${name} is as it was at ${rewound.at}; to undo this, take it back to a moment ago`,
  )
}
