// Replays recorded conversations to a room and compares its answers with the original server's, except for the listed
// differences.
import { describe, expect, it } from 'vitest'
import type { FromServer } from '../../../games/doom-2077/packets.ts'
import { commonEntries, comparableForms, countDifferences, replay } from './replay.ts'
import type { TestClient } from './test-client.ts'
import { datagramsOf, recordedMessages, transcriptNames } from './transcripts.ts'

type Differences = { readonly [client: string]: { readonly [kind: string]: number } }

const kicked = { '-KICK': 1 }
/** The differences of each recording, by client: how many messages of a type the room omits (-) or adds (+). */
const faults: { readonly [recording: string]: Differences } = {
  // The original server was stopped at the end of each recording and kicked everybody. A room outlives its server
  // processes, so it kicks nobody.
  'shutdown-kick': { A: kicked, B: kicked },
  'move-fanout': { A: kicked, B: kicked, C: kicked },
  'idle-25s': { A: kicked },
  'join-solo-quit': { A: {} },
  // When a player leaves, the room sends the scoreboard; the original sends it only after a death. The room announces
  // the time of the next start or end (DM-5.8).
  'match-start': { A: { '+SCOR': 1, '+GEND': 2, '+GSTR': 1 }, B: { '+GEND': 1 } },
  // The room's limit is four lines at once and then two a second. The recording has seven lines within half a second.
  // In the room a line break in a line becomes a space.
  chat: { A: { '-CHAT': 4, '+CHAT': 1, ...kicked }, B: { '-CHAT': 4, '+CHAT': 1, ...kicked } },
  // A client fires the unknown weapons 4, 127 and -1.
  fire: { A: kicked, B: { '-FIRE': 3, ...kicked } },
  // Six of seven pistol shots are too fast for the room, so nobody dies.
  'damage-kill-respawn': {
    A: { '-DAMG': 6, '-KILL': 1, '-TELL': 1, '-SCOR': 1, ...kicked },
    B: { '-DAMG': 6, '-FIRE': 5, '-KILL': 1, '-TELL': 1, '-SCOR': 1, ...kicked },
  },
  // A client reports damage without a shot.
  'damage-shotgun': {
    A: { '-DAMG': 2, '-KILL': 1, '-TELL': 1, '-SCOR': 2, '+GEND': 1, ...kicked },
    B: { '-DAMG': 2, '-KILL': 1, '-TELL': 1, '-SCOR': 2, '+GEND': 1, ...kicked },
  },
  // A client reports damage without a weapon. In so short a match the original announces only the last three seconds.
  'match-end-short': {
    A: { '-KILL': 1, '-TELL': 1, '-SCOR': 2, '+GEND': 6, '+GSTR': 2, '+TELL': 4, ...kicked },
    B: { '-KILL': 1, '-TELL': 1, '-SCOR': 2, '+GEND': 6, '+GSTR': 2, '+TELL': 4, ...kicked },
  },
  // The second JOIN created a second player for one client, which received everything twice.
  'duplicate-join': {
    A: { '-ACPT': 1, '-JOIN': 4, '-TELL': 2, '-SCOR': 1, '-CHAT': 1, '-KICK': 2, '+ACPT': 1 },
    B: { '-JOIN': 1, '-TELL': 1, '-SCOR': 1, ...kicked },
  },
  // None of the three PINGs has eight bytes. The original answers two with the memory behind them, and one with half of
  // its data.
  'ping-unjoined': { A: { '-PONG': 3 } },
  // The original never answered the fifth client.
  'server-full': { A: kicked, B: kicked, C: kicked, D: kicked, E: { '+KICK': 1 } },
  // A client that has not joined opens a door. The original does not answer its MOVE.
  unjoined: { A: { '-OPEN': 1, ...kicked }, X: { '+KICK': 1 } },
}

describe('a recording', () => {
  const scripted = transcriptNames().filter((name) => name !== 'original-client')

  it('has an entry in the list of known faults', () => {
    expect(Object.keys(faults).sort()).toEqual(scripted)
  })

  it.each(scripted)(
    '%s gets the recorded answers in their order, except for the known faults',
    async (name) => {
      const { testClients } = await replay(name)
      const found: { [client: string]: { readonly [kind: string]: number } } = {}
      const before = recordedMessages(name)
      for (const [client, testClient] of testClients) {
        const [then, now] = [
          comparableForms(before.get(client) ?? []),
          comparableForms(testClient.takeMessages()),
        ]
        const differences = countDifferences(then, now)
        if (before.has(client) || Object.keys(differences).length > 0) found[client] = differences
        expect(commonEntries(now, then)).toEqual(commonEntries(then, now))
      }
      expect(found).toEqual(faults[name])
    },
  )
})

const types = (messages: readonly FromServer[]) => messages.map(({ type }) => type)

describe('the original client', () => {
  async function played(): Promise<TestClient> {
    const { testClients } = await replay('original-client', 'udp')
    return testClients.get('orig')!
  }

  it('[DM-2.1] receives ACPT and LMAP in its first datagram and never again', async () => {
    const [first, ...rest] = (await played()).takeDatagrams()
    expect(types(first!.messages)).toEqual(['ACPT', 'LMAP'])
    for (const { messages } of rest)
      expect(types(messages).filter((type) => type === 'ACPT' || type === 'LMAP')).toEqual([])
  })

  it('[DM-2.2] receives each JOIN once, and no message about a player before its JOIN', async () => {
    const known = new Set<number>()
    for (const message of (await played()).takeMessages()) {
      if (message.type === 'JOIN') {
        expect(known.has(message.playerId)).toBe(false)
        known.add(message.playerId)
      } else if (message.type !== 'ACPT' && 'playerId' in message)
        expect(known.has(message.playerId)).toBe(true)
    }
    expect([...known]).toEqual([4])
  })

  it('[DM-8.1] receives one datagram per 33 ms at most, none of them empty', async () => {
    const datagrams = (await played()).takeDatagrams()
    for (const { at, bytes } of datagrams) {
      expect(bytes.length).toBeGreaterThan(0)
      expect(datagrams.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(
        30,
      )
      expect(datagrams.filter((other) => other.at >= at && other.at < at + 33).length).toBe(1)
    }
  })

  it('[DM-2.8] receives its position at its first move, and the full state once', async () => {
    const datagrams = (await played()).takeDatagrams()
    const placed = datagrams.findIndex(({ messages }) => types(messages).includes('MOVE'))
    expect(types(datagrams[placed]!.messages)).toEqual(['JOIN', 'MOVE'])
    const firstTypes = types(datagrams[placed + 1]!.messages)
    expect(firstTypes.slice(0, 6)).toEqual(['TELL', 'MOVE', 'HLTH', 'DOST', 'L_ST', 'SCOR'])
    const joined = datagrams.flatMap(({ messages }) =>
      messages.filter((one) => one.type === 'TELL' && one.flags !== 0),
    )
    expect(joined).toEqual([{ type: 'TELL', flags: 1, msg: 'orig joined the server.' }])
  })

  it('[DM-2.3] receives nothing after its QUIT', async () => {
    const quit = datagramsOf('original-client')
      .filter(({ dir }) => dir === 'c2s')
      .find(({ bytes }) => Buffer.from(bytes).toString('latin1').startsWith('QUIT'))
    const testClient = await played()
    expect(quit).toBeDefined()
    expect(testClient.takeDatagrams().at(-1)!.at).toBeLessThan(quit!.t)
  })

  it('never receives a datagram larger than its buffer', async () => {
    const testClient = await played()
    expect(testClient.isAddressValidated).toBe(true)
    expect(testClient.closeReason).toBeUndefined()
  })
})
