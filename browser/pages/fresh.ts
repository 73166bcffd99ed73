// Keeps a page up to date: when a script reports a change, fetches the page again (at most once a second) and replaces
// its changed parts. Fetches nothing while the page is hidden, and backs off while the site is unreachable.
import { takeParts } from './parts.ts'

/**
 * Milliseconds between a change and the fetch, which covers all changes until then. By then caches no longer serve the
 * old state.
 */
const waitMs = 1000
/** Random spread in milliseconds, so that the viewers of a room do not all fetch at once. */
const spreadMs = 250
/** Maximum milliseconds between two attempts while the site is unreachable; they double up to this. */
const longestWaitMs = 60_000
/** Regular interval in milliseconds, for changes that nothing reports and for times that pass. */
const anywayMs = 30_000

export class Fresh {
  readonly #ask: (has: string) => Promise<Response> | undefined
  readonly #taken: () => void
  #has = ''
  #wait = waitMs
  #next: ReturnType<typeof setTimeout> | undefined
  #isNew = false

  /**
   * `ask`: fetches the page; `has` is the ETag of the last response. Returns undefined if the page is unavailable now.
   * `taken`: called after parts were replaced. `everyMs`: interval of fetches without a reported change.
   */
  constructor(
    ask: (has: string) => Promise<Response> | undefined,
    { taken = () => {}, everyMs = anywayMs }: { readonly taken?: () => void; readonly everyMs?: number } = {},
  ) {
    this.#ask = ask
    this.#taken = taken
    document.addEventListener('visibilitychange', () => this.#follow())
    addEventListener('online', () => this.#follow())
    setInterval(() => this.isNew(), everyMs)
  }

  /** Reports a change. */
  isNew(): void {
    this.#isNew = true
    if (!document.hidden)
      this.#next ??= setTimeout(() => void this.now(), this.#wait + Math.random() * spreadMs)
  }

  /** Fetches at once. */
  async now(): Promise<void> {
    clearTimeout(this.#next)
    this.#next = undefined
    if (document.hidden) return
    this.#isNew = false
    const { href } = location
    const asked = this.#ask(this.#has)
    if (!asked) return
    const answer = await asked.catch(() => undefined) // the site is unreachable: the page stays as it is
    // Another choice was made meanwhile, and its fetch is under way.
    if (href !== location.href) return
    if (answer?.ok) {
      this.#has = answer.headers.get('etag') ?? ''
      takeParts(new DOMParser().parseFromString(await answer.text(), 'text/html'))
      this.#taken()
    }
    if (answer && answer.status < 500) this.#wait = waitMs
    else this.#isAway()
  }

  #isAway(): void {
    this.#wait = Math.min(2 * this.#wait, longestWaitMs)
    this.isNew()
  }

  /** The page is visible again, or the network is back. */
  #follow(): void {
    this.#wait = waitMs
    if (this.#isNew) void this.now()
  }
}
