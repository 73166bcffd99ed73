import { describe, expect, it } from 'vitest'
import type { Game } from '../../games/game.ts'
import { games } from '../../games/index.ts'
import type { ProtocolProbe } from '../../games/probe.ts'
import { RoomHarness } from '../room-harness.ts'
import { pollOptions } from '../timeouts.ts'
import { readFixtureMultidata } from './archipelago/sample-multiworlds.ts'

function roomOf(game: Game): Promise<RoomHarness> {
  const needs = game.uploads?.file?.required
  return RoomHarness.create(
    game,
    needs ? { file: { name: 'AP.archipelago', bytes: readFixtureMultidata('links-6p') } } : {},
  )
}

async function resultOf(probe: ProtocolProbe, harness: RoomHarness, known = { open: true, full: false }) {
  const client = harness.client(probe.transport === 'dispatch' ? 'tcp' : probe.transport)
  for (const frame of probe.openingFrames) client.call.sendFrame(frame)
  // Polls in real time, because the room hashes passwords in real time.
  const answered = () => {
    harness.pass(5)
    return client.received.length > 0 || client.closedFor !== undefined
  }
  await expect.poll(answered, pollOptions).toBe(true)
  const { received: frames, closedFor } = client
  const at = frames.findIndex((_, end) => probe.evaluate({ frames: frames.slice(0, end + 1) }, known))
  const end = closedFor === undefined ? 'silent' : 'closed'
  return probe.evaluate(at < 0 ? { frames, end } : { frames: frames.slice(0, at + 1) }, known)
}

describe.each(games.map((game) => [game.slug, game] as const))('the probes of %s', (_, game) => {
  const allProbes = game.probes!()
  const roomProbes = allProbes.filter(({ transport }) => transport !== 'dispatch')

  it('cover every listener of the game and the room’s own WebSocket', () => {
    const transports = new Set(allProbes.map(({ transport }) => transport))
    const wanted = [...game.listeners.map(({ transport }) => transport), 'websocket' as const]
    expect([...transports].toSorted()).toEqual([...new Set(wanted)].toSorted())
  })

  it('accept an open room and leave no player in it', async () => {
    const room = await roomOf(game)
    for (const probe of roomProbes) expect(await resultOf(probe, room)).toMatchObject({ ok: true })
    expect(room.host.players).toBe(0)
  })

  it('accept a closed room only if its Worker reports it as closed', async () => {
    const room = await roomOf(game)
    room.status = 'closed'
    for (const probe of roomProbes) {
      const heard = await resultOf(probe, room, { open: false, full: false })
      expect(heard).toMatchObject({ ok: true, message: expect.stringContaining('the room is closed') })
      // A disconnect alone does not show whether the room is closed or the password is wrong.
      if (!heard!.message.includes('disconnects'))
        expect(await resultOf(probe, room)).toMatchObject({ ok: false })
    }
  })

  it('reject servers of other protocols and silent servers', () => {
    const known = { open: true, full: false }
    for (const probe of allProbes) {
      const other = [new TextEncoder().encode('SSH-2.0-OpenSSH_9.6\r\n')]
      expect(probe.evaluate({ frames: other, end: 'silent' }, known)).toMatchObject({
        ok: false,
        message: expect.not.stringContaining('rejects new clients'),
      })
      expect(probe.evaluate({ frames: [], end: 'silent' }, known)).toMatchObject({ ok: false })
      expect(probe.evaluate({ frames: [] }, known)).toBeUndefined()
    }
  })
})
