import type { ProbedRoom, ProbeResponse, ProbeResult } from '../probe.ts'

/** `detail`: the rejection in the game's own terms. */
export function rejectedResult(detail: string, room: ProbedRoom): ProbeResult {
  const message = `it rejects new clients (${detail})`
  if (!room.open) return { ok: true, message: `${message}: ${closedText(room)}` }
  if (room.full) return { ok: true, message: `${message}: the room is full` }
  const hint = "This address may be banned or over its connection limit. Try again, and check the room's log."
  return { ok: false, message: `${message}, although the room is open and not full`, hint }
}

export function noAnswerResult({ end }: ProbeResponse, room: ProbedRoom): ProbeResult | undefined {
  if (end === undefined) return undefined
  if (end === 'closed' && !room.open) return { ok: true, message: `it disconnects: ${closedText(room)}` }
  const hint = "Check the sidecar's log: is it connected to the Worker?"
  return {
    ok: false,
    message: end === 'closed' ? 'it disconnects without a message' : 'no message within 3 s',
    hint,
  }
}

const closedText = ({ isPrivate }: ProbedRoom) => (isPrivate ? 'the room is private' : 'the room is closed')

/** `title`: the game's title. */
export function wrongServerResult(title: string): ProbeResult {
  return {
    ok: false,
    message: `the server at this port is not ${title}`,
    hint: 'Another program uses this port. Stop it, or give the room another port.',
  }
}
