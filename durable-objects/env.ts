// The Worker's bindings and settings: wrangler.toml has the first, secrets and vars the rest.

export interface Env {
  /** These three are called by the stubs of stubs.ts. */
  readonly ROOM: DurableObjectNamespace
  readonly DIRECTORY: DurableObjectNamespace
  readonly UPLOADS: DurableObjectNamespace
  /** Clients that the site runs, one an object: their upgrades alone. */
  readonly THIN: DurableObjectNamespace
  /** Scripts, stylesheet and mark, as cli/assets.ts makes them. */
  readonly ASSETS: Fetcher
  /** At home alone: answers 507 while the disk is full. */
  readonly DISK?: Fetcher
  /** Secret: the site's token, for rooms' creation and care. */
  readonly ADMIN_TOKEN?: string
  /** Secret: what sidecars show. While it is rotated both it and the next one are good. */
  readonly SIDECAR_TOKEN?: string
  readonly SIDECAR_TOKEN_NEXT?: string
  /** Secret of one `packetboat start`: its front shows it, and no other request is answered. On Cloudflare there is none. */
  readonly FRONT_SECRET?: string
  /** `https://play.example.org`: the origin in every url; else the request's own. */
  readonly PUBLIC_URL?: string
  /** Where the Worker is reached beside 443 (8443), for clients that cannot be told 443. */
  readonly PUBLIC_PORT?: string
  /** The room whose documents are served at the games' site-wide aliases (`harbor`). */
  readonly SITE_ROOM?: string
  /** Who may create rooms: `open` or `admin` (default). */
  readonly CREATE?: string
  /** Rooms of the site over which only its token creates more (1000; 0: no limit). */
  readonly MAX_ROOMS?: string
  /** Addresses of proxies before the Worker, by commas: of theirs, the client's is the last in X-Forwarded-For. */
  readonly PROXIES?: string
  /** Origins by commas, or `*`: pages elsewhere that may open this site's WebSockets, beside those that a game names. */
  readonly ORIGINS?: string
  /** `wss://…`, by commas: servers elsewhere that a player's page may play on (`?server=`). */
  readonly SERVERS?: string
  /**
   * Seconds (5) for which what everybody may be told is handed out when it is a moment old, while it is asked for anew.
   * 0: lists are kept for a second, pages and readings not at all.
   */
  readonly STALE_SECONDS?: string
  /** `anywhere`: webhooks may lead to private addresses, and by http. Else only to public ones, by https. */
  readonly WEBHOOKS?: string
  /** Largest upload in bytes (64 MiB). */
  readonly MAX_UPLOAD?: string
}
