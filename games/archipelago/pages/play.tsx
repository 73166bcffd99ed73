import type { PageContent, PageRoom } from '../../game.ts'
import type { SlotsResponse } from '../endpoints/slots.ts'
import { displayName } from './labels.ts'

export function playPage(json: string, room: PageRoom): PageContent {
  const response: SlotsResponse = JSON.parse(json)
  const players = response.slots.filter(({ type }) => type !== 'group')
  return {
    title: 'Text client',
    scripts: ['archipelago-play'],
    content: (
      <div data-play={room.path}>
        <noscript>
          <p>
            The text client needs JavaScript. Without it, see{' '}
            <a href={`${room.path}/events`}>chat and events</a>.
          </p>
        </noscript>
        {/* `method="dialog"` keeps the browser from sending the password in the URL if the script did not load. */}
        <form data-enter method="dialog">
          <div class="field">
            <label for="slot">Slot</label>
            <select id="slot" name="slot">
              {players.map((slot) => (
                <option value={slot.name} data-game={slot.game}>
                  {displayName(slot)} · {slot.game}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="password">Password</label>
            <p class="quiet">
              {response.password
                ? 'This room requires a password.'
                : 'Needed only if the slot has its own password.'}
            </p>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              maxlength={128}
            />
          </div>
          <p class="actions">
            <button type="submit">Join</button>
          </p>
          <p class="quiet">
            You join the slot as an onlooker, next to its player. The text client cannot check locations.
          </p>
        </form>
        <p role="status" class="notice-line" data-status />
        <div class="text-client" data-talking hidden>
          <section aria-label="Chat" class="said">
            <ol
              class="lines talk"
              data-lines
              aria-live="polite"
              aria-label="Chat and found items"
              tabindex={0}
            />
            <form data-say class="one-line">
              <label class="visually-hidden" for="say">
                Message, or a command that starts with !
              </label>
              <input
                id="say"
                name="text"
                maxlength={1000}
                autocomplete="off"
                placeholder="Message, or !help"
              />
              <button type="submit">Say</button>
            </form>
          </section>
          <section aria-labelledby="came">
            <h2 id="hint-title">Hints</h2>
            <p class="quiet" data-points />
            <form data-hint aria-labelledby="hint-title">
              <div class="field">
                <label for="of">Of</label>
                <select id="of" name="of">
                  <option value="item">an item of mine</option>
                  <option value="location">a location of mine</option>
                </select>
              </div>
              <div class="field">
                <label for="name">Name</label>
                <input id="name" name="name" list="names" required maxlength={200} autocomplete="off" />
                <datalist id="names" />
              </div>
              <p class="actions">
                <button type="submit" class="second">
                  Hint
                </button>
              </p>
            </form>
            <h2 id="came">
              Received (<span data-count>0</span>)
            </h2>
            <ol class="lines came" data-items aria-labelledby="came" tabindex={0} />
            <details>
              <summary>Report a player</summary>
              <p class="quiet">
                Only the host of this room gets the report, with the last 20 lines of chat that you received.
              </p>
              <form data-report>
                <div class="field">
                  <label for="reported">Player</label>
                  <select id="reported" name="player">
                    {players.map((slot) => (
                      <option value={slot.name}>{displayName(slot)}</option>
                    ))}
                  </select>
                </div>
                <div class="field">
                  <label for="reason">Reason</label>
                  <input id="reason" name="reason" maxlength={200} autocomplete="off" />
                </div>
                <p class="actions">
                  <button type="submit" class="second">
                    Send report
                  </button>
                </p>
              </form>
            </details>
            <p>
              <a href={`${room.path}/play`}>Leave or join another slot</a>
            </p>
          </section>
        </div>
      </div>
    ),
  }
}
