// Changing the password during play. [CF-4.19]
import { describe, expect, it } from 'vitest'
import { Town } from '../../harness/room-harness.ts'
import type { Client, ReceivedPacket } from '../../harness/test-client.ts'

/** Sends the command `passwd` and these answers, and returns the room's questions and messages. */
async function said(town: Town, client: Client, ...answers: string[]): Promise<string[]> {
  const received: ReceivedPacket[] = client.do('passwd')
  for (const text of answers) {
    received.push(...client.send({ type: 'reply', text }))
    received.push(...(await town.passwordsChecked(client)))
  }
  return received.flatMap((packet) => {
    if (packet.type === 'query') return `${packet.flags}: ${packet.text}`
    return packet.type === 'drawextinfo' || packet.type === 'drawinfo' ? packet.text : []
  })
}

/** Whether the password opens `name`, an account or a 1997 character. */
async function opens(town: Town, name: string, password: string): Promise<boolean> {
  const client = town.connect('today')
  client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
  client.send({ type: 'accountlogin', name, password })
  const received = await town.passwordsChecked(client)
  client.peer.hangUp()
  return received.some(({ type }) => type === 'accountplayers')
}

const questions = [
  '4: What is your password?\n:',
  '4: What is your new password?\n:',
  '4: Please type it again.\n:',
]

describe('[CF-4.19] passwd', () => {
  it("changes the account's password after one entry of the old and two of the new one, and shows neither", async () => {
    const [town, ann] = await Town.with('Ann')
    expect(await said(town, ann, 'secret', 'better', 'better')).toEqual([
      ...questions,
      'Password changed for account of Ann.',
    ])
    expect([await opens(town, 'of Ann', 'secret'), await opens(town, 'of Ann', 'better')]).toEqual([
      false,
      true,
    ])
    ann.do('say still here')
    expect(ann.hasReceivedText('still here')).toBe(true)
    expect(ann.peer.closed).toBeUndefined()
    expect(town.faults).toEqual([])
  })

  it('changes the password of a character without an account', async () => {
    const town = await Town.open()
    const old = await town.joinLegacy('Oldhero')
    expect((await said(town, old, 'secret', 'better', 'better')).at(-1)).toBe('Password changed.')
    expect(town.world.accounts.passwordHashOf('Oldhero')).toBe('hash of better')
  })

  it.each([
    [['wrong'], 'Wrong password. Your password is unchanged.'],
    [['secret', 'x'], 'Password is too short. Your password is unchanged.'],
    [['secret', 'x'.repeat(65)], 'Password is too long. Your password is unchanged.'],
    [['secret', 'better', 'bettter'], 'The passwords differ. Your password is unchanged.'],
  ])('the answers %j leave the password unchanged and end the questions', async (answers, why) => {
    const [town, ann] = await Town.with('Ann')
    expect((await said(town, ann, ...answers)).at(-1)).toBe(why)
    expect(await opens(town, 'of Ann', 'secret')).toBe(true)
    expect(ann.send({ type: 'reply', text: 'secret' })).toEqual([])
  })

  it('[CF-4.20] wrong passwords count towards the same limit as those at login', async () => {
    const [town, ann] = await Town.with('Ann')
    const elsewhere = town.connect('today', { address: '203.0.113.7' })
    ann.peer.hangUp()
    elsewhere.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    town.setUp(elsewhere, { map2cmd: '1', loginmethod: '2' })
    elsewhere.send({ type: 'accountlogin', name: 'of Ann', password: 'secret' })
    await town.passwordsChecked(elsewhere)
    elsewhere.send({ type: 'accountplay', name: 'Ann' })
    elsewhere.look()
    const ends: (string | undefined)[] = []
    for (let tries = 0; tries < 11; tries++) ends.push((await said(town, elsewhere, `wrong ${tries}`)).at(-1))
    expect(ends.filter((text) => text?.startsWith('Wrong password.'))).toHaveLength(10)
    expect(ends.at(-1)).toMatch(/^Too many wrong passwords from your address\. Try again in \d+ s\.$/)
    expect(elsewhere.peer.closed).toBeUndefined()
  })

  it('a character that moves to another account before the last answer cannot change the password of that account', async () => {
    const [town, ann] = await Town.with('Ann')
    await said(town, ann, 'secret', 'better')
    const buyer = town.connect('today')
    buyer.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    buyer.send({ type: 'accountnew', name: 'buyer', password: 'private' })
    await town.passwordsChecked(buyer)
    buyer.send({ type: 'accountaddplayer', force: true, name: 'Ann', password: 'secret' })
    await town.passwordsChecked(buyer)
    ann.send({ type: 'reply', text: 'better' })
    await town.passwordsChecked(ann)
    expect([await opens(town, 'buyer', 'private'), await opens(town, 'buyer', 'better')]).toEqual([
      true,
      false,
    ])
    expect(ann.hasReceivedText('The old password has changed.')).toBe(true)
  })

  it('a reply without a question is ignored, and the question continues after a restart', async () => {
    const [town, ann] = await Town.with('Ann')
    expect(ann.send({ type: 'reply', text: 'secret' })).toEqual([])
    await said(town, ann, 'secret', 'better')
    town.room.restart()
    ann.send({ type: 'reply', text: 'better' })
    await town.passwordsChecked(ann)
    expect(await opens(town, 'of Ann', 'better')).toBe(true)
  })
})
