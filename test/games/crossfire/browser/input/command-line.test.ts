import { describe, expect, it } from 'vitest'
import type { ClientEvents } from '../../../../../games/crossfire/browser/client/core/client-event.ts'
import { EventEmitter } from '../../../../../games/crossfire/browser/client/core/event-emitter.ts'
import { textToneOf } from '../../../../../games/crossfire/browser/components/text-colours.ts'
import { commandFor, createCommandLine } from '../../../../../games/crossfire/browser/input/command-line.ts'
import {
  commandWords,
  completions,
  InputHistory,
} from '../../../../../games/crossfire/browser/input/completion.ts'
import { MacroRunner, parseCommands } from '../../../../../games/crossfire/browser/input/macros.ts'
import { RepeatCount } from '../../../../../games/crossfire/browser/input/repeat-count.ts'
import { isPickedUp, pickupModeOf } from '../../../../../games/crossfire/browser/inventory/pickup-mode.ts'
import { songOf, soundEffectOf } from '../../../../../games/crossfire/browser/panels/sound-player.ts'
import { soundKinds, sounds } from '../../../../../games/crossfire/protocol/events/sounds.ts'
import { actionCommands } from '../../../../../games/crossfire/rules/commands/action-commands.ts'
import { parseCommand } from '../../../../../games/crossfire/rules/commands/command-table.ts'
import { emoteCommands } from '../../../../../games/crossfire/rules/commands/emotes.ts'
import { gameOfChanceCommands } from '../../../../../games/crossfire/rules/commands/games-of-chance.ts'
import { roomCommands } from '../../../../../games/crossfire/rules/commands/room-commands.ts'
import { selfCommands } from '../../../../../games/crossfire/rules/commands/self-commands.ts'
import { fakeDocument } from '../../../../browser-unit/fake-document.ts'
import { Town } from '../../harness/room-harness.ts'
import { openPlayingClient } from '../browser-client-harness.ts'

describe('the command line', () => {
  it('[CF-10.5] sends text through the selected channel, and commands unchanged', () => {
    expect(commandFor('say', ' ahoy there ')).toEqual({ text: 'say ahoy there', count: 0 })
    expect(commandFor('gsay', 'here')).toEqual({ text: 'gsay here', count: 0 })
    expect(commandFor('say', 'help')).toEqual({ text: 'help', count: 0 })
    expect(commandFor('say', 'help me')).toEqual({ text: 'say help me', count: 0 })
    expect(commandFor('say', '/who')).toEqual({ text: 'who', count: 0 })
    expect(commandFor('', '3 drop apple')).toEqual({ text: 'drop apple', count: 3 })
    expect(commandFor('say', '3 apples')).toEqual({ text: 'say 3 apples', count: 0 })
    expect(commandFor('', '')).toEqual({ text: '', count: 0 })
  })

  it('[CF-9.5] completes all commands of this server, and names as their arguments', () => {
    const there = [selfCommands, roomCommands, actionCommands, gameOfChanceCommands, emoteCommands].flat()
    const unknown = there.filter(({ name }) => !(name in commandWords))
    expect(Object.keys(commandWords).filter((word) => parseCommand(word).command === undefined)).toEqual([])
    expect(unknown).toEqual([])
    const names = () => ['fire bolt', 'frost bolt', 'light']
    expect(completions('inv', names)).toEqual(['inventory ', 'invoke '])
    expect(completions('cast f', names)).toEqual(['cast fire bolt', 'cast frost bolt'])
    expect(completions('3 tak', names)).toEqual(['3 take '])
    expect(completions('shout f', names)).toEqual([])
    expect(completions('constructor f', names)).toEqual([])
  })

  it('offers the players who spoke last and those in view for reports and completion', async () => {
    fakeDocument()
    const { client } = await openPlayingClient(await Town.open(), 'Ann')
    const line = createCommandLine(client, () => {})
    for (let n = 0; n < 300; n++) client.messages.onText(15, 1, 0, `Player${n} shouts: ahoy`)
    client.messages.onText(15, 1, 0, 'Player50 shouts: again')
    client.messages.onText(15, 1, 0, 'Ann chats: my own words')
    client.map.onCells({
      type: 'map2',
      spaces: [{ x: 1, y: 1, changes: [{ change: 'label', kind: 'player', text: 'Bob' }] }],
    } as never)
    const people = line.people()
    expect(people).toHaveLength(257)
    expect(people).toEqual(expect.arrayContaining(['Player299', 'Player50', 'Bob']))
    expect(people).not.toContain('Ann')
  })

  it('recalls earlier lines and restores the unfinished line', () => {
    const history = new InputHistory()
    for (const line of ['one', 'two', 'two']) history.keep(line)
    expect([history.earlier('draft'), history.earlier('two'), history.earlier('one')]).toEqual([
      'two',
      'one',
      'one',
    ])
    expect([history.later('one'), history.later('two'), history.later('draft')]).toEqual([
      'two',
      'draft',
      'draft',
    ])
  })
})

describe('macros', () => {
  it('a macro runs its commands in order, and a count repeats a command or sets its amount', () => {
    expect(parseCommands('cast light; /2 north;;\n3 drop apple')).toEqual([
      { text: 'cast light', count: 0 },
      { text: 'north', count: 0 },
      { text: 'north', count: 0 },
      { text: 'drop apple', count: 3 },
    ])
    expect(parseCommands('999999999 north')).toHaveLength(200)
  })

  it('[CF-9.3] a macro waits for acknowledgements and can be stopped', () => {
    const events = new EventEmitter<ClientEvents>()
    const sent: string[] = []
    const commands = {
      unacknowledged: 0,
      send(text: string) {
        sent.push(text)
        this.unacknowledged++
      },
    }
    const run = new MacroRunner(commands, events)
    run.run('30 north; who')
    expect(sent).toHaveLength(10)
    commands.unacknowledged = 7
    events.emit('commands', undefined)
    expect(sent).toHaveLength(13)
    run.stop()
    commands.unacknowledged = 0
    events.emit('commands', undefined)
    expect(sent).toHaveLength(13)
  })
})

it('a typed count applies to one command only', () => {
  const shown: number[] = []
  const counting = new RepeatCount((count) => shown.push(count))
  for (const digit of '012') counting.type(digit)
  expect([counting.take(), counting.take(), shown]).toEqual([12, 0, [0, 1, 12, 0]])
})

it('[CF-10.3] markup colours map to the nearest readable colour', () => {
  expect(['Red', '#f00000', 'DodgerBlue', '#3040c0', 'fuchsia', '#12', 'toString'].map(textToneOf)).toEqual([
    ...[3, 3, 5, 2, undefined, undefined, undefined],
  ])
})

it('[CF-7.13] the pickup checkboxes convert to a pickup mode and back', () => {
  expect(pickupModeOf([])).toBe(0)
  expect(pickupModeOf(['Food', 'Money'])).toBe(0x80000050)
  expect([isPickedUp(0x80000050, 'Food'), isPickedUp(0x80000050, 'Keys')]).toEqual([true, false])
  expect([isPickedUp(1, 'Keys'), isPickedUp(0x40000001, 'Keys'), isPickedUp(0, 'Keys')]).toEqual([
    true,
    false,
    false,
  ])
})

describe('sounds', () => {
  it('[CF-11.3] every sound of the server has a recording, and attacks sound different from cries and spells', () => {
    const noises = Object.values(sounds).map(({ kind, action, name }) =>
      soundEffectOf({ kind: soundKinds[kind], action, name }),
    )
    expect(noises).not.toContain(undefined)
    expect(new Set(noises).size).toBeGreaterThan(16)
    expect(soundEffectOf({ kind: 2, action: 'cast', name: 'minor healing' })).toBe('blessing')
    expect(soundEffectOf({ kind: 2, action: 'cast', name: 'magic missile' })).toBe('bolt')
    expect(soundEffectOf({ kind: 99, action: 'hum', name: 'bee' })).toBeUndefined()
  })

  it('[CF-11.14] each kind of map has its song', () => {
    expect(['', 'town', 'barrow_upper', 'greywood', 'deep'].map(songOf)).toEqual([
      ...[undefined, 'town', 'below', 'wild', 'below'],
    ])
  })
})
