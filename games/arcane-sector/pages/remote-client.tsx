// The page of the pixel stream, with its login form. browser/thin.ts adds the picture.
import type { PageContent, PageRoom } from '../../game.ts'

export function remoteClientPage(_reading: string, room: PageRoom): PageContent {
  return {
    title: 'Arcane Sector as a pixel stream',
    fillsWindow: true,
    scripts: ['arcane-sector-thin'],
    content: (
      <div class="arcane remote-client" data-play={room.path}>
        <div class="ashore" data-ashore />
        <div class="entrance" data-entrance>
          <section class="card">
            <h2>Join the game</h2>
            <p>
              The site runs the client for you and sends you the picture. If you can, use{' '}
              <a href={`${room.path}/play`}>the player</a>: it is faster and costs the site less.
            </p>
            <form>
              <label class="field">
                <span>Your number, 0 to 255</span>
                <input
                  name="username"
                  autocomplete="username"
                  inputmode="numeric"
                  pattern="[0-9]{1,3}"
                  maxlength={3}
                  title="A number from 0 to 255"
                  required
                />
              </label>
              <label class="field">
                <span>Password</span>
                <input
                  name="password"
                  type="password"
                  autocomplete="current-password"
                  maxlength={32}
                  required
                />
              </label>
              <label class="field">
                <span>Name, for a new character</span>
                <input name="character" autocomplete="off" maxlength={32} />
              </label>
              <p role="alert" class="error" data-refusal />
              <p class="actions">
                <button type="submit">Log in</button>
              </p>
            </form>
            <noscript>
              <p>This page needs JavaScript.</p>
            </noscript>
          </section>
        </div>
      </div>
    ),
  }
}
