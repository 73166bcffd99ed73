import { html } from 'hono/html'
import type { Child } from 'hono/jsx'

/** Texts are escaped. */
export type Content = Child

export interface Page {
  readonly title: string
  readonly content: Content
  /** Search engines and link previews show this sentence. */
  readonly description?: string
  /** The absolute URL of a PNG for link previews. */
  readonly picture?: string
  /** The names of scripts in browser/. The page must also work without scripts. */
  readonly scripts?: readonly string[]
  /** The URL of a WebSocket of another site to which the page may connect. */
  readonly connectsTo?: string
  readonly runsWasm?: boolean
  readonly bare?: true
  /** Set if pages of other sites may show the page in a frame. */
  readonly framable?: true
  /**
   * Set for a page on which a game fills the window. `back`: the link back to the room. `assets`: the names of the
   * stylesheets that only this kind of page needs.
   */
  readonly player?: {
    readonly back: { readonly href: string; readonly title: string }
    readonly assets: readonly string[]
  }
}

type AssetPathsByName = { readonly [name: string]: string }

/** `paths`: the paths of the assets by name. */
export async function renderHtml(content: Page, paths: AssetPathsByName): Promise<string> {
  return String(await html`<!doctype html>${<Frame {...content} paths={paths} />}`)
}

function Frame(props: Page & { paths: AssetPathsByName }) {
  const { title, content, description, picture, scripts = [], bare, player, paths } = props
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        <meta property="og:title" content={title} />
        <meta property="og:site_name" content="Packetboat" />
        {description && <meta property="og:description" content={description} />}
        {picture && <meta property="og:image" content={picture} />}
        {picture && <meta name="twitter:card" content="summary_large_image" />}
        <link rel="icon" type="image/svg+xml" href={paths.mark} />
        {['style', ...(player?.assets ?? [])].flatMap((name) =>
          paths[name] === undefined ? [] : [<link rel="stylesheet" href={paths[name]} />],
        )}
        {scripts.flatMap((name) =>
          paths[name] === undefined ? [] : [<script type="module" src={paths[name]} />],
        )}
      </head>
      {bare ? (
        <body class="bare">
          <main id="content">{content}</main>
        </body>
      ) : player ? (
        <PlayerBody back={player.back}>{content}</PlayerBody>
      ) : (
        <Body paths={paths}>{content}</Body>
      )}
    </html>
  )
}

function Body({ paths, children }: { paths: AssetPathsByName; children?: Content }): Content {
  return (
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <img src={paths.mark} alt="" width="28" height="28" />
          Packetboat
        </a>
        <nav aria-label="Site">
          <a href="/">Rooms</a>
          <a href="/new">New room</a>
          <a href="/docs">Docs</a>
        </nav>
      </header>
      <main id="content">{children}</main>
      <footer class="foot">
        <nav aria-label="About the site">
          <a href="/status">Status</a>
        </nav>
      </footer>
    </body>
  )
}

function PlayerBody({
  back,
  children,
}: {
  back: NonNullable<Page['player']>['back']
  children?: Content
}): Content {
  return (
    <body class="full-window">
      <header class="board">
        <a class="back" href={back.href}>
          <span aria-hidden="true">‹ </span>
          <bdi>{back.title}</bdi>
        </a>
        <p class="standing" role="status" data-status />
        <div class="tools" data-tools />
      </header>
      <main id="content">{children}</main>
    </body>
  )
}
