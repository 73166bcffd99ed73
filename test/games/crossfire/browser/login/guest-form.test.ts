import { expect, onTestFinished, test, vi } from 'vitest'
import { createGuestForm } from '../../../../../games/crossfire/browser/login/guest-form.ts'
import { Town } from '../../harness/room-harness.ts'
import { BrowserClient } from '../browser-client-harness.ts'

class FakeElement extends EventTarget {
  value = ''
  append(): void {}
  setAttribute(name: string, value: string): void {
    if (name === 'value') this.value = value
  }
}

test('a guest is stored once the character plays, and not if another account plays instead', async () => {
  const made = new Map<string, FakeElement>()
  const stored: string[] = []
  vi.stubGlobal('Node', FakeElement)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: (key: string) => stored.push(key) })
  vi.stubGlobal('document', {
    createElement(tag: string) {
      made.set(tag, new FakeElement())
      return made.get(tag)
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const town = await Town.open()
  const plays = async (room: string, guestNames: readonly string[], account?: string) => {
    const browser = new BrowserClient(town)
    const { login } = browser.client
    createGuestForm(browser.client, room)
    for (const name of guestNames) {
      made.get('input')!.value = name
      made.get('form')!.dispatchEvent(new Event('submit'))
      await browser.judged()
    }
    if (account) login.logIn(account, 'secret', true)
    await browser.judged()
    if (account) login.create({ name: account }, [])
    await browser.judged()
    return [login.stage, ...stored.splice(0)]
  }
  expect(await plays('a', ['Ash'])).toEqual(['playing', 'packetboat crossfire guest a'])
  expect(await plays('b', ['Ash'], 'Ann')).toEqual(['playing'])
  expect(await plays('c', ['Ash', 'Ashley'])).toEqual(['playing', 'packetboat crossfire guest c'])
})
