// The page for playing Say Back in a browser. The page's script is browser/play.ts.
import type { PageContent, PageRoom } from '../../game.ts'

export function playPage(_json: string, room: PageRoom): PageContent {
  return {
    title: 'Play',
    scripts: ['say-back-play'],
    content: (
      <div data-play={room.path}>
        <noscript>
          <p>
            Playing in a browser needs JavaScript. Without it you can see a picture of the room on{' '}
            <a href={room.path}>the room’s page</a>.
          </p>
        </noscript>
        <p role="status" class="notice-line" data-status />
        <ol class="lines talk" data-lines aria-live="polite" aria-label="Lines" tabindex={0} />
        <form data-say class="one-line" method="dialog">
          <label class="visually-hidden" for="text">
            Line
          </label>
          <input id="text" name="text" maxlength={200} autocomplete="off" required />
          <button type="submit">Say</button>
        </form>
      </div>
    ),
  }
}
