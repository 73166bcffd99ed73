import { expect, test, vi } from 'vitest'
import { createGuestForm } from '../../../../../games/crossfire/browser/login/guest-form.ts'
import { fakeDocument } from '../../../../browser-unit/fake-document.ts'
import { Town } from '../../harness/room-harness.ts'
import { BrowserClient } from '../browser-client-harness.ts'

test('the browser stores a guest once its character plays, but not if another account plays instead', async () => {
  const stored: string[] = []
  const page = fakeDocument()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: (key: string) => stored.push(key) })
  const town = await Town.open()
  const plays = async (room: string, guestNames: readonly string[], account?: string) => {
    const browser = new BrowserClient(town)
    const { login } = browser.client
    createGuestForm(browser.client, room)
    for (const name of guestNames) {
      page.created.input!.at(-1)!.value = name
      page.created.form!.at(-1)!.dispatchEvent(new Event('submit'))
      await browser.passwordsChecked()
    }
    if (account) login.logIn(account, 'secret', true)
    await browser.passwordsChecked()
    if (account) login.create({ name: account }, [])
    await browser.passwordsChecked()
    return [login.stage, ...stored.splice(0)]
  }
  expect(await plays('a', ['Ash'])).toEqual(['playing', 'packetboat crossfire guest a'])
  expect(await plays('b', ['Ash'], 'Ann')).toEqual(['playing'])
  expect(await plays('c', ['Ash', 'Ashley'])).toEqual(['playing', 'packetboat crossfire guest c'])
})

test('a guest whose account no longer exists in the room can play under a new name', async () => {
  const page = fakeDocument()
  const guest = { account: 'Gone', character: 'Gone', password: 'made up' }
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(guest), setItem() {} })
  const browser = new BrowserClient(await Town.open())
  createGuestForm(browser.client, 'd')
  const [, , anew] = page.created.button!
  const [form] = page.created.form!
  expect(anew).toMatchObject({ hidden: true })
  form!.dispatchEvent(new Event('submit'))
  await browser.passwordsChecked()
  expect(anew).toMatchObject({ hidden: false })
  anew!.dispatchEvent(new Event('click'))
  page.created.form!.at(-1)!.dispatchEvent(new Event('submit'))
  await browser.passwordsChecked()
  expect(browser.client.login.stage).toBe('playing')
})
