import type { Child } from 'hono/jsx'
import type { ListenerAddress } from './documents.ts'

/**
 * One of the game's own pages, rendered from one endpoint. The Worker renders it, so it costs the room no more than the
 * endpoint does. It must be readable without JavaScript. The site keeps elements with a `data-refresh` attribute up to
 * date.
 * @example games/archipelago/pages/index.ts
 */
export interface GamePage {
  /** Title in the game's navigation. If absent, only other pages link to it. */
  readonly navTitle?: string
  /**
   * Path of the page, relative to `/:game/:room/`. `:name` is a parameter of the endpoint. '' is the part of the room's
   * own page that shows its world.
   */
  readonly path: string
  /**
   * Name of the endpoint whose data the page shows. Absent: the page shows no data of the world, for example because it
   * contains only the browser player.
   */
  readonly endpoint?: string
  /**
   * Renders the page. `reading`: the endpoint's JSON, or '' without an endpoint. Load the markup lazily, because most
   * code that imports a game renders no pages.
   */
  render(reading: string, room: PageRoom): Promise<PageContent>
}

/**
 * Properties of the room that a page can use in addition to the endpoint's JSON.
 * @example games/archipelago/pages/room.tsx
 */
export interface PageRoom {
  /** `/GAME/ROOM`, as in `/archipelago/harbor`. */
  readonly path: string
  readonly title: string
  /** Complete connect addresses to enter into a client, the best first. */
  readonly connect: readonly string[]
  /** The open public addresses of the room's listeners. */
  readonly addresses: readonly ListenerAddress[]
  /** The url of the room's own WebSocket, `wss://…`. */
  readonly websocket: string
  /** WebSocket addresses of external servers that the site's pages may connect to. */
  readonly servers: readonly string[]
  /** Paths of the site's assets by name. Assets from packages that the operator has not installed are missing. */
  readonly assets: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * The content of a game's page.
 * @example games/archipelago/pages/tracker.tsx
 */
export interface PageContent {
  readonly title: string
  readonly content: Child
  /**
   * Names of additional scripts of the site. The site adds the script for `data-refresh` to every page with an
   * endpoint.
   */
  readonly scripts?: readonly string[]
  /** Set if the page is rendered without the site's layout, for a stream or a full screen. */
  readonly withoutLayout?: true
  /** An external server that the page connects to, one of `PageRoom.servers`. */
  readonly connectsTo?: string
  /**
   * Set if the page is the game itself and fills the window. Besides the game, it then has only a link back to the room
   * and the controls of browser/player/player.ts.
   */
  readonly fillsWindow?: true
}

/**
 * A page with the markup of another server, at that server's path, for programs that read the markup. The Worker
 * renders it from one endpoint.
 * @example games/archipelago/pages/compatibility/index.ts
 */
export interface CompatibilityPage {
  /**
   * The site-wide path of the page, in which `:id` is the room's public id with the name `id`. Other `:name` parts are
   * parameters of the endpoint.
   */
  readonly path: string
  readonly id: string
  /** Name of the endpoint. If the endpoint has no answer for the parameters, the page answers 404. */
  readonly endpoint: string
  /** Load the markup lazily, as for a `GamePage`. */
  render(reading: string, room: CompatibilityPageRoom): Promise<CompatibilityPageContent>
}

/**
 * Properties of the room that a compatibility page can use in addition to the endpoint's JSON.
 * @example games/archipelago/pages/compatibility/multitracker.tsx
 */
export interface CompatibilityPageRoom extends PageRoom {
  readonly params: { readonly [name: string]: string }
  readonly publicIds: { readonly [name: string]: string }
}

/**
 * The content of a compatibility page, inside the site's layout.
 * @example games/archipelago/pages/compatibility/multitracker.tsx
 */
export interface CompatibilityPageContent {
  readonly title: string
  /** One sentence for link previews. */
  readonly description?: string
  readonly content: Child
  /** The time in the header `Last-Modified`, in milliseconds since 1970. Absent: there is no such header. */
  readonly modifiedAt?: number
}
