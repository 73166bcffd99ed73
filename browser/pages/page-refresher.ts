// When a script reports a change, the page is fetched again, at most once a second, and the changed parts are replaced.
// A hidden page fetches nothing. While the site is unreachable, the page retries less and less often.
import { replaceFragments, replaceHeldBackFragments } from './page-fragments.ts'

/**
 * The delay from a reported change to the fetch, in milliseconds. One fetch covers all changes within this delay, and
 * after the delay caches no longer serve the old state.
 */
const refreshDelayMs = 1000
/** The maximum of a random extra delay in milliseconds, so that the viewers of a room do not all fetch at once. */
const spreadMs = 250
/** While the site is unreachable, the interval doubles up to this value. */
const maxDelayMs = 60_000
/** The page is also fetched at this interval, because relative times age and scripts do not notice every change. */
const refreshEveryMs = 30_000

export class PageRefresher {
  readonly #fetchPage: (etag: string) => Promise<Response> | undefined
  readonly #onReplaced: () => void
  #etag = ''
  #delayMs = refreshDelayMs
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStale = false
  /** The number of fetches so far, and the number of the fetch whose answer is shown. */
  #fetches = 0
  #shown = 0

  /**
   * `fetchPage`: receives the ETag of the last response. Returns undefined if the page is unavailable now.
   * `onReplaced`: called after parts were replaced. `everyMs`: interval of fetches without a reported change.
   */
  constructor(
    fetchPage: (etag: string) => Promise<Response> | undefined,
    {
      onReplaced = () => {},
      everyMs = refreshEveryMs,
    }: { readonly onReplaced?: () => void; readonly everyMs?: number } = {},
  ) {
    this.#fetchPage = fetchPage
    this.#onReplaced = onReplaced
    document.addEventListener('visibilitychange', () => this.#resume())
    addEventListener('online', () => this.#resume())
    setInterval(() => this.requestRefresh(), everyMs)
  }

  /** Call after a change, so that the page is fetched again soon. */
  requestRefresh(): void {
    this.#isStale = true
    if (!document.hidden)
      this.#timer ??= setTimeout(() => void this.refreshNow(), this.#delayMs + Math.random() * spreadMs)
  }

  async refreshNow(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (document.hidden) return
    this.#isStale = false
    const { href } = location
    const turn = ++this.#fetches
    const asked = this.#fetchPage(this.#etag)
    if (!asked) return
    const answer = await asked.catch(() => undefined) // if the site is unreachable, the page stays as it is
    const html = answer?.ok ? await answer.text().catch(() => undefined) : undefined // also if the answer is cut off
    // During the fetch the user has changed the filter, which has changed the address and started another fetch.
    if (href !== location.href) return
    // The answer of a later fetch has arrived earlier.
    if (turn < this.#shown) return
    if (answer && html !== undefined) {
      this.#shown = turn
      replaceFragments(new DOMParser().parseFromString(html, 'text/html'))
      this.#etag = answer.headers.get('etag') ?? ''
      this.#onReplaced()
    } else if (answer?.status === 304) {
      replaceHeldBackFragments()
      this.#onReplaced()
    }
    if (answer && (html !== undefined || !answer.ok) && answer.status < 500) this.#delayMs = refreshDelayMs
    else this.#backOff()
  }

  #backOff(): void {
    this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs)
    this.requestRefresh()
  }

  /** Called when the page is visible again or the network is available again. */
  #resume(): void {
    this.#delayMs = refreshDelayMs
    if (this.#isStale) void this.refreshNow()
  }
}
