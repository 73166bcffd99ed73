// The page after a visitor has created something in a room. The link with which the visitor can change the content is
// shown only once.
import type { Game } from '../../../games/game.ts'
import type { Page } from '../layout/frame.tsx'

/** `page`: a path. `link`: its URL with the secret after `#`. */
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
