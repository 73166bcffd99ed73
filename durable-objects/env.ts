// The Worker's bindings (wrangler.toml) and settings.

export interface Env {
  /** Call these bindings through rpc/stubs.ts. */
  readonly ROOM: DurableObjectNamespace
  readonly DIRECTORY: DurableObjectNamespace
  readonly UPLOADS: DurableObjectNamespace
  /** Remote clients that run on the site, one per object. They accept only WebSocket upgrades. */
  readonly REMOTE_CLIENT: DurableObjectNamespace
  /**
   * `eu` or `us`: the jurisdiction in which all objects run and store their data. Absent: anywhere. Set it before the
   * first deployment: objects of another jurisdiction are other objects, so after a change the site has no rooms.
   */
  readonly JURISDICTION?: string
  /** Scripts, stylesheet and icon, built by cli/bundle/assets.ts. */
  readonly ASSETS: Fetcher
  /** Self-hosted sites only: a service that answers 507 while the disk is full. */
  readonly DISK?: Fetcher
  /** Secret: the site token, which creates and manages rooms. */
  readonly ADMIN_TOKEN?: string
  /** Secret: the sidecars' token. During a rotation both this token and the next one are valid. */
  readonly SIDECAR_TOKEN?: string
  readonly SIDECAR_TOKEN_NEXT?: string
  /**
   * Secret between `packetboat start` and the Worker, new at each start: the Worker rejects requests without it. Absent
   * on Cloudflare.
   */
  readonly FRONT_SECRET?: string
  /**
   * Experimental: a comma-separated list of ports and rooms, such as `31337=arcane-sector/harbor`. A TCP connection
   * that the platform delivers at this port is connected to this room; at any other port it is closed.
   */
  readonly TCP_DOORS?: string
  /** The origin of all urls, for example `https://play.example.org`. Default: the request's origin. */
  readonly PUBLIC_URL?: string
  /** A further port of the Worker (8443), for clients that cannot use 443. */
  readonly PUBLIC_PORT?: string
  /** Name of the room whose documents are served at the games' site-wide aliases (for example `harbor`). */
  readonly SITE_ROOM?: string
  /** Permission to create rooms: `open` (everybody) or `admin` (only with the site token; default). */
  readonly CREATE?: string
  /** When the site has this many rooms, only the site token can create more (default 1000; 0: no limit). */
  readonly MAX_ROOMS?: string
  /**
   * Comma-separated addresses of proxies in front of the Worker. In their requests the last address of X-Forwarded-For
   * is the client's.
   */
  readonly PROXIES?: string
  /**
   * Comma-separated origins, or `*`, whose pages may open this site's WebSockets, in addition to those that a game
   * names.
   */
  readonly ORIGINS?: string
  /** Comma-separated `wss:` urls of other servers that a player page may connect to (`?server=`). */
  readonly SERVERS?: string
  /**
   * Stale-while-revalidate window in seconds for public data (default 5). 0: lists are cached for a second, pages and
   * endpoints not at all.
   */
  readonly STALE_SECONDS?: string
  /** The value `anywhere` lets webhooks use private addresses and http. Default: only public addresses, by https. */
  readonly WEBHOOKS?: string
  /** Largest upload in bytes (default 64 MiB). */
  readonly MAX_UPLOAD?: string
}

export type ObjectClass<T> = new (ctx: DurableObjectState, env: Env) => T
