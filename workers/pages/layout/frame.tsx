// The frame of every page.
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'

/** Anything allowed in markup; texts are escaped. */
export type Content = Child

export interface Page {
  readonly title: string
  readonly content: Content
  /** One sentence for search engines and link previews. */
  readonly description?: string
  /** The absolute url of a PNG for link previews. */
  readonly picture?: string
  /** Scripts of browser/. The page is complete without them. */
  readonly scripts?: readonly string[]
  /** A WebSocket of another site that the page may open. */
  readonly connectsTo?: string
  /** Its scripts may compile WebAssembly. */
  readonly runsWasm?: boolean
  /** Omits the frame. */
  readonly bare?: true
  /** Pages of other sites may show it in a frame. */
  readonly framable?: true
  /** A game in the whole window. `assets`: stylesheets that only players need, if any. */
  readonly player?: {
    readonly back: { readonly href: string; readonly title: string }
    readonly assets: readonly string[]
  }
}

type AssetPathsByName = { readonly [name: string]: string }

/** The whole document. `paths`: the assets' paths by name. */
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
          <a href="/">Worlds</a>
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

/** The frame of a game: a link back, and the elements that all players share. */
function PlayerBody({
  back,
  children,
}: {
  back: NonNullable<Page['player']>['back']
  children?: Content
}): Content {
  return (
    <body class="aboard">
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
