// What a walk beside the real server came to, as the tables of games/crossfire/import/COMPARISON.md.
import type { FightResult } from './compare-fights.ts'
import {
  type ActionDifference,
  type ComparisonTotals,
  type ExitComparison,
  type LeverComparison,
  requireCase,
} from './compare-maps.ts'
import type { ItemDifference, PriceComparison } from './compare-trade.ts'

export interface Report {
  /** How often the real server was begun afresh, and what it would not answer to even then. */
  readonly serverRestarts: number
  readonly unanswered: readonly string[]
  readonly maps: ComparisonTotals
  readonly exits: ExitComparison
  readonly levers: LeverComparison
  readonly things: {
    readonly same: number
    readonly unmade: number
    readonly apart: readonly ItemDifference[]
  }
  readonly trade: readonly PriceComparison[]
  readonly fights: readonly FightResult[]
}

export function formatReport(report: Report): string {
  const { serverRestarts, unanswered, maps, exits, levers, things, trade, fights } = report
  const found = [...maps.cases].sort(([, a], [, b]) => b - a)
  return [
    `In one walk, for which the real server was begun ${serverRestarts} times; ${unanswered.length} of its deeds were left undone.`,
    unanswered.map((what) => `- ${what}: the real server was silent twice`).join('\n'),
    `At ${maps.places} places ${maps.cells} cells in sight; of the differences these have been thought of, and ${maps.unexplained.length} are left over:`,
    table(
      ['case', 'how often', 'verdict', 'why'],
      found.map(([name, often]) => [
        name,
        `${often}`,
        requireCase(name).verdict,
        requireCase(name).explanation,
      ]),
    ),
    `At ${maps.elsewhere.length} more places the two were not on the same cell in the end, and nothing is compared:`,
    table(['place', 'there', 'here'], maps.elsewhere.map(row)),
    `Exits of the town: ${exits.same} lead to the same map on both sides, ${exits.differences.length} do not, and at ${exits.unreached} nobody can stand here.`,
    table(['exit', 'there', 'here'], exits.differences.map(row)),
    `Levers of Scorn’s maps: ${levers.same} change the same cells in sight on both sides, ${levers.differences.length} do not, and at ${levers.unreached} somebody stood there.`,
    table(['lever', 'there', 'here'], levers.differences.map(row)),
    `Things: ${things.same} have the same name and weight, ${things.apart.length} have not, and ${things.unmade} cannot be made there alone.`,
    table(
      ['archetype', 'there', 'here'],
      things.apart.map(({ arch, real, ours }) => [arch, real, ours]),
    ),
    'Prices, in pieces of silver, for a newcomer with 12 of everything:',
    table(
      ['shop', 'thing', 'gives there', 'asks there', 'gives here', 'asks here'],
      trade.map(({ shop, arch, real, ours }) => [shop, arch, ...real, ...ours]),
    ),
    'First fights of a newcomer, who hits until nobody is beside him:',
    table(
      ['who', 'there', 'here'],
      fights.map(({ arch, real, ours }) => [arch, real, ours]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function row({ place: { map, x, y }, real, ours }: ActionDifference): string[] {
  return [`${map} ${x},${y}`, real || 'nothing', ours || 'nothing']
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
