// What is kept in this browser: settings of who plays here. Where a browser keeps nothing, as in some private windows, it
// lasts as long as the page.

const lasting: Record<string, string | undefined> = {}
const prefix = 'packetboat '

/** What was kept under this name, as it came out of JSON; undefined: nothing, or nothing that can be read. */
export function kept(name: string): unknown {
  const text = read(prefix + name)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The same, of what is an object with fields; else an empty one. */
export function keptFields(name: string): { readonly [field: string]: unknown } {
  const found = kept(name)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {}
}

/** `value`: what JSON can hold. Undefined: it is forgotten. */
export function keep(name: string, value: unknown): void {
  const text = value === undefined ? undefined : JSON.stringify(value)
  lasting[prefix + name] = text
  try {
    if (text === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, text)
  } catch (error) {
    if (!isDenied(error)) throw error
  }
}

/** As it stands, by the whole of its key: what was kept before keys had one beginning. */
export function read(key: string): string | undefined {
  if (lasting[key] !== undefined) return lasting[key]
  try {
    return localStorage.getItem(key) ?? undefined
  } catch (error) {
    if (!isDenied(error)) throw error
    return undefined
  }
}

/** The browser keeps nothing for this site, or no more. */
const isDenied = (error: unknown) => error instanceof DOMException
