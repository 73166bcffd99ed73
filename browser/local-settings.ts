// Settings that are stored in this browser. Settings of a tab are kept until the tab is closed. If the browser denies
// storage, as in some private windows, all settings are kept only until the page is closed.

const memoryFallback: Record<string, string | undefined> = {}
const prefix = 'packetboat '

type Scope = 'browser' | 'tab'

/** A JSON value. Undefined if the setting is missing or unreadable. */
export function readSetting(name: string, scope: Scope = 'browser'): unknown {
  const text = readRaw(prefix + name, scope)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Empty if the setting is not an object. */
export function readSettingFields(name: string): { readonly [field: string]: unknown } {
  const setting = readSetting(name)
  return typeof setting === 'object' && setting !== null && !Array.isArray(setting) ? { ...setting } : {}
}

export function settingNames(start: string): readonly string[] {
  const names = new Set(Object.keys(memoryFallback))
  try {
    for (const key of Object.keys(storageOf('browser'))) names.add(key)
  } catch (error) {
    if (!isDenied(error)) throw error
  }
  return [...names].filter((key) => key.startsWith(prefix + start)).map((key) => key.slice(prefix.length))
}

/** `value`: any JSON value, or undefined to delete the setting. */
export function saveSetting(name: string, value: unknown, scope: Scope = 'browser'): void {
  const text = value === undefined ? undefined : JSON.stringify(value)
  // A stored setting is not kept in memory, because another tab may change it.
  memoryFallback[prefix + name] = undefined
  try {
    if (text === undefined) storageOf(scope).removeItem(prefix + name)
    else storageOf(scope).setItem(prefix + name, text)
  } catch (error) {
    if (!isDenied(error)) throw error
    memoryFallback[prefix + name] = text
  }
}

function storageOf(scope: Scope): Storage {
  const storage: Storage | null = scope === 'tab' ? sessionStorage : localStorage
  if (!storage) throw new DOMException('the browser has no storage', 'SecurityError')
  return storage
}

function readRaw(key: string, scope: Scope): string | undefined {
  if (memoryFallback[key] !== undefined) return memoryFallback[key]
  try {
    return storageOf(scope).getItem(key) ?? undefined
  } catch (error) {
    if (!isDenied(error)) throw error
    return undefined
  }
}

/** The browser denies storage to this site, or the quota is exceeded. */
const isDenied = (error: unknown) => error instanceof DOMException
