// The text client's page; browser/play.ts makes it live.
import type { PageContent, PageRoom } from '../../game.ts'
import type { SlotsResponse } from '../endpoints/slots.ts'
import { displayName } from './labels.ts'

export function playPage(reading: string, room: PageRoom): PageContent {
  const read: SlotsResponse = JSON.parse(reading)
  const players = read.slots.filter(({ type }) => type !== 'group')
  return {
    title: 'Text client',
    scripts: ['archipelago-play'],
    content: (
      <div data-play={room.path}>
        <noscript>
          <p>
            To talk here takes script. Without it, what is said and found is at{' '}
            <a href={`${room.path}/events`}>chat and events</a>.
          </p>
        </noscript>
        {/* Where the script did not come, the browser must not send the password as a part of an address. */}
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
              {read.password ? 'This room wants one.' : 'Only where the host gave the slot one.'}
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
            You look on beside whoever plays the slot: you check nothing, and may do so at any time.
          </p>
        </form>
        <p role="status" class="notice-line" data-status />
        <div class="talking" data-talking hidden>
          <section aria-label="What is said" class="said">
            <ol
              class="lines talk"
              data-lines
              aria-live="polite"
              aria-label="What is said and found"
              tabindex={0}
            />
            <form data-say class="one-line">
              <label class="unseen" for="say">
                Say something, or a command by !
              </label>
              <input
                id="say"
                name="text"
                maxlength={1000}
                autocomplete="off"
                placeholder="Say something, or !help"
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
            <p>
              <a href={`${room.path}/play`}>Leave, or join another slot</a>
            </p>
          </section>
        </div>
      </div>
    ),
  }
}
