// The page that a visitor sees after creating content in a room, such as a claim. Only this page shows the link with
// which the visitor can change the content.
import type { Game } from '../../../games/game.ts'
import type { Page } from '../layout/frame.tsx'

/**
 * `page`: the path of the page on which the visitor can change the content. `link`: the URL of that page with the
 * secret after the `#`.
 */
export function issuedSecretPage(game: Game, description: string, link: string, page: string): Page {
  return {
    title: `Saved · ${game.title}`,
    description,
    scripts: ['copy', 'own-links'],
    content: (
      <>
        <h1>Saved</h1>
        <section class="keep" data-own={link}>
          <h2>Save this link. It is shown only once.</h2>
          <p>With it you can change or withdraw this later. Do not share it. This browser remembers it.</p>
          <p>
            <code data-copy>{link}</code>
          </p>
        </section>
        <p class="actions">
          <a class="button" href={page}>
            Back to the room
          </a>
        </p>
      </>
    ),
  }
}
