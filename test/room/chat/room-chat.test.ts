import { expect, test } from 'vitest'
import { isReport, type Report, reportKeyPrefix } from '../../../durable-objects/model/reports.ts'
import { RoomChat } from '../../../durable-objects/room/chat/room-chat.ts'
import type { RoomContext } from '../../../durable-objects/room/context/room-context.ts'
import type { TimelineEvent } from '../../../durable-objects/room/context/room-events.ts'
import { Moderation } from '../../../durable-objects/room/moderation/moderation.ts'
import { ClientSession } from '../../../durable-objects/room/sessions/client-session.ts'
import type { StoredValue } from '../../../durable-objects/storage/records.ts'
import { doom2077 } from '../../../games/doom-2077/index.ts'
import type { Game, Peer } from '../../../games/game.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const day = 24 * 60 * 60 * 1000

/** A room with players of these names, whose reports are committed at once. */
class ReportingRoom {
  readonly clock = new SimulatedClock()
  readonly context: RoomContext
  readonly moderation: Moderation
  readonly news: TimelineEvent[] = []
  readonly #sessions = new Map<Peer, ClientSession>()
  readonly #changes = new Map<string, StoredValue | undefined>()
  readonly #chat: RoomChat
  #next = 1

  constructor(game: Game = doom2077 as Game) {
    this.context = testContext({ game, clock: this.clock })
    const sessions = this.#sessions
    this.#chat = new RoomChat(
      this.context,
      {
        of: (peer) => sessions.get(peer),
        get all() {
          return [...sessions.values()]
        },
      },
      { changes: this.#changes, events: this.news },
    )
    this.moderation = new Moderation(this.context, {
      get occupied() {
        return { sessions: [...sessions.values()], endSession() {} }
      },
    })
  }

  join(
    name: string,
    { address = `192.0.2.${this.#next}`, label }: { address?: string; label?: string } = {},
  ) {
    const id = this.#next++
    const peer: Peer = {
      ...{ id, address, transport: 'tcp', compressed: false },
      send() {},
      close() {},
      markAddressValidated() {},
    }
    const connection = {
      ...{ token: `token ${id}`, address, transport: 'tcp', compressed: false },
      ...{ session: undefined, resumeState: undefined, framePart: 0, isReady: true },
    } as unknown as ClientSession['connection']
    const limits = this.context.game!.limits({})
    const session = new ClientSession(peer, connection, limits, { startedAt: 0, isResumed: false })
    session.name = name
    if (label !== undefined) session.game = { label } as unknown as NonNullable<ClientSession['game']>
    this.#sessions.set(peer, session)
    return { peer, session, report: (words: string) => this.#committed(() => this.#chat.report(peer, words)) }
  }

  leave({ peer, session }: { peer: Peer; session: ClientSession }): void {
    this.#sessions.delete(peer)
    this.context.events.emit('sessionEnded', session, 'left')
  }

  #committed(act: () => string): string {
    const answer = act()
    this.context.records.write(this.#changes)
    this.#changes.clear()
    return answer
  }

  /** The stored reports as `player: reason`, newest first. */
  get reported(): readonly string[] {
    return this.moderation.reports.map(({ player, reason }) => `${player.name}: ${reason}`)
  }
}

test.each<[what: string, words: string, reported: string | RegExp]>([
  ['a name and a reason', 'Bob swears', 'Bob: swears'],
  ['no reason', 'bob', 'Bob: '],
  ['more gaps than a line is long', `Bob${' \n'.repeat(400)}swears`, 'Bob: swears'],
  ['any case and width', 'ｂOB swears', 'Bob: swears'],
  ['a name of several words', 'Eve of Dover spams a lot', 'Eve of Dover: spams a lot'],
  ['the longer of two names that fit', 'Eve of', 'Eve of Dover: of'],
  ['a name in quotes', '"Eve of Dover" spams', 'Eve of Dover: spams'],
  ['a name that has quotes', '"Big" Al spams', '"Big" Al: spams'],
  ['the start of one name', 'dob cheats', 'Doberman: cheats'],
  ['the game’s own name of a player with a label', 'slot swears', 'pink (3): swears'],
  ['the start of a label', 'pink swears', 'pink (3): swears'],
  ['a player who has left', 'Gone swore', 'Gone: swore'],
  ['an unknown name', 'Zed swears', /^No player has this name/],
  ['the start of several names', 'do swears', /^Several players match: Doberman, Dolly\./],
  ['oneself', 'Ann swears', 'You cannot report yourself.'],
  ['nothing', '  ', /^Write the player's name/],
])(
  'a report with %s is stored if it names a player, and otherwise answered with the reason',
  (_, words, reported) => {
    const room = new ReportingRoom()
    const ann = room.join('Ann')
    for (const name of ['Bob', 'Eve of Dover', '"Big" Al', 'Doberman', 'Dolly']) room.join(name)
    room.join('slot', { label: 'pink (3)' })
    room.leave(room.join('Gone'))
    const answer = ann.report(words)
    if (room.reported.length === 0) expect(answer).toMatch(reported)
    else {
      expect(room.reported).toEqual([reported])
      expect(answer).toBe(`Your report of ${room.moderation.reports[0]!.player.name} was sent to the host.`)
    }
  },
)

test('texts of players are stored as one line of bounded length, in records that an import accepts', () => {
  const room = new ReportingRoom()
  const ann = room.join('Ann')
  room.join('Bob')
  for (let i = 0; i < 30; i++) ann.session.hear({ at: i, text: `line ${i}` })
  ann.report(`Bob says\n\u202e${'x'.repeat(1000)}`)
  const [report] = room.moderation.reports
  expect(report!.reason).toMatch(/^says x+$/)
  expect(report!.reason.length).toBeLessThanOrEqual(300)
  expect(report!.lines.map(({ text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, i) => `line ${i + 10}`),
  )
  const stored = [...room.context.records.list(reportKeyPrefix)]
  for (const [key, value] of stored) {
    const parsed = JSON.parse(String(value)) as Report
    expect(isReport(key, parsed)).toBe(true)
    expect(isReport(key, { ...parsed, lines: Array(21).fill(parsed.lines[0]) })).toBe(false)
    expect(isReport(key, { ...parsed, of: { ...parsed.of, address: '' } })).toBe(false)
    expect(isReport(`${reportKeyPrefix}1`, parsed)).toBe(false)
  }
})

test('most of a thousand reports from one address in a minute are refused with a wait, and other addresses can still report', () => {
  const room = new ReportingRoom()
  room.join('Bob')
  const victim = room.join('Vic', { address: '203.0.113.1' })
  victim.report('Bob hits me')
  const attackers = Array.from({ length: 50 }, (_, i) => room.join(`Troll ${i}`))
  const answers: string[] = []
  for (let i = 0; i < 1000; i++) {
    answers.push(attackers[i % 50]!.report('Bob is here'))
    room.clock.pass(60)
  }
  const refused = answers.filter((answer) => /^Too many reports\. Try again in \d+ s\.$/.test(answer))
  expect(answers.length - refused.length).toBeLessThanOrEqual(60)
  expect(room.reported).toHaveLength(answers.length - refused.length + 1)
  expect(room.reported.at(-1)).toBe('Bob: hits me')
  room.clock.pass(10_000)
  expect(victim.report('Bob again')).toContain('was sent')
})

test('new reports from one address displace only earlier reports from that address', () => {
  const room = new ReportingRoom()
  room.join('Bob')
  const victim = room.join('Vic')
  victim.report('Bob hits me')
  for (let i = 0; i < 150; i++) {
    room.join('Troll', { address: '198.51.100.1' }).report(`Bob ${i}`)
    room.clock.pass(20_000)
  }
  expect(room.reported).toHaveLength(100)
  expect(room.reported[0]).toBe('Bob: 149')
  expect(room.reported.at(-1)).toBe('Bob: hits me')
})

test('a report is deleted after 30 days, or when the host dismisses it', () => {
  const room = new ReportingRoom()
  const ann = room.join('Ann')
  room.join('Bob')
  ann.report('Bob first')
  room.clock.pass(10 * day)
  ann.report('Bob second')
  room.clock.pass(20 * day)
  expect(room.reported).toEqual(['Bob: second'])
  room.moderation.scheduleExpiry()
  expect([...room.context.records.list(reportKeyPrefix)]).toHaveLength(1)
  expect(room.context.alarm.isRequested('reports')).toBe(true)
  expect(room.moderation.dismissReports('7')).toBe(0)
  expect(room.moderation.dismissReports(room.moderation.reports[0]!.id)).toBe(1)
  expect([...room.context.records.list(reportKeyPrefix)]).toEqual([])
})

test('a reported player can be muted and banned after they have left, and a player who left without a report cannot', () => {
  const room = new ReportingRoom()
  const ann = room.join('Ann')
  const bob = room.join('Bob')
  const eve = room.join('Eve')
  room.leave(bob)
  room.leave(eve)
  ann.report('Bob swore')
  expect(room.moderation.mute({ id: bob.session.id, seconds: 60 })).toMatchObject({ name: 'Bob' })
  expect(room.moderation.ban({ id: bob.session.id, seconds: 60 })).toMatchObject({
    address: expect.stringContaining('192.0.2'),
  })
  expect(room.moderation.mute({ id: eve.session.id, seconds: 60 })).toMatchObject({
    refused: { field: 'id', detail: expect.stringContaining('this player has left') },
  })
})

test('each report is sent to the webhooks, and is not in the owner’s log before the commit', () => {
  const room = new ReportingRoom()
  const ann = room.join('Ann')
  const bob = room.join('Bob')
  ann.report('Bob swears')
  expect(room.news).toEqual([{ kind: 'report', text: 'Ann reported Bob: swears', player: bob.session.id }])
  expect(room.context.roomLog.linesAfter(0)).toEqual([])
})
