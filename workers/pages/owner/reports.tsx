import type { ReportInfo } from '../../../durable-objects/model/reports.ts'
import type { Game } from '../../../games/game.ts'
import type { Content } from '../layout/frame.tsx'
import { BanFields } from './ban-fields.tsx'
import { OwnerForm, SubmitButton } from './owner-form.tsx'
import { UtcTime } from './utc-time.tsx'

/** `reports`: undefined if the request has no token. */
export function ReportsSection({
  game,
  reports,
}: {
  game: Game
  reports: readonly ReportInfo[] | undefined
}): Content {
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">Reports</h2>
      <div data-refresh="reports">{reports && <Reports game={game} reports={reports} />}</div>
    </section>
  )
}

function Reports({ game, reports }: { game: Game; reports: readonly ReportInfo[] }): Content {
  if (reports.length === 0) return <p class="quiet">No player has reported another player.</p>
  return (
    <OwnerForm name="reports">
      {reports.map((report) => (
        <Report report={report} />
      ))}
      <BanFields id="reports" />
      <p class="actions">
        {game.broadcast && <SubmitButton act="report-mute" label="Mute the player" look="second" />}
        <SubmitButton act="report-kick" label="Kick the player" look="second" />
        <SubmitButton act="report-ban" label="Ban the player's address" look="danger" />
        <SubmitButton act="dismiss" label="Dismiss the report" look="second" />
      </p>
    </OwnerForm>
  )
}

function Report({ report: { id, time, reporter, player, reason, lines } }: { report: ReportInfo }): Content {
  return (
    <div class="field">
      <label>
        <input type="radio" name="id" value={id} required /> <bdi>{player.name}</bdi>
        {reason !== '' && (
          <>
            {': '}
            <bdi>{reason}</bdi>
          </>
        )}
      </label>
      <p class="quiet">
        <UtcTime at={time} />, reported by <bdi>{reporter.name}</bdi>
      </p>
      {lines.length > 0 && (
        <details>
          <summary>
            {lines.length === 1 ? 'The last line' : `The last ${lines.length} lines`} that{' '}
            <bdi>{reporter.name}</bdi> could read
          </summary>
          <ol class="quiet">
            {lines.map((line) => (
              <li>
                <bdi>{line.text}</bdi>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
