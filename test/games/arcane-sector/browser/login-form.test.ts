import { expect, test, vi } from 'vitest'
import { LoginForm } from '../../../../games/arcane-sector/browser/login-form.ts'
import type { Credentials } from '../../../../games/arcane-sector/client/login.ts'
import { fakeDocument } from '../../../browser-unit/fake-document.ts'

test('[AS-2.12] a browser keeps the passwords of all its guests when other characters log in', () => {
  const stored = new Map<string, string>()
  /** `turns`: clicks on the button for another kind of login. */
  const logIn = (turns: number, number: string, password = ''): Credentials => {
    const { created } = fakeDocument()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    })
    let sent: Credentials | undefined
    const form = new LoginForm('/arcane-sector/isle', [], {
      refusal: undefined,
      onSubmit: (who) => (sent = who),
    })
    const [numberInput, , passwordInput] = created.input!
    for (let n = 0; n < turns; n++) created.button![1]!.dispatchEvent(new Event('click'))
    if (number) numberInput!.value = number
    numberInput!.dispatchEvent(new Event('input'))
    passwordInput!.value = password
    created.form![0]!.dispatchEvent(new Event('submit'))
    form.hide(sent!)
    return sent!
  }
  const first = logIn(0, '7')
  expect(first).toMatchObject({ id: 7, isGuest: true, password: expect.stringMatching(/^[\da-f]{32}$/) })
  const second = logIn(2, '8')
  expect(second.password).not.toBe(first.password)
  expect(logIn(1, '9', 'own')).toMatchObject({ id: 9, password: 'own' })
  expect(logIn(0, '7')).toMatchObject({ id: 7, password: first.password, isGuest: true })
  expect(logIn(0, '')).toMatchObject({ id: 7, password: first.password, isGuest: true })
  expect(logIn(1, '8')).toMatchObject({ id: 8, password: second.password, isGuest: true })
})
