import { describe, expect, test } from 'vitest'
import { FrameOutbox } from '../../../../games/archipelago/protocol/outbox.ts'
import { Client } from '../../../../games/archipelago/room/clients.ts'
import { type MessageType, plainMessage } from '../../../../games/archipelago/room/messages.ts'
import { StepCounter } from '../../../../games/archipelago/room/step-counter.ts'
import type { Frame, GameContext, Peer } from '../../../../games/game.ts'
import type { Urgency } from '../../../../wire/link/link-codec.ts'

interface Sent {
  readonly to: readonly number[]
  readonly frame: string
  readonly urgency?: Urgency
}

function createOutbox(size: number) {
  const sent: Sent[] = []
  const peers = Array.from(
    { length: size },
    (_, id) =>
      ({ id, send: (frame: Frame) => sent.push({ to: [id], frame: `${frame}` }) }) as unknown as Peer,
  )
  const host = {
    multicast: (to: Iterable<Peer>, frame: Frame, urgency?: Urgency) =>
      sent.push({ to: Array.from(to, ({ id }) => id), frame: `${frame}`, ...(urgency && { urgency }) }),
    now: () => 0,
  } as unknown as GameContext
  return { sent, peers, outbox: new FrameOutbox(host, new StepCounter()) }
}

const text = (at: number) => ({ cmd: 'Print', text: `${at}` }) as const

describe('the outbox', () => {
  test('[AP-1.5] sends one shared frame with the packets for all clients, and then the packets of each client', () => {
    const { sent, peers, outbox } = createOutbox(3)
    const long = `{"cmd":"Print","text":"${'x'.repeat(200_000)}"}`
    outbox.multicast(peers, long)
    outbox.multicast(peers, long)
    for (const peer of peers) outbox.reply(peer, text(peer.id))
    outbox.flush()
    expect(sent.map(({ to }) => to)).toEqual([[0, 1, 2], [0], [1], [2]])
    expect(sent[0]!.frame).toBe(`[${long}]`)
    expect(sent[2]!.frame).toBe(`[${long},{"cmd":"Print","text":"1"}]`)
  })

  test('[AP-1.5] keeps the order of a client’s packets if packets for all clients follow packets for this client', () => {
    const { sent, peers, outbox } = createOutbox(2)
    outbox.multicast(peers, '{"cmd":"a"}')
    for (const peer of peers) outbox.startFrame(peer)
    outbox.reply(peers[0]!, text(1))
    outbox.multicast(peers, '{"cmd":"b"}')
    outbox.flush()
    expect(sent).toEqual([
      { to: [0, 1], frame: '[{"cmd":"a"}]' },
      { to: [0], frame: '[{"cmd":"Print","text":"1"},{"cmd":"b"}]' },
      { to: [1], frame: '[{"cmd":"b"}]' },
    ])
  })

  const clientsOf = (peers: readonly Peer[]) =>
    peers.map(
      (peer, slot) =>
        new Client(peer, {
          slot,
          version: { major: 0, minor: 6, build: 7 },
          tags: [],
          itemsHandling: 7,
          uuid: '',
        }),
    )
  const urgenciesOf = (size: number, type: MessageType) => {
    const { sent, peers, outbox } = createOutbox(size)
    outbox.print(clientsOf(peers), [plainMessage('hello', type)])
    outbox.flush()
    return sent.map(({ urgency }) => urgency)
  }

  test.each(['Join', 'Part', 'TagsChanged', 'ItemSend'] as const)(
    '[AP-1.7] sends a text of type %s with low urgency to over 40 clients',
    (type) => {
      expect([urgenciesOf(40, type), urgenciesOf(41, type)]).toEqual([[undefined], ['late']])
    },
  )

  test.each([
    'Chat',
    'Hint',
    'ServerChat',
    'Goal',
    'Release',
    'Collect',
    'Countdown',
    'CommandResult',
  ] as const)('[AP-1.7] sends a text of type %s at once, to any number of clients', (type) => {
    expect(urgenciesOf(41, type)).toEqual([undefined])
  })

  test('[AP-1.7] sends a text at once to a client that receives another packet in the same transaction', () => {
    const { sent, peers, outbox } = createOutbox(41)
    outbox.print(clientsOf(peers), [plainMessage('hello', 'Join')])
    outbox.reply(peers[7]!, text(7))
    outbox.flush()
    expect(sent.map(({ to, urgency }) => `${to.length} ${urgency}`)).toEqual(['1 undefined', '40 late'])
  })
})
