// A page that is as the site has it by now: whoever hears that something is new says so, and the page is asked for once
// more, once a second at most, and its parts taken over. Nothing is asked while nobody sees it, or while the site is away
// again and again.
import { takeParts } from './parts.ts'

/**
 * What is new is asked for so many milliseconds later, once for all that is new by then: by then nobody is told any more
 * how it was before.
 */
const waitMs = 1000
/** Not all who look at a room ask at the same moment. */
const spreadMs = 250
/** Milliseconds between two tries while the site is away; they double. */
const longestWaitMs = 60_000
/** Of what nobody tells, and of times that go by. */
const anywayMs = 30_000

export class Fresh {
  readonly #ask: (has: string) => Promise<Response> | undefined
  readonly #taken: () => void
  #has = ''
  #wait = waitMs
  #next: ReturnType<typeof setTimeout> | undefined
  #isNew = false

  /**
   * `ask`: the page once more, `has` being the ETag of what was had last; undefined: it is not to be had now. `taken`:
   * parts were taken over. `everyMs`: it is asked for as often, whether or not anything is said to be new.
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

  /** Something is new. */
  isNew(): void {
    this.#isNew = true
    if (!document.hidden)
      this.#next ??= setTimeout(() => void this.now(), this.#wait + Math.random() * spreadMs)
  }

  /** Asks at once. */
  async now(): Promise<void> {
    clearTimeout(this.#next)
    this.#next = undefined
    if (document.hidden) return
    this.#isNew = false
    const { href } = location
    const asked = this.#ask(this.#has)
    if (!asked) return
    const answer = await asked.catch(() => undefined) // the site is away: the page stays as it is
    // Something else was chosen meanwhile, and is under way.
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

  /** It is seen again, or the network is back. */
  #follow(): void {
    this.#wait = waitMs
    if (this.#isNew) void this.now()
  }
}
