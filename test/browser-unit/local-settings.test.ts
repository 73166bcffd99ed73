import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSetting, saveSetting, settingNames } from '../../browser/local-settings.ts'

let isDenied = false
const stored = new Map<string, string>()
const access = <A extends readonly string[], R>(act: (...given: A) => R) => {
  return (...given: A): R => {
    if (isDenied) throw new DOMException('denied', 'SecurityError')
    return act(...given)
  }
}

beforeEach(() => {
  isDenied = false
  vi.stubGlobal('localStorage', {
    getItem: access((key) => stored.get(key!) ?? null),
    setItem: access((key, text) => stored.set(key!, text!)),
    removeItem: access((key) => stored.delete(key!)),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a setting is read from storage each time, because another tab may have changed or deleted it', () => {
  saveSetting('host soaprun/harbor', 'old')
  stored.set('packetboat host soaprun/harbor', '"new"')
  expect(readSetting('host soaprun/harbor')).toBe('new')
  stored.clear()
  expect(readSetting('host soaprun/harbor')).toBeUndefined()
})

test.each([
  ['denies storage', () => (isDenied = true)],
  ['has no storage, as in some apps that show pages', () => vi.stubGlobal('localStorage', null)],
])('a setting is kept until the page is closed if the browser %s', (_, deny) => {
  deny()
  saveSetting('volume', 0.5)
  expect([readSetting('volume'), ...settingNames('vol')]).toEqual([0.5, 'volume'])
  saveSetting('volume', undefined)
  expect(readSetting('volume')).toBeUndefined()
})
