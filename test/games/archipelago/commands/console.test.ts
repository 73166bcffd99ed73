import { describe, expect, test } from 'vitest'
import { adminCommands } from '../../../../games/archipelago/commands/admin-commands.ts'
import { NamedTupleInstance } from '../../../../games/archipelago/import/pickle/values.ts'
import { archipelago } from '../../../../games/archipelago/index.ts'
import { readEndpoint } from '../pages/render-page.ts'
import { alterMultidata } from '../sample-multiworlds.ts'
import { TestRoom } from '../test-client.ts'

const { ownerConsole } = archipelago

async function createRoom(options = {}) {
  const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null, ...options })
  const say = (line: string) => {
    const answers = room.harness.host.actions.runConsoleCommand(line)
    room.advance(100)
    return answers
  }
  return { room, ann, say }
}

describe('the host’s console', () => {
  test('[AP-8.11] runs every admin command, without a server password', async () => {
    const { say } = await createRoom()
    for (const { name, accepts = () => true } of adminCommands.commands) {
      const acceptsNoArguments = accepts({ name, typedName: name, words: [], rest: undefined })
      const answers = say(`/${name}`)
      expect([name, answers]).toEqual([name, expect.any(Array)])
      if (!acceptsNoArguments) expect(answers![0]).toMatch(new RegExp(`^Usage: /${name} `))
    }
    expect(say('/dance')![0]).toContain('Could not find command dance')
  })

  test('[AP-8.11] runs commands whose answers only the host reads', async () => {
    const { room, ann, say } = await createRoom()
    ann.takePackets()
    expect(say('/players')![0]).toContain('players of')
    expect(ann.takePackets()).toEqual([])
    expect(say("/release 'Ben'")).toEqual([])
    expect(room.world.checks.missing(2)).toEqual([])
    expect(ann.takePackets().length).toBeGreaterThan(0)
    expect(say('/option hint_cost 3')).toEqual(['Set option hint_cost to 3'])
    expect(room.world.options.hint_cost).toBe(3)
  })

  test('[AP-8.11] sends lines that are not commands to everybody as the server’s lines, and does not end the admin session', async () => {
    const { room, ann, say } = await createRoom({ server_password: 'adminpw' })
    ann.say('!admin login adminpw')
    ann.takePackets()
    expect(say('dinner at eight')).toEqual([])
    expect(ann.expect('PrintJSON')).toMatchObject({ type: 'ServerChat', message: 'dinner at eight' })
    expect(room.world.admin).toBeDefined()
    expect(say('  ')).toEqual([])
    expect(ann.takePackets()).toEqual([])
  })

  test('[AP-8.11] stores the effects of its commands', async () => {
    const { room, say } = await createRoom()
    say('/alias Ben Captain Ben')
    room.restart()
    expect(room.world.alias(2)).toBe('Captain Ben')
  })

  test('[AP-8.9] /status lists spectators, which /players does not count', async () => {
    const bytes = alterMultidata('tiny-2p', (root) => {
      const slots = root.get('slot_info') as Map<number, NamedTupleInstance>
      const { of, fields } = slots.get(2)!
      slots.set(2, new NamedTupleInstance(of, fields.with(2, 0)))
    })
    const room = await TestRoom.create({ file: { name: 'tiny-2p.archipelago', bytes } })
    const { actions } = room.harness.host
    expect(actions.runConsoleCommand('/status')![0]).toContain(
      '\nBob has 0 connections and has finished. (0/92)',
    )
    expect(actions.runConsoleCommand('/players')).toEqual(['0 players of 1 connected :: Team #1: (Alice)'])
  })

  test('[AP-8.11] logs no passwords that its lines contain', () => {
    for (const line of [
      '/option server_password hunter2',
      '/option password "hunter2"',
      '/"option" passwor\'d\' hunter2',
      '/OPTION  server_password   hunter2',
    ])
      expect(ownerConsole!.redact(line)).not.toContain('hunter2')
    expect(ownerConsole!.redact('/release Ann')).toBe('/release Ann')
  })

  test('[AP-8.11] has forms that list every slot, and buttons whose texts are all commands', async () => {
    const { room } = await createRoom()
    const forms = await ownerConsole!.renderForms(readEndpoint(room, ownerConsole!.endpoint!)!)
    const html = forms.map(({ content }) => String(content)).join('')
    for (const { name } of room.world.seed.slots.values()) expect(html).toContain(`<option value="${name}">`)
    const known = adminCommands.commands.map(({ name }) => name)
    for (const [, name] of html.matchAll(/value="\/(\w+)/g)) expect(known).toContain(name)
  })
})
